import { boolean, integer, outer, type RowOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import pg from 'pg';
import { hidden } from '#db/kernel/prepared-statements.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';

export interface ReservedLine {
  variantId: string;
  /** Pieces. */
  quantity: number;
}

/** Whose stock it is about, and who moves it. */
export interface StockReference {
  /** Stands in the movements: one reservation of one order. Repeating a step under it moves nothing. */
  referenceId: string;
  actor: Actor;
}

/** A variant that could not be promised. */
export interface Shortage {
  variantId: string;
  requested: number;
  /** Pieces that can still be sold, 0 at least. */
  available: number;
}

/** What can be sold of a variant changed by so many pieces. */
const availabilityChangeColumns = { variantId: uuid, productId: uuid, vendorId: uuid, delta: integer };
export type AvailabilityChange = RowOf<typeof availabilityChangeColumns>;

export type ReserveOutcome =
  | { reserved: true; changes: AvailabilityChange[] }
  | { reserved: false; shortages: Shortage[] };

const reserveColumns = {
  variantId: uuid,
  ...outer({ productId: uuid, vendorId: uuid }),
  delta: integer,
  quantity: integer,
  available: integer,
  short: boolean,
  fits: boolean,
  moved: boolean,
};

/**
 * One variant may be on several lines; the database wants it once, and in the order in which everybody locks.
 * A list of rows as JSON, for `jsonb_to_recordset`.
 */
function wanted(lines: readonly ReservedLine[]): string {
  const pieces = new Map<string, number>();
  for (const { variantId, quantity } of lines) pieces.set(variantId, (pieces.get(variantId) ?? 0) + quantity);
  return JSON.stringify([...pieces].map(([variant_id, quantity]) => ({ variant_id, quantity })));
}

/** Promises stock for an order: all of its lines or none (`inventory_reserve`). */
export async function reserve(
  tx: Tx,
  lines: readonly ReservedLine[],
  { referenceId, actor }: StockReference,
): Promise<ReserveOutcome> {
  const rows = await query(tx, reserveColumns)(
    `select r.*, pv.product_id, pv.vendor_id, -r.quantity as delta
     from inventory_reserve(?::jsonb, ?::uuid, ?::jsonb) r left join products_variants pv on pv.id = r.variant_id
     order by r.variant_id`,
    [wanted(lines), referenceId, JSON.stringify(actor)],
  );
  if (rows.every((row) => row.fits))
    // Stock that is not tracked changes too: it can always be sold, but search sorts by the pieces that there are, and
    // nothing else would request the document of the product.
    return {
      reserved: true,
      changes: rows.flatMap(({ moved, variantId, productId, vendorId, delta }) =>
        moved && productId && vendorId ? [{ variantId, productId, vendorId, delta }] : [],
      ),
    };
  const shortages = rows
    .filter((row) => row.short)
    .map(({ variantId, quantity, available }) => ({
      variantId,
      requested: quantity,
      available: Math.max(available, 0),
    }));
  return { reserved: false, shortages };
}

/** `inventory_reserve_or_fail`, too little stock. */
const OUT_OF_STOCK = 'HA002';

/**
 * The same as a statement that goes to the database together with the commit: nobody who wants the same variant waits for the way to
 * this process and back. Too little stock is an error, see `shortagesOf`.
 */
export function reserveAtCommit(
  lines: readonly ReservedLine[],
  { referenceId, actor }: StockReference,
): string {
  const literal = (value: string) => pg.escapeLiteral(value);
  return `select inventory_reserve_or_fail(${literal(wanted(lines))}, ${literal(referenceId)}, ${literal(JSON.stringify(actor))})`;
}

/** What was short where `reserveAtCommit` failed for too little stock; undefined for every other error. */
export function shortagesOf(error: unknown): Shortage[] | undefined {
  const { code, detail } = (error ?? {}) as { code?: string; detail?: string };
  return code === OUT_OF_STOCK ? (JSON.parse(detail ?? '[]') as Shortage[]) : undefined;
}

/** What a reservation holds: its own movements, and those of the steps that took from it. Two parameters, both its id. */
const HELD = `select variant_id, sum(reserved_delta)::integer as quantity from inventory_movements
       where (reference_id = ${hidden('uuid')} and reservation_id is null) or reservation_id = ${hidden('uuid')}
       group by variant_id having sum(reserved_delta) > 0`;

/** Moves what is `logged` from the reserved pieces, and returns what can be sold of each variant again. */
const RELEASED = `
     ), moved as (
       update inventory_levels l set reserved = l.reserved - logged.quantity, updated_at = now()
       from logged where l.variant_id = logged.variant_id
       returning l.variant_id, logged.quantity
     )
     select moved.variant_id, pv.product_id, pv.vendor_id, moved.quantity as delta
     from moved join products_variants pv on pv.id = moved.variant_id order by moved.variant_id`;

/**
 * Gives back what a reservation still holds. It reads the movements of the reservation, not the order, so that a repeat
 * gives back nothing.
 */
export async function release(tx: Tx, { referenceId, actor }: StockReference): Promise<AvailabilityChange[]> {
  return query(tx, availabilityChangeColumns)(
    `with held as (${HELD}
     ), locked as (
       select l.variant_id, held.quantity from inventory_levels l join held on held.variant_id = l.variant_id
       order by l.variant_id for update of l
     ), logged as (
       insert into inventory_movements (variant_id, vendor_id, reserved_delta, reason, reference_id, actor)
       select l.variant_id, l.vendor_id, -locked.quantity, 'released', ?, ?::jsonb
       from locked join inventory_levels l on l.variant_id = locked.variant_id
       on conflict (reference_id, variant_id, reason) where reference_id is not null do nothing
       returning variant_id, -reserved_delta as quantity
     ${RELEASED}`,
    [referenceId, referenceId, referenceId, JSON.stringify(actor)],
  );
}

/** A step that takes pieces of some variants out of a reservation. `stepId` stands in the movements. */
export interface ReservationStep {
  reservationId: string;
  stepId: string;
  variantIds: readonly string[];
  actor: Actor;
}

/** Gives back what a reservation still holds of these variants; a repeat of the step gives back nothing. */
export function releaseVariants(tx: Tx, step: ReservationStep): Promise<AvailabilityChange[]> {
  return takeFromReservation(tx, step, 'released');
}

/**
 * Takes what a reservation holds of these variants out of the stock: the pieces leave the house. A repeat of the step
 * moves nothing.
 */
export async function ship(tx: Tx, step: ReservationStep): Promise<void> {
  await takeFromReservation(tx, step, 'shipped');
}

async function takeFromReservation(
  tx: Tx,
  { reservationId, stepId, variantIds, actor }: ReservationStep,
  reason: 'released' | 'shipped',
): Promise<AvailabilityChange[]> {
  return query(tx, availabilityChangeColumns)(
    `with held as (${HELD}
     ), locked as (
       select l.variant_id, held.quantity from inventory_levels l join held on held.variant_id = l.variant_id
       where l.variant_id = any(?::uuid[]) order by l.variant_id for update of l
     ), logged as (
       insert into inventory_movements
         (variant_id, vendor_id, on_hand_delta, reserved_delta, reason, reference_id, reservation_id, actor)
       select l.variant_id, l.vendor_id, case when ?::boolean then -locked.quantity else 0 end, -locked.quantity,
         ?, ?, ?, ?::jsonb
       from locked join inventory_levels l on l.variant_id = locked.variant_id
       on conflict (reference_id, variant_id, reason) where reference_id is not null do nothing
       returning variant_id, on_hand_delta, -reserved_delta as quantity
     ), moved as (
       update inventory_levels l
       set on_hand = l.on_hand + logged.on_hand_delta, reserved = l.reserved - logged.quantity, updated_at = now()
       from logged where l.variant_id = logged.variant_id
       returning l.variant_id, logged.quantity
     )
     select moved.variant_id, pv.product_id, pv.vendor_id, moved.quantity as delta
     from moved join products_variants pv on pv.id = moved.variant_id order by moved.variant_id`,
    [
      reservationId,
      reservationId,
      [...variantIds],
      reason === 'shipped',
      reason,
      stepId,
      reservationId,
      JSON.stringify(actor),
    ] as string[],
  );
}

/**
 * Gives back pieces of a reservation, at most what it holds of each variant; a repeat of the step gives back nothing.
 */
export async function releasePieces(
  tx: Tx,
  lines: readonly ReservedLine[],
  { reservationId, stepId, actor }: Omit<ReservationStep, 'variantIds'>,
): Promise<AvailabilityChange[]> {
  return query(tx, availabilityChangeColumns)(
    `with wanted as (
       select * from jsonb_to_recordset(?::jsonb) as w(variant_id uuid, quantity integer)
     ), held as (${HELD}
     ), locked as (
       select l.variant_id, least(held.quantity, wanted.quantity) as quantity
       from inventory_levels l join held on held.variant_id = l.variant_id join wanted on wanted.variant_id = l.variant_id
       order by l.variant_id for update of l
     ), logged as (
       insert into inventory_movements (variant_id, vendor_id, reserved_delta, reason, reference_id, reservation_id, actor)
       select l.variant_id, l.vendor_id, -locked.quantity, 'released', ?, ?, ?::jsonb
       from locked join inventory_levels l on l.variant_id = locked.variant_id
       on conflict (reference_id, variant_id, reason) where reference_id is not null do nothing
       returning variant_id, -reserved_delta as quantity
     ${RELEASED}`,
    [wanted(lines), reservationId, reservationId, stepId, reservationId, JSON.stringify(actor)],
  );
}

/** Takes pieces of a reservation out of the stock, at most what it holds of each variant; a repeat of the step moves nothing. */
export async function shipPieces(
  tx: Tx,
  lines: readonly ReservedLine[],
  { reservationId, stepId, actor }: Omit<ReservationStep, 'variantIds'>,
): Promise<void> {
  await tx.raw(
    `with wanted as (
       select * from jsonb_to_recordset(?::jsonb) as w(variant_id uuid, quantity integer)
     ), held as (${HELD}
     ), locked as (
       select l.variant_id, least(held.quantity, wanted.quantity) as quantity
       from inventory_levels l join held on held.variant_id = l.variant_id join wanted on wanted.variant_id = l.variant_id
       order by l.variant_id for update of l
     ), logged as (
       insert into inventory_movements
         (variant_id, vendor_id, on_hand_delta, reserved_delta, reason, reference_id, reservation_id, actor)
       select l.variant_id, l.vendor_id, -locked.quantity, -locked.quantity, 'shipped', ?, ?, ?::jsonb
       from locked join inventory_levels l on l.variant_id = locked.variant_id
       on conflict (reference_id, variant_id, reason) where reference_id is not null do nothing
       returning variant_id, -reserved_delta as quantity
     )
     update inventory_levels l
     set on_hand = l.on_hand - logged.quantity, reserved = l.reserved - logged.quantity, updated_at = now()
     from logged where l.variant_id = logged.variant_id`,
    [wanted(lines), reservationId, reservationId, stepId, reservationId, JSON.stringify(actor)],
  );
}

/**
 * Puts pieces back on hand that a sub-order has shipped, at most what it shipped of each variant; a repeat of the step
 * puts back nothing. @returns what can be sold again
 */
export async function restockPieces(
  tx: Tx,
  lines: readonly ReservedLine[],
  { stepId, shippedBy, actor }: { stepId: string; shippedBy: string; actor: Actor },
): Promise<AvailabilityChange[]> {
  if (lines.length === 0) return [];
  return query(tx, availabilityChangeColumns)(
    `with wanted as (
       select * from jsonb_to_recordset(?::jsonb) as w(variant_id uuid, quantity integer)
     ), shipped as (
       -- by the sub-order, or by its parcels
       select variant_id, -sum(on_hand_delta)::integer as quantity from inventory_movements
       where reference_id in (select ${hidden('uuid')} union all
           select s.id from shipping_shipments s where s.sub_order_id = ${hidden('uuid')} and s.counted)
         and reason = 'shipped'
       group by variant_id
     ), locked as (
       select l.variant_id, least(shipped.quantity, wanted.quantity) as quantity
       from inventory_levels l join shipped on shipped.variant_id = l.variant_id
       join wanted on wanted.variant_id = l.variant_id
       order by l.variant_id for update of l
     ), logged as (
       insert into inventory_movements (variant_id, vendor_id, on_hand_delta, reason, reference_id, actor)
       select l.variant_id, l.vendor_id, locked.quantity, 'restocked', ?, ?::jsonb
       from locked join inventory_levels l on l.variant_id = locked.variant_id
       on conflict (reference_id, variant_id, reason) where reference_id is not null do nothing
       returning variant_id, on_hand_delta as quantity
     ), moved as (
       update inventory_levels l set on_hand = l.on_hand + logged.quantity, updated_at = now()
       from logged where l.variant_id = logged.variant_id
       returning l.variant_id, logged.quantity
     )
     select moved.variant_id, pv.product_id, pv.vendor_id, moved.quantity as delta
     from moved join products_variants pv on pv.id = moved.variant_id order by moved.variant_id`,
    [wanted(lines), shippedBy, shippedBy, stepId, JSON.stringify(actor)],
  );
}
