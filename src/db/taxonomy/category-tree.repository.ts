import type { Tx } from '#db/kernel/unit-of-work.js';

/** What is special about categories: they stand under each other. */
export function createCategoryTreeRepository() {
  return {
    /**
     * The one lock of the tree, until the transaction ends; take it before reading what a change of the tree depends
     * on. Row locks are not enough: A moved under B and B moved under A at the same time touch different rows.
     */
    async lock(tx: Tx): Promise<void> {
      await tx.raw(`select pg_advisory_xact_lock(hashtextextended('taxonomy_categories.tree', 0))`);
    },

    /** Whether `id` is `ancestorId` or stands anywhere under it. */
    async isWithin(tx: Tx, id: string, ancestorId: string): Promise<boolean> {
      const { rows } = await tx.raw<{ rows: { found: boolean }[] }>(
        `with recursive upwards (id, parent_id) as (
           select id, parent_id from taxonomy_categories where id = ?
           union
           select c.id, c.parent_id from taxonomy_categories c join upwards on c.id = upwards.parent_id
         )
         select exists (select from upwards where id = ?) as found`,
        [id, ancestorId],
      );
      return rows[0]?.found ?? false;
    },

    async hasLiveChildren(tx: Tx, id: string): Promise<boolean> {
      const child: unknown = await tx('taxonomy_categories')
        .where({ parentId: id })
        .whereNull('deletedAt')
        .first('id');
      return child !== undefined;
    },
  };
}
