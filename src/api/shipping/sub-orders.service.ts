import { awaitSettled } from '#db/kernel/await-settled.js';
import { readVendorOrder, type VendorOrderView } from '#db/orders/vendor-orders.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createShipmentsRepository } from '#db/shipping/shipments.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { ordersErrors } from '#domain/orders/orders.errors.js';
import type { Shipment } from '#domain/shipping/shipment.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import type { Platform } from '#operations/platform.js';
import type { LockedSubOrder } from '#operations/orders/sub-order-transitions.js';
import { SHIPMENT_TOPIC } from '#operations/shipping/shipment-steps.js';
import type { FulfilmentChecks, FulfilmentInput } from './fulfilment-checks.js';

/** A sub-order, of one vendor where `vendorId` is given. */
export interface SubOrderScope {
  subOrderId: string;
  vendorId?: string;
}

/** How long a request waits for the carrier. */
const WAIT_MS = 20_000;

/** The moves of sub-orders by vendors and operators. */
export function createSubOrdersService(
  platform: Platform,
  checks: FulfilmentChecks,
  { waitMs = WAIT_MS }: { waitMs?: number } = {},
) {
  const { knex, unitOfWork, live, gateway } = platform;
  const { subOrderTransitions: transitions, shipmentSteps } = platform.operations;
  const shipments = createShipmentsRepository();
  const notFound = () => platformErrors.notFound({ entity: 'Order' });

  async function read(scope: SubOrderScope): Promise<VendorOrderView> {
    const view = await readVendorOrder(knex, scope);
    if (!view) throw notFound();
    return view;
  }

  /** The sub-order with its order locked, of a confirmed order, and not at a carrier right now. */
  async function lock(tx: Tx, scope: SubOrderScope): Promise<LockedSubOrder> {
    const locked = await transitions.lock(tx, scope.subOrderId, scope);
    if (!locked) throw notFound();
    if (!locked.subOrder.confirmedAt) {
      // To its vendor it does not exist before it is confirmed.
      throw scope.vendorId ? notFound() : ordersErrors.notConfirmed();
    }
    if (await shipments.isCreatingFor(tx, scope.subOrderId)) throw shippingErrors.shipmentCreating();
    return locked;
  }

  const wrongState = ({ subOrder }: LockedSubOrder, move: string) =>
    ordersErrors.subOrderState({ status: subOrder.status, move });

  /** Waits for the carrier as long as a request may, then says how the shipment stands. */
  async function responseOf(scope: SubOrderScope, shipmentId: string) {
    const settled = async () => {
      const shipment = await shipments.find(knex, shipmentId);
      if (shipment?.status === 'creating') return undefined;
      return { failed: shipment?.status === 'failed' ? shipment : null };
    };
    const outcome = await awaitSettled(live, SHIPMENT_TOPIC, shipmentId, settled, waitMs);
    if (outcome?.failed) throw failureOf(outcome.failed);
    return { subOrder: await read(scope), creating: outcome === undefined };
  }

  return {
    read,

    /**
     * Fulfils a sub-order, or sends some of its pieces. With a carrier the shipment is claimed, handed to its workflow and waited for.
     * @throws AppError 400 for missing configuration or a refusal of the carrier, 409 in another state, 502 when the
     *   carrier cannot be reached, 503 while the engine is known to be down
     */
    async fulfil(
      ctx: Context,
      scope: SubOrderScope,
      input: FulfilmentInput,
    ): Promise<{ subOrder: VendorOrderView; creating: boolean }> {
      const request = await checks.requestOf(await vendorOf(scope), input);
      if (request.account) await gateway.assertAvailable();
      const shipmentId = await unitOfWork.runOnce(ctx, async (tx) => {
        const locked = await lock(tx, scope);
        if (locked.subOrder.status !== 'pending') throw wrongState(locked, 'fulfilled');
        if (!request.account) return shipmentSteps.shipByVendor(tx, ctx, locked, request);
        return shipmentSteps.claim(tx, ctx, locked, request);
      });
      return responseOf(scope, shipmentId);
    },

    /** Marks a fulfilled sub-order delivered; a repeat changes nothing. */
    async deliver(ctx: Context, scope: SubOrderScope): Promise<VendorOrderView> {
      await unitOfWork.run(ctx, async (tx) => {
        const locked = await lock(tx, scope);
        if (locked.subOrder.status === 'delivered') return;
        if (await shipmentSteps.isReturning(tx, scope.subOrderId)) throw shippingErrors.parcelReturning();
        if (!(await transitions.deliver(tx, ctx, locked))) throw wrongState(locked, 'delivered');
      });
      return read(scope);
    },

    /** Cancels a pending or fulfilled sub-order; a repeat changes nothing. */
    async cancel(
      ctx: Context,
      scope: SubOrderScope,
      details: { reason: string; restock: boolean },
    ): Promise<VendorOrderView> {
      await unitOfWork.run(ctx, async (tx) => {
        const locked = await lock(tx, scope);
        if (locked.subOrder.status === 'cancelled') return;
        if (!(await shipmentSteps.cancelSubOrder(tx, ctx, locked, details)))
          throw wrongState(locked, 'cancelled');
      });
      return read(scope);
    },

    /** With what a sub-order can be fulfilled. */
    async options(scope: SubOrderScope) {
      return checks.options(await vendorOf(scope));
    },
  };

  /** The vendor of a sub-order. */
  async function vendorOf(scope: SubOrderScope): Promise<string> {
    const vendorId = await checks.vendorOf(scope);
    if (!vendorId) throw notFound();
    return vendorId;
  }
}

function failureOf(shipment: Shipment) {
  return shipment.errorKind === 'refused'
    ? shippingErrors.carrierRefused({ reason: shipment.error ?? '' })
    : shippingErrors.carrierUnreachable({ reason: shipment.error ?? 'no response' });
}

export type SubOrdersService = ReturnType<typeof createSubOrdersService>;
