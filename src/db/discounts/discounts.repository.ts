import { expectRow } from '#db/kernel/expect-row.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { type Discount, targetDimensions } from '#domain/discounts/discount.js';

type Fields = Partial<Omit<Discount, 'id' | 'revision'>>;

/** Lists of entries are JSON columns, which the driver would otherwise take for arrays of the database. */
function columnsOf(fields: Fields): Record<string, unknown> {
  const columns: Record<string, unknown> = { ...fields };
  for (const dimension of targetDimensions)
    if (fields[dimension]) columns[dimension] = JSON.stringify(fields[dimension]);
  if (fields.offer) columns['offer'] = JSON.stringify(fields.offer);
  return columns;
}

export function createDiscountsRepository(knex: Knex) {
  return {
    /** Deleted ones included. */
    async find(id: string, reader: Reader = knex): Promise<Discount | undefined> {
      return reader<Discount>('discounts').where({ id }).first();
    },

    /** The row, held against place-order and other writers until the transaction ends. */
    async lock(tx: Tx, id: string): Promise<Discount | undefined> {
      return tx<Discount>('discounts').where({ id }).forUpdate().first();
    },

    /** The live coupon with a code, its own or one made in bulk; inactive and archived ones included. */
    async findByCode(reader: Reader, code: string): Promise<Discount | undefined> {
      const own = await reader<Discount>('discounts')
        .where({ code })
        .whereNull('deletedAt')
        .whereNull('offer')
        .first();
      if (own) return own;
      const bulk = reader('discounts_codes').where({ code }).select('discountId');
      return reader<Discount>('discounts').whereIn('id', bulk).whereNull('deletedAt').first();
    },

    /** Which of these discounts have a code, deleted ones included. */
    async idsByCode(reader: Reader, ids: readonly string[], code: string): Promise<string[]> {
      return reader('discounts').whereIn('id', ids).where({ code }).pluck('id');
    },

    /** @throws AppError UNIQUE_VIOLATION when a live discount has the code */
    async insert(tx: Tx, fields: Fields): Promise<Discount> {
      const rows = await tx('discounts').insert(columnsOf(fields)).returning('*');
      return expectRow(rows);
    },

    /** Every change counts the revision up. @throws AppError UNIQUE_VIOLATION when a restored code is in use */
    async update(tx: Tx, id: string, fields: Fields): Promise<Discount> {
      const rows = await tx('discounts')
        .where({ id })
        .update({ ...columnsOf(fields), revision: tx.raw('revision + 1') })
        .returning('*');
      return expectRow(rows);
    },

    /** Automatic offers that apply or will; others that are switched on at the moment wait until the transaction ends. */
    async countOffers(tx: Tx): Promise<number> {
      await tx.raw(`select pg_advisory_xact_lock(hashtextextended('discounts.offers', 0))`);
      const row = await tx('discounts')
        .whereNotNull('offer')
        .where({ isActive: true })
        .whereNull('archivedAt')
        .whereNull('deletedAt')
        .count({ n: '*' })
        .first();
      return Number(row?.n ?? 0);
    },

    /**
     * Starts or ends the count of all uses, when the total limit of a discount is set or removed. The row of the discount
     * must be locked, so that no order takes or releases a use meanwhile.
     */
    async recountUses(tx: Tx, id: string, limited: boolean): Promise<void> {
      await tx('discounts_uses').where({ discountId: id, customerKey: '' }).delete();
      if (!limited) return;
      await tx.raw(
        `insert into discounts_uses (discount_id, customer_key, uses)
         select ?::uuid, '', count(*)::integer from discounts_redemptions where discount_id = ?::uuid and state = 'held'`,
        [id, id],
      );
    },
  };
}

export type DiscountsRepository = ReturnType<typeof createDiscountsRepository>;
