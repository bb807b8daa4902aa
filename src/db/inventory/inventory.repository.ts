import { boolean, integer, nullable, type RowOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { type BulkTable, insertRows } from '#db/kernel/bulk-write.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';
import type { StockAdjustment } from '#domain/inventory/stock-level.js';

export interface LevelRow {
  variantId: string;
  vendorId: string;
  /** Pieces that are there, reserved ones among them. */
  onHand: number;
  trackInventory: boolean;
  allowBackorder: boolean;
  lowStockThreshold: number | null;
  updatedAt: string;
}

/** What a vendor sets of the stock of a variant. */
export type LevelSettings = Pick<LevelRow, 'trackInventory' | 'allowBackorder' | 'lowStockThreshold'>;

/** The stock of a live variant, locked. */
const lockedLevelColumns = {
  trackInventory: boolean,
  allowBackorder: boolean,
  lowStockThreshold: nullable(integer),
  variantId: uuid,
  productId: uuid,
  onHand: integer,
};
export type LockedLevel = RowOf<typeof lockedLevelColumns>;

const levelTable: BulkTable<LevelRow> = {
  name: 'inventory_levels',
  columns: [
    'variantId',
    'vendorId',
    'onHand',
    'trackInventory',
    'allowBackorder',
    'lowStockThreshold',
    'updatedAt',
  ],
};

/** Stock and its movements. Every change of what is on hand is a movement too, written by the same statement. */
export function createInventoryRepository() {
  return {
    /** Opens the stock of new variants; what is on hand from the start is their first movement. */
    async openLevels(
      tx: Tx,
      levels: readonly LevelRow[],
      origin: { actor: Actor; reason: string },
    ): Promise<void> {
      await insertRows(tx, levelTable, levels);
      await tx.raw(
        `insert into inventory_movements (variant_id, vendor_id, on_hand_delta, reason, actor, created_at)
         select variant_id, vendor_id, on_hand, ?, ?::jsonb, updated_at from inventory_levels
         where variant_id = any(?::uuid[]) and on_hand <> 0`,
        [origin.reason, JSON.stringify(origin.actor), levels.map((level) => level.variantId)],
      );
    },

    /** The stock of live variants of the vendor, locked in the order of their ids; unknown ones are left out. */
    async lockLevels(tx: Tx, vendorId: string, variantIds: readonly string[]): Promise<LockedLevel[]> {
      return query(tx, lockedLevelColumns)(
        `select l.variant_id, v.product_id, l.on_hand, l.track_inventory, l.allow_backorder, l.low_stock_threshold
         from inventory_levels l join products_variants v on v.id = l.variant_id
         where l.vendor_id = ? and l.variant_id = any(?::uuid[]) and v.deleted_at is null
         order by l.variant_id for update of l`,
        [vendorId, [...variantIds]],
      );
    },

    /**
     * Changes what is on hand by so much and logs each change; one that would leave less than nothing of a variant
     * that may not be sold ahead is not made. Returns the variants that were changed.
     */
    async adjust(
      tx: Tx,
      vendorId: string,
      adjustments: readonly StockAdjustment[],
      origin: { actor: Actor; now: Date },
    ): Promise<string[]> {
      const asked = adjustments.map(({ variantId, delta, reason }) => ({
        variant_id: variantId,
        delta,
        reason,
      }));
      const rows = await query(tx, { variantId: uuid })(
        `with asked as (
           select * from jsonb_to_recordset(?::jsonb) as asked(variant_id uuid, delta integer, reason text)
         ), moved as (
           update inventory_levels l set on_hand = l.on_hand + asked.delta, updated_at = ?
           from asked
           where l.variant_id = asked.variant_id and l.vendor_id = ?
             and (asked.delta > 0 or l.on_hand::bigint + asked.delta >= 0 or l.allow_backorder)
             and l.on_hand::bigint + asked.delta between -2147483648 and 2147483647
           returning l.variant_id, l.vendor_id, asked.delta, asked.reason
         )
         insert into inventory_movements (variant_id, vendor_id, on_hand_delta, reason, actor, created_at)
         select variant_id, vendor_id, delta, reason, ?::jsonb, ? from moved returning variant_id`,
        [JSON.stringify(asked), origin.now, vendorId, JSON.stringify(origin.actor), origin.now],
      );
      return rows.map((row) => row.variantId);
    },

    /** Sets the flags of many variants. */
    async setFlags(
      tx: Tx,
      vendorId: string,
      flags: readonly { variantId: string; trackInventory: boolean; allowBackorder: boolean }[],
      now: Date,
    ): Promise<void> {
      if (flags.length === 0) return;
      await tx.raw(
        `update inventory_levels l
         set track_inventory = given.track, allow_backorder = given.ahead, updated_at = ?
         from unnest(?::uuid[], ?::boolean[], ?::boolean[]) as given(variant_id, track, ahead)
         where l.variant_id = given.variant_id and l.vendor_id = ?
           and (l.track_inventory, l.allow_backorder) is distinct from (given.track, given.ahead)`,
        [
          now,
          flags.map(({ variantId }) => variantId),
          flags.map(({ trackInventory }) => trackInventory),
          flags.map(({ allowBackorder }) => allowBackorder),
          vendorId,
        ],
      );
    },

    /** Sets what is on hand to what was counted, each difference as a movement; locks in the order of the ids. */
    async count(
      tx: Tx,
      vendorId: string,
      counted: readonly { variantId: string; onHand: number }[],
      origin: { actor: Actor; reason: string; now: Date },
    ): Promise<void> {
      if (counted.length === 0) return;
      await tx.raw(
        `with given as (
           select * from unnest(?::uuid[], ?::integer[]) as given(variant_id, on_hand)
         ), locked as (
           select l.variant_id, given.on_hand - l.on_hand as delta
           from inventory_levels l join given on given.variant_id = l.variant_id
           where l.vendor_id = ? order by l.variant_id for update of l
         ), moved as (
           update inventory_levels l set on_hand = l.on_hand + locked.delta, updated_at = ?
           from locked where l.variant_id = locked.variant_id and locked.delta <> 0
           returning l.variant_id, l.vendor_id, locked.delta
         )
         insert into inventory_movements (variant_id, vendor_id, on_hand_delta, reason, actor, created_at)
         select variant_id, vendor_id, delta, ?, ?::jsonb, ? from moved`,
        [
          counted.map(({ variantId }) => variantId),
          counted.map(({ onHand }) => onHand),
          vendorId,
          origin.now,
          origin.reason,
          JSON.stringify(origin.actor),
          origin.now,
        ],
      );
    },

    async updateSettings(
      tx: Tx,
      vendorId: string,
      variantId: string,
      settings: Partial<LevelSettings>,
      now: Date,
    ): Promise<void> {
      await tx('inventory_levels')
        .where({ variantId, vendorId })
        .update({ ...settings, updatedAt: now });
    },
  };
}
