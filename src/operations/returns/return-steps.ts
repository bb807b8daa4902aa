import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { createReturnsRepository } from '#db/returns/returns.repository.js';
import { createParcelsRepository } from '#db/shipping/parcels.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { EventDefinition } from '#domain/_shared/event.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { RefundTarget } from '#domain/payments/payment.js';
import { type ReturnLine, type ReturnRequest, returnableUntil } from '#domain/returns/return-request.js';
import { returnsErrors } from '#domain/returns/returns.errors.js';
import { type ReturnEvent, returnsEvents } from '#domain/returns/returns.events.js';
import { returnsSettings } from '#domain/returns/returns.settings.js';
import type { Shipment } from '#domain/shipping/shipment.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createSubOrderTransitions, type LockedSubOrder } from '#operations/orders/sub-order-transitions.js';
import { createReturnMails } from './return-mails.js';
import { createReturnReceipt } from './receive-return.js';

const BROUGHT_BACK = 'The carrier returns the parcel to its sender';
const DELIVERED_AFTER_ALL = 'The carrier has delivered the parcel after all';

export interface ReturnInput {
  lines: readonly { lineId: string; quantity: number }[];
  reason: string;
  /** Where the buyer wants the refund; by default where the money came from. */
  refundTo?: RefundTarget;
}

/** The steps of a return, each in its caller's transaction; the order is locked before each. */
export const createReturnSteps = builtOnce((deps: OperationDeps) => {
  const { outbox, settings } = deps;
  const returns = createReturnsRepository();
  const parcels = createParcelsRepository();
  const orders = createOrderWriteRepository();
  const subOrders = createSubOrderTransitions(deps);
  const mails = createReturnMails(deps);
  const receive = createReturnReceipt(deps);

  async function publish<Payload extends ReturnEvent>(
    tx: Tx,
    ctx: Context,
    { order }: LockedSubOrder,
    request: ReturnRequest,
    event: EventDefinition<Payload>,
    more: Omit<Payload, keyof ReturnEvent>,
  ): Promise<void> {
    const { id, orderId, subOrderId, vendorId } = request;
    const note = request.note ?? request.reason;
    await orders.appendToTimeline(tx, [{ orderId, subOrderId, event: event.type, note, actor: ctx.actor }]);
    const of = { returnRequestId: id, orderId, orderNumber: order.orderNumber };
    const payload = { ...of, orderVendorId: subOrderId, vendorId };
    outbox.append(tx, ctx, event, id, { ...payload, ...more } as Payload);
  }

  function open(
    ctx: Context,
    locked: LockedSubOrder,
    origin: 'buyer' | 'carrier',
    reason: string,
    {
      refundTo = 'original',
      shipmentId = null,
    }: { refundTo?: RefundTarget; shipmentId?: string | null } = {},
  ): ReturnRequest {
    const { id: subOrderId, vendorId } = locked.subOrder;
    const carrier = origin === 'carrier';
    return {
      id: newId(),
      orderId: locked.order.id,
      subOrderId,
      vendorId,
      origin,
      shipmentId,
      reason,
      refundTo,
      status: carrier ? 'approved' : 'requested',
      note: null,
      refundId: null,
      decidedAt: carrier ? ctx.now : null,
      receivedAt: null,
      createdAt: ctx.now,
    };
  }

  async function insert(tx: Tx, request: ReturnRequest, lines: ReturnLine[]): Promise<boolean> {
    const { note: _note, refundId: _refundId, receivedAt: _receivedAt, ...row } = request;
    return returns.insert(tx, { ...row, lines });
  }

  async function openApproved(
    tx: Tx,
    ctx: Context,
    locked: LockedSubOrder,
    request: ReturnRequest,
    lines: ReturnLine[],
  ): Promise<void> {
    if (!(await insert(tx, request, lines))) return;
    await publish(tx, ctx, locked, request, returnsEvents.requested, { origin: 'carrier' });
    await publish(tx, ctx, locked, request, returnsEvents.approved, {});
  }

  async function openOfParcel(
    tx: Tx,
    ctx: Context,
    locked: LockedSubOrder,
    { id: shipmentId, lines: pieces }: Pick<Shipment, 'id' | 'lines'>,
  ): Promise<void> {
    const known = await returns.returnable(tx, locked.subOrder.id);
    const lines = pieces.flatMap(({ lineId, quantity: sent }) => {
      const quantity = Math.min(sent, known.find((line) => line.lineId === lineId)?.unreturned ?? 0);
      return quantity > 0 ? [{ lineId, quantity, sellable: null }] : [];
    });
    await openApproved(tx, ctx, locked, open(ctx, locked, 'carrier', BROUGHT_BACK, { shipmentId }), lines);
  }

  return {
    receive: (
      tx: Tx,
      ctx: Context,
      locked: LockedSubOrder,
      request: ReturnRequest,
      unsellable: readonly string[],
    ) =>
      receive(tx, ctx, locked, request, unsellable, (refundId) =>
        publish(tx, ctx, locked, request, returnsEvents.received, { refundId }),
      ),

    /**
     * Requests a return of delivered pieces.
     * @throws AppError CONFLICT when it is too late, or pieces are in another return; VALIDATION_ERROR for an unknown line
     */
    async request(tx: Tx, ctx: Context, locked: LockedSubOrder, input: ReturnInput): Promise<string> {
      const { status, deliveredAt, id: subOrderId } = locked.subOrder;
      if (status !== 'delivered' || !deliveredAt) throw returnsErrors.notDelivered({ status });
      const until = returnableUntil(deliveredAt, settings.get(returnsSettings.windowDays));
      if (ctx.now > until) throw returnsErrors.windowClosed({ until: until.toISOString() });
      const known = await returns.returnable(tx, subOrderId);
      const lines = input.lines.map(({ lineId, quantity }, index) => {
        const line = known.find((item) => item.lineId === lineId);
        const again = input.lines.findIndex((item) => item.lineId === lineId) !== index;
        if (!line || again) {
          const message = again ? 'must be named once' : 'must be a line of this sub-order';
          const path = `body.lines.${index}.lineId`;
          throw platformErrors.validation(
            {},
            { errors: [{ path, message, code: again ? 'not_unique' : 'unknown_reference' }] },
          );
        }
        const left = Math.max(line.left, 0);
        if (quantity > left) throw returnsErrors.piecesLeft({ left, lineId });
        return { lineId, quantity, sellable: null, title: line.title };
      });
      const request = open(ctx, locked, 'buyer', input.reason, { refundTo: input.refundTo });
      await insert(
        tx,
        request,
        lines.map(({ title: _title, ...line }) => line),
      );
      await publish(tx, ctx, locked, request, returnsEvents.requested, { origin: 'buyer' });
      await mails(tx, ctx, 'return.requested', request, lines);
      return request.id;
    },

    /**
     * A carrier brings a parcel back: its return is approved already. A repeat opens none. Of a sub-order that is sent in
     * several parcels it has the pieces of its parcel alone, else everything that was sent.
     * @param shipmentId the parcel; undefined in earlier events, which concern any parcel that goes back
     */
    async openOfCarrier(tx: Tx, ctx: Context, subOrderId: string, shipmentId?: string): Promise<void> {
      const locked = await subOrders.lock(tx, subOrderId);
      if (!locked) return;
      const { status, awaitingReturn } = locked.subOrder;
      const several = await parcels.returning(tx, subOrderId);
      const awaited = status === 'cancelled' && awaitingReturn;
      if (several) {
        if (!awaited && status !== 'pending' && status !== 'fulfilled' && status !== 'delivered') return;
        for (const parcel of several)
          if (!shipmentId || parcel.id === shipmentId) await openOfParcel(tx, ctx, locked, parcel);
        return;
      }
      if (status !== 'fulfilled' && !awaited) return;
      const sent = (await returns.returnable(tx, subOrderId)).flatMap(
        ({ lineId, quantity, cancelledQuantity, returnedQuantity }) => {
          const pieces = quantity - cancelledQuantity - returnedQuantity;
          return pieces > 0 ? [{ lineId, quantity: pieces, sellable: null }] : [];
        },
      );
      await openApproved(tx, ctx, locked, open(ctx, locked, 'carrier', BROUGHT_BACK), sent);
    },

    /** The carrier has delivered a parcel that it had reported to go back: its return is cancelled, where it is open. */
    async cancelOfParcel(tx: Tx, ctx: Context, locked: LockedSubOrder, shipmentId: string): Promise<void> {
      const request = await returns.ofParcel(tx, shipmentId);
      const cancelled = { status: 'cancelled' as const, note: DELIVERED_AFTER_ALL };
      if (!request || !(await returns.move(tx, request.id, ['approved'], cancelled))) return;
      await publish(tx, ctx, locked, { ...request, ...cancelled }, returnsEvents.cancelled, {});
    },

    /** Approves or rejects a request. @returns false when it was decided before */
    async decide(
      tx: Tx,
      ctx: Context,
      locked: LockedSubOrder,
      request: ReturnRequest,
      decision: { status: 'approved' | 'rejected'; note: string | null },
    ): Promise<boolean> {
      const moved = await returns.move(tx, request.id, ['requested'], { ...decision, decidedAt: ctx.now });
      if (!moved) return false;
      const decided = { ...request, ...decision };
      await publish(tx, ctx, locked, decided, returnsEvents[decision.status], {});
      const lines = await returns.linesOf(tx, request.id);
      await mails(tx, ctx, `return.${decision.status}`, decided, lines);
      return true;
    },

    /** The buyer sends nothing back after all. @returns false when it was decided before */
    async cancel(tx: Tx, ctx: Context, locked: LockedSubOrder, request: ReturnRequest): Promise<boolean> {
      if (!(await returns.move(tx, request.id, ['requested'], { status: 'cancelled', decidedAt: ctx.now })))
        return false;
      await publish(tx, ctx, locked, request, returnsEvents.cancelled, {});
      return true;
    },
  };
});

export type ReturnSteps = ReturnType<typeof createReturnSteps>;
