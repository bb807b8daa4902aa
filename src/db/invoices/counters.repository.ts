import type { Knex } from '#db/kernel/knex.js';

export type CounterOf = 'invoice' | 'creditNote' | 'commission';

const tables: Readonly<Record<CounterOf, { table: string; owner: string; type: string }>> = {
  invoice: { table: 'invoices_counters', owner: 'vendor_id', type: 'uuid' },
  creditNote: { table: 'invoices_credit_note_counters', owner: 'vendor_id', type: 'uuid' },
  commission: { table: 'invoices_commission_counters', owner: 'kind', type: 'text' },
};

/** The counters of serial numbers, for the restore of a backup. */
export function createCountersRepository(knex: Knex) {
  return {
    /** Raises a counter to a number that was given out; one that is as high or higher stays. */
    async raise(counter: {
      counter: CounterOf;
      of: string;
      financialYear: string;
      lastSequence: number;
    }): Promise<'raised' | 'kept' | 'unknown_vendor'> {
      const { table, owner, type } = tables[counter.counter];
      if (owner === 'vendor_id' && !(await knex('vendors').where({ id: counter.of }).first('id')))
        return 'unknown_vendor';
      const { rows } = await knex.raw<{ rows: unknown[] }>(
        `insert into ${table} as c (${owner}, financial_year, last_sequence) values (?::${type}, ?, ?)
         on conflict (${owner}, financial_year) do update set last_sequence = excluded.last_sequence
           where c.last_sequence < excluded.last_sequence
         returning 1`,
        [counter.of, counter.financialYear, counter.lastSequence],
      );
      return rows.length > 0 ? 'raised' : 'kept';
    },
  };
}
