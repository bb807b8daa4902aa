import { boolean, integer } from '#domain/_shared/columns.js';
import { query } from './query.js';
import type { Tx } from './unit-of-work.js';

/** Statements on a table whose live rows stand under each other by `parent_id`. */
export interface RowTree {
  /**
   * The one lock of the tree, until the transaction ends; take it before reading what a change of the tree depends
   * on. Row locks are not enough: A moved under B and B moved under A at the same time touch different rows.
   */
  lock(tx: Tx): Promise<void>;
  /** Whether `id` is `ancestorId` or stands anywhere under it. */
  isWithin(tx: Tx, id: string, ancestorId: string): Promise<boolean>;
  hasLiveChildren(tx: Tx, id: string): Promise<boolean>;
  /** Levels down to `id` and with it: 1 for a row without a parent. */
  depthOf(tx: Tx, id: string): Promise<number>;
  /** Levels of the live rows from `id` down: 1 for a row with none under it. */
  heightOf(tx: Tx, id: string): Promise<number>;
}

export function createRowTree(table: string): RowTree {
  async function numberOf(tx: Tx, sql: string, id: string): Promise<number> {
    const rows = await query(tx, { levels: integer })(sql, [id]);
    return Number(rows[0]?.levels ?? 1);
  }

  return {
    async lock(tx) {
      await tx.raw(`select pg_advisory_xact_lock(hashtextextended(?, 0))`, [`${table}.tree`]);
    },

    async isWithin(tx, id, ancestorId) {
      const rows = await query(tx, { found: boolean })(
        `with recursive upwards (id, parent_id) as (
           select id, parent_id from ${table} where id = ?
           union
           select one.id, one.parent_id from ${table} one join upwards on one.id = upwards.parent_id
         )
         select exists (select from upwards where id = ?) as found`,
        [id, ancestorId],
      );
      return rows[0]?.found ?? false;
    },

    async hasLiveChildren(tx, id) {
      const child: unknown = await tx(table).where({ parentId: id }).whereNull('deletedAt').first('id');
      return child !== undefined;
    },

    depthOf: (tx, id) =>
      numberOf(
        tx,
        `with recursive upwards (id, parent_id) as (
           select id, parent_id from ${table} where id = ?
           union
           select one.id, one.parent_id from ${table} one join upwards on one.id = upwards.parent_id
         )
         select count(*)::int as levels from upwards`,
        id,
      ),

    heightOf: (tx, id) =>
      numberOf(
        tx,
        `with recursive downwards (id, level) as (
           select ?::uuid, 1
           union all
           select one.id, level + 1 from ${table} one join downwards on one.parent_id = downwards.id
           where one.deleted_at is null
         )
         select max(level) as levels from downwards`,
        id,
      ),
  };
}
