import { expectRow } from './expect-row.js';
import type { Knex } from './knex.js';
import type { Reader, Tx } from './unit-of-work.js';

/** A place in an order that people make. */
export interface Place {
  id: string;
  sortOrder: number;
}

/**
 * The statements on rows that are edited one at a time: find, lock, insert, update, delete. Who lists rows, reads them for
 * shoppers or writes many at once has a statement for that (ADR 20).
 * @param columns those that a row is read with; all of the table where they are left out
 */
export function crudRepository<Row extends { id: string }>(
  knex: Knex,
  table: string,
  columns: readonly (keyof Row & string)[] = [],
) {
  const read = columns.length > 0 ? [...columns] : ['*'];
  const row = (reader: Reader, id: string) => reader(table).where({ id });

  return {
    /** Soft-deleted rows included. */
    async find(id: string): Promise<Row | undefined> {
      return (await row(knex, id).first(read)) as Row | undefined;
    },

    /** The row, locked until the transaction ends. */
    async lock(tx: Tx, id: string): Promise<Row | undefined> {
      return (await row(tx, id).forUpdate().first(read)) as Row | undefined;
    },

    async insert(tx: Tx, fields: Partial<Row>): Promise<Row> {
      return expectRow((await tx(table).insert(fields).returning(read)) as Row[]);
    },

    /** @throws Error for a row that is not there: it was locked before */
    async update(tx: Tx, id: string, fields: Partial<Row>): Promise<Row> {
      return expectRow((await row(tx, id).update(fields).returning(read)) as Row[]);
    },

    /** For good. */
    async delete(tx: Tx, id: string): Promise<void> {
      await row(tx, id).delete();
    },
  };
}

/** Rows that stand in a group, in an order that people make: `crudRepository` and the order. */
export function orderedRepository<Row extends { id: string; groupId: string | null }>(
  knex: Knex,
  table: string,
) {
  return {
    ...crudRepository<Row>(knex, table),

    /** Rows of a group in their order. */
    async ofGroup(reader: Reader, groupId: string): Promise<Row[]> {
      const rows: unknown = await reader(table).where({ groupId }).orderBy(['sortOrder', 'id']).select('*');
      return rows as Row[];
    },

    /** Gives rows of a group new places, in one statement. */
    async place(tx: Tx, groupId: string, places: readonly Place[], now: Date): Promise<void> {
      await tx.raw(
        `update ?? item set sort_order = place.sort_order, updated_at = ?
         from unnest(?::uuid[], ?::int[]) as place (id, sort_order)
         where item.id = place.id and item.group_id = ? and item.sort_order <> place.sort_order`,
        [table, now, places.map(({ id }) => id), places.map(({ sortOrder }) => sortOrder), groupId],
      );
    },
  };
}
