import type { Tx } from '#db/kernel/unit-of-work.js';
import { createItemsRepository } from '#db/reconciliation/items.repository.js';
import { createMovementsRepository } from '#db/reconciliation/movements.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { bookingEntries, bookingOf, feeEntries } from '#domain/reconciliation/booking.js';
import type { Movement } from '#domain/reconciliation/movement.js';
import { postProvider, postVendors } from './provider-postings.js';

const movements = createMovementsRepository();
const items = createItemsRepository();

/**
 * Posts what sales and refunds do not say of a movement, and its fees. The row is locked by the caller, and says what was posted
 * before: only what has changed is posted, so that a repeat posts nothing.
 */
export async function bookMovement(tx: Tx, ctx: Context, movementId: string): Promise<void> {
  const movement = await movements.lock(tx, movementId);
  if (!movement) return;
  const { id, providerId, orderId, paymentId, providerRef, kind } = movement;
  const of = { providerId, orderId, paymentId, reason: `${kind} ${providerRef}` };
  const standing = await movements.standing(tx, movement);
  const before = movement.bookedTo === null ? null : { account: movement.bookedTo, amount: movement.booked };
  const after = bookingOf(movement, standing);
  if (before?.account !== after?.account || before?.amount !== after?.amount) {
    await postProvider(tx, ctx, 'provider_booked', bookingEntries(providerId, before, after), of);
    await movements.setBooking(tx, id, after);
  }
  await bookFees(tx, ctx, movement, of);
  const differs = kind === 'payment' && standing.payment?.sold === true && after !== null;
  if (differs && movement.decision === null)
    await items.open(
      tx,
      {
        kind: 'amount_differs',
        providerId,
        sourceId: id,
        providerRef,
        orderId,
        amount: after.amount,
        currency: movement.currency,
        reason: 'The provider has another amount for this payment than the order',
      },
      ctx.now,
    );
}

async function bookFees(
  tx: Tx,
  ctx: Context,
  movement: Movement,
  of: { providerId: string; orderId: string | null; paymentId: string | null; reason: string },
): Promise<void> {
  const fee = movement.fee ?? 0;
  const feeTax = movement.feeTax ?? 0;
  const entries = feeEntries(movement.providerId, fee - movement.feeBooked, feeTax - movement.feeTaxBooked);
  if (entries.length === 0) return;
  await postProvider(tx, ctx, 'provider_fee', entries, of);
  await movements.setFees(tx, movement.id, { fee, feeTax });
}

/** Holds vendors back for a refund that nobody has allocated; once. @param shares subunits by vendor */
export async function holdVendors(
  tx: Tx,
  ctx: Context,
  movement: Movement,
  shares: Record<string, number>,
): Promise<void> {
  if (Object.keys(movement.held).length > 0 || Object.keys(shares).length === 0) return;
  await moveHold(tx, ctx, 'hold', movement, shares);
  await movements.setHeld(tx, movement.id, shares);
}

/** What was held is the vendors' again: the refund is allocated, or was none. */
export async function releaseVendors(tx: Tx, ctx: Context, movementId: string): Promise<void> {
  const movement = await movements.lock(tx, movementId);
  if (!movement || Object.keys(movement.held).length === 0) return;
  await moveHold(tx, ctx, 'hold_released', movement, movement.held);
  await movements.setHeld(tx, movement.id, {});
}

async function moveHold(
  tx: Tx,
  ctx: Context,
  kind: 'hold' | 'hold_released',
  { providerId, orderId, paymentId, providerRef }: Movement,
  shares: Record<string, number>,
): Promise<void> {
  const vendors = Object.entries(shares)
    .filter(([, amount]) => amount > 0)
    .map(([vendorId, amount]) => ({ vendorId, net: kind === 'hold' ? -amount : amount }));
  const reason = `Refund ${providerRef} at the payment provider is not allocated${kind === 'hold' ? '' : ' any more'}`;
  await postVendors(tx, ctx, kind, vendors, { providerId, orderId, paymentId, reason });
}
