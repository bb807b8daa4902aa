import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';

/** From here on a transaction of this test's database can set the time that documents are issued at. */
export async function holdInvoiceClock(knex: Knex): Promise<void> {
  await knex.raw(`create or replace function invoices_clock() returns timestamptz language sql volatile as
    $$ select coalesce(nullif(current_setting('haat.invoice_clock', true), '')::timestamptz, clock_timestamp()) $$`);
}

/** The documents of this transaction are issued at an instant. */
export async function issueAt(tx: Tx, at: Date): Promise<void> {
  await tx.raw(`select set_config('haat.invoice_clock', ?, true)`, [at.toISOString()]);
}

/** From here on all documents of this test's database are issued at an instant. */
export async function setInvoiceClock(knex: Knex, at: Date): Promise<void> {
  await knex.raw(
    `create or replace function invoices_clock() returns timestamptz language sql volatile as
     $$ select '${at.toISOString()}'::timestamptz $$`,
  );
}
