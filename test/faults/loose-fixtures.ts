import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { createKnex } from '#db/kernel/knex.js';
import { createTestDatabase } from '../_support/database.js';
import { type Finding, problemsOf } from './harness/finding.js';
import type { Fixtures } from './harness/flow.js';

/** The platform's tables, taking any row, and its folders: for what could only be there if the platform were wrong. */
export interface LooseWorld {
  fixtures: Pick<Fixtures, 'container' | 'folder'>;
  knex: Knex;
  insert(table: string, ...rows: object[]): Promise<void>;
  folder(name: string): string;
  empty(): Promise<void>;
  stop(): Promise<void>;
}

const tables = [
  'orders',
  'orders_timeline',
  'orders_lines',
  'outbox_events',
  'outbox_deliveries',
  'inventory_levels',
  'inventory_movements',
  'invoices',
  'payments_refunds',
  'products',
  'products_variants',
];

export async function startLooseWorld(): Promise<LooseWorld> {
  const database = await createTestDatabase();
  const knex = createKnex({ url: database.url, poolMax: 1, applicationName: 'loose', guard: false });
  // Foreign keys before the keys that they refer to.
  await knex.raw(`do $$ declare one record; begin
    for one in select conrelid::regclass as of, conname from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('f', 'c', 'u', 'p')
      order by array_position(array['f', 'c', 'u', 'p'], contype::text)
    loop execute format('alter table %s drop constraint %I', one.of, one.conname); end loop;
    for one in select indexrelid::regclass as name from pg_index join pg_class c on c.oid = indrelid
      where indisunique and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    loop execute format('drop index %s', one.name); end loop;
    for one in select a.attrelid::regclass as of, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and a.attnotnull
        and a.attidentity = '' and not a.attisdropped
    loop execute format('alter table %s alter column %I drop not null', one.of, one.attname); end loop;
    for one in select tgrelid::regclass as of, tgname from pg_trigger join pg_class c on c.oid = tgrelid
      where not tgisinternal and c.relnamespace = 'public'::regnamespace
    loop execute format('drop trigger %I on %s', one.tgname, one.of); end loop;
  end $$`);
  const root = mkdtempSync(join(tmpdir(), 'haat-loose-'));
  const folder = (name: string) => join(root, name);
  const folders = {
    path: root,
    platform: root,
    storage: folder('storage'),
    temporary: folder('tmp'),
    sandboxes: folder('sandboxes'),
  };
  return {
    fixtures: { container: { knex } as Fixtures['container'], folder: folders },
    knex,
    folder,
    insert: (table, ...rows) => knex(table).insert(rows),
    async empty() {
      await knex.raw(`truncate ${tables.join(', ')}`);
      rmSync(root, { recursive: true, force: true });
    },
    async stop() {
      await knex.destroy();
      await database.drop();
    },
  };
}

export const broken = (findings: readonly Finding[]) =>
  findings.filter((item) => problemsOf(item).length > 0);
export const invariants = (findings: readonly Finding[]) => broken(findings).map((item) => item.invariant);
