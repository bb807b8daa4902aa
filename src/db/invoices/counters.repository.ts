import { integer } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { expectRow } from '#db/kernel/expect-row.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';

/** Every series of tax documents; one to come is a line here, and its table one of the same columns. */
const tables = {
  invoice: { table: 'invoices_counters', owner: 'vendor_id', type: 'uuid' },
  creditNote: { table: 'invoices_credit_note_counters', owner: 'vendor_id', type: 'uuid' },
  challan: { table: 'invoices_challan_counters', owner: 'vendor_id', type: 'uuid' },
  commission: { table: 'invoices_commission_counters', owner: 'kind', type: 'text' },
} as const;

export type CounterOf = keyof typeof tables;

export function isCounter(text: string): text is CounterOf {
  return Object.hasOwn(tables, text);
}

/** What counts on its own: a kind of document of one issuer in one financial year. */
export interface NumberSeries {
  counter: CounterOf;
  /** The vendor; the kind of document for commission invoices. */
  of: string;
  financialYear: string;
}

export interface SeriesCounter extends NumberSeries {
  lastSequence: number;
  /** The highest number that the file storage has a mark of. */
  markedThrough: number;
}

/** The counters of serial numbers. */
export function createCountersRepository() {
  return {
    /**
     * The next number of a series, and how far its numbers are marked. The row of the counter stays locked until the transaction
     * ends, and a rollback gives the number back: no gaps, no duplicates.
     */
    async next(
      tx: Tx,
      { counter, of, financialYear }: NumberSeries,
    ): Promise<Pick<SeriesCounter, 'lastSequence' | 'markedThrough'>> {
      const { table, owner } = tables[counter];
      const rows = await query(tx, { lastSequence: integer, markedThrough: integer })(
        `insert into ${table} as c (${owner}, financial_year, last_sequence) values (?, ?, 1)
         on conflict (${owner}, financial_year) do update set last_sequence = c.last_sequence + 1
         returning last_sequence, marked_through`,
        [of, financialYear],
      );
      return expectRow(rows);
    },

    async read(
      knex: Knex,
      { counter, of, financialYear }: NumberSeries,
    ): Promise<Pick<SeriesCounter, 'lastSequence' | 'markedThrough'>> {
      const { table, owner } = tables[counter];
      const rows = await query(knex, { lastSequence: integer, markedThrough: integer })(
        `select last_sequence, marked_through from ${table} where ${owner} = ? and financial_year = ?`,
        [of, financialYear],
      );
      return rows[0] ?? { lastSequence: 0, markedThrough: 0 };
    },

    /** Records that the storage has a mark of all numbers up to one. Never lowers it. */
    async recordMark(
      knex: Knex,
      { counter, of, financialYear }: NumberSeries,
      through: number,
    ): Promise<void> {
      const { table, owner } = tables[counter];
      await knex.raw(
        `insert into ${table} as c (${owner}, financial_year, last_sequence, marked_through) values (?, ?, 0, ?)
         on conflict (${owner}, financial_year) do update set marked_through = excluded.marked_through
           where c.marked_through < excluded.marked_through`,
        [of, financialYear, through],
      );
    },

    /** For the restore of a backup: its database does not know what the storage has now. The next number of a series is marked anew. */
    async forgetMarks(tx: Tx): Promise<void> {
      for (const { table } of Object.values(tables))
        await tx.raw(`update ${table} set marked_through = 0 where marked_through > 0`);
    },

    /**
     * For the restore of a backup: raises a counter to a number that was, or may have been, given out, and records the numbers between
     * as lost. A counter that is as high or higher stays.
     * @returns the first of the lost numbers; null where the counter stays
     */
    async raise(
      tx: Tx,
      { counter, of, financialYear, lastSequence, prefix }: RaiseTo,
    ): Promise<number | null | 'unknown_vendor'> {
      const { table, owner, type } = tables[counter];
      if (owner === 'vendor_id' && !(await tx('vendors').where({ id: of }).first('id')))
        return 'unknown_vendor';
      const rows = await query(tx, { lastSequence: integer })(
        `select last_sequence from ${table} where ${owner} = ?::${type} and financial_year = ? for update`,
        [of, financialYear],
      );
      const before = rows[0]?.lastSequence ?? 0;
      if (before >= lastSequence) return null;
      await tx.raw(
        `insert into ${table} as c (${owner}, financial_year, last_sequence, marked_through) values (?::${type}, ?, ?, 0)
         on conflict (${owner}, financial_year) do update set last_sequence = excluded.last_sequence`,
        [of, financialYear, lastSequence],
      );
      await tx('invoices_lost_numbers').insert({
        counter,
        owner: of,
        financialYear,
        prefix,
        firstSequence: before + 1,
        lastSequence,
        lostAt: tx.raw('now()'),
      });
      return before + 1;
    },
  };
}

export interface RaiseTo extends NumberSeries {
  lastSequence: number;
  /** Of the lost numbers. */
  prefix: string;
}
