import type { Knex } from '#db/kernel/knex.js';
import { createDerivedRows } from '#db/kernel/derived-rows.js';

/** A truth of numbers, and what is derived from it: the number itself, once by key and day. */
export interface ThingKey {
  thingId: string;
  day: string;
}

export const DAY = '2026-11-21';

export const things = createDerivedRows<ThingKey>({
  name: 'derived_things',
  key: { thingId: 'uuid', day: 'date' },
  leaseSeconds: 30,
  retry: { maxSeconds: 3_600 },
});

/** As docs/patterns.md has it. */
export async function createThings(knex: Knex): Promise<void> {
  await knex.raw(`
    create table truth (thing_id uuid primary key, value bigint not null);
    create table derived_things (
      thing_id uuid not null,
      day date not null,
      made bigint,
      requested_rev bigint not null default 1,
      done_rev bigint not null default 0,
      requested_at timestamptz not null default now(),
      done_at timestamptz,
      due_at timestamptz,
      retry_at timestamptz,
      leased_until timestamptz,
      lease_id uuid,
      attempts integer not null default 0,
      last_error text,
      primary key (thing_id, day)
    );
    create index derived_things_pending on derived_things (greatest(requested_at, retry_at, leased_until))
      where requested_rev > done_rev;
    create index derived_things_due on derived_things (due_at) where due_at is not null;
  `);
}
