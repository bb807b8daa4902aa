import type { Tx } from '#db/kernel/unit-of-work.js';
import { createSubOrdersRepository } from '#db/orders/sub-orders.repository.js';
import { createParcelsRepository } from '#db/shipping/parcels.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { assertSendable, type ParcelPieces, unsentPieces, worthOfParcel } from '#domain/shipping/parcel.js';
import type { CredentialSource } from '#domain/shipping/provider.js';
import type { Shipment } from '#domain/shipping/shipment.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createSubOrderTransitions, type LockedSubOrder } from '#operations/orders/sub-order-transitions.js';
import { createReturnedClosing } from '#operations/returns/close-returned.js';

/** What a shipment says of its contents. */
export type ParcelContents = Pick<Shipment, 'lines' | 'counted' | 'value'>;

/** Who holds the cash of a parcel: its vendor, or the operator through the account of the platform. */
const atOperator = (source: CredentialSource | null) => source === 'platform';

/**
 * Which pieces of a sub-order are in parcels. They are counted in their lines by a conditional update as their parcel is
 * claimed, so that no piece is sent twice; they leave the stock as the parcel is made, and the sub-order is fulfilled with
 * the last of them.
 */
export const createParcelPieces = builtOnce((deps: OperationDeps) => {
  const parcels = createParcelsRepository();
  const rows = createSubOrdersRepository();
  const subOrders = createSubOrderTransitions(deps);
  const closeReturned = createReturnedClosing(deps);

  /** The cash of a sub-order is one amount in the books, so that one side has to collect all of it. */
  async function assertOneCollector(
    tx: Tx,
    { order, subOrder }: LockedSubOrder,
    source: CredentialSource | null,
  ): Promise<void> {
    if (order.paymentMethod !== 'cod' || order.paymentStatus !== 'unpaid') return;
    const [earlier] = await parcels.sent(tx, subOrder.id);
    if (earlier && atOperator(earlier.credentialSource) !== atOperator(source))
      throw shippingErrors.cashCollector({ owner: earlier.credentialSource ?? 'vendor' });
  }

  async function settle(tx: Tx, ctx: Context, locked: LockedSubOrder): Promise<void> {
    if (locked.subOrder.status !== 'pending') return;
    if (await parcels.isComplete(tx, locked.subOrder.id)) await subOrders.fulfil(tx, ctx, locked);
  }

  async function deliverWhenAllArrived(tx: Tx, ctx: Context, subOrderId: string): Promise<void> {
    if (!(await parcels.allDelivered(tx, subOrderId))) return;
    const now = await subOrders.lock(tx, subOrderId);
    if (now?.subOrder.status === 'fulfilled') await subOrders.deliver(tx, ctx, now);
  }

  return {
    /**
     * Claims pieces for a parcel.
     * @param parcel the first carries the shipping that its buyer pays
     * @throws AppError CONFLICT for pieces that were sent or cancelled before
     */
    async take(
      tx: Tx,
      locked: LockedSubOrder,
      wanted: readonly ParcelPieces[],
      { parcel, credentialSource }: { parcel: number; credentialSource: CredentialSource | null },
    ): Promise<ParcelContents> {
      const { subOrder } = locked;
      await assertOneCollector(tx, locked, credentialSource);
      const lines = await parcels.lines(tx, subOrder.id);
      const pieces = wanted.map(({ lineId, quantity }) => ({ lineId, quantity }));
      assertSendable(lines, pieces);
      if (!(await rows.countSent(tx, subOrder.id, pieces))) throw shippingErrors.shipmentCreating();
      const items = lines.reduce((sum, { total }) => sum + total, 0);
      const shipping = parcel === 1 ? subOrder.total - items : 0;
      return { lines: pieces, counted: true, value: worthOfParcel(lines, pieces) + shipping };
    },

    /** Claims the pieces of a parcel once more that could not be brought to its carrier. */
    async takeAgain(
      tx: Tx,
      locked: LockedSubOrder,
      { lines }: Pick<Shipment, 'lines'>,
      source: CredentialSource | null,
    ): Promise<void> {
      await assertOneCollector(tx, locked, source);
      assertSendable(await parcels.lines(tx, locked.subOrder.id), lines);
      if (!(await rows.countSent(tx, locked.subOrder.id, lines))) throw shippingErrors.shipmentCreating();
    },

    /** Everything that is in no parcel yet. */
    async rest(tx: Tx, subOrderId: string): Promise<ParcelPieces[]> {
      const left = unsentPieces(await parcels.lines(tx, subOrderId));
      return left.map(({ lineId, quantity }) => ({ lineId, quantity }));
    },

    /** The parcel was not made: its pieces can be sent otherwise. */
    giveBack: (tx: Tx, { lines }: Pick<Shipment, 'lines'>) => rows.uncountSent(tx, lines),

    /** The parcel was made. */
    async sent(tx: Tx, ctx: Context, locked: LockedSubOrder, shipment: Shipment): Promise<void> {
      const lines = await parcels.lines(tx, shipment.subOrderId);
      const pieces = shipment.lines.flatMap(({ lineId, quantity }) => {
        const line = lines.find((item) => item.lineId === lineId);
        return line ? [{ lineId, variantId: line.variantId, quantity }] : [];
      });
      await subOrders.shipPieces(tx, ctx, locked, shipment.id, pieces);
      await settle(tx, ctx, locked);
    },

    /**
     * Fulfils the sub-order where nothing is left to send, and delivers it where every parcel has arrived before, or closes it
     * where every parcel is back.
     */
    async settle(tx: Tx, ctx: Context, locked: LockedSubOrder): Promise<void> {
      await settle(tx, ctx, locked);
      await deliverWhenAllArrived(tx, ctx, locked.subOrder.id);
      if (await parcels.allCameBack(tx, locked.subOrder.id)) await closeReturned(tx, ctx, locked.subOrder.id);
    },

    deliverWhenAllArrived,

    allReturning: (tx: Tx, subOrderId: string) => parcels.allReturning(tx, subOrderId),

    markArrived: (tx: Tx, shipmentId: string) => parcels.markDelivered(tx, shipmentId),
  };
});

export type ParcelPiecesOperation = ReturnType<typeof createParcelPieces>;
