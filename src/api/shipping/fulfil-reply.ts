import { vendorOrderResponse } from '#api/orders/orders.mapper.js';
import type { Services } from '#api/services.js';
import { Reply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { ordersErrors } from '#domain/orders/orders.errors.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';

/** What sending a sub-order, or some pieces of it, may be refused with. */
export const fulfilErrors = [
  shippingErrors.missingConfiguration,
  shippingErrors.providerNotEnabled,
  shippingErrors.carrierRefused,
  shippingErrors.carrierUnreachable,
  shippingErrors.shipmentCreating,
  ordersErrors.subOrderState,
  platformErrors.engineUnavailable,
];
type Fulfilled = Awaited<ReturnType<Services['subOrders']['fulfil']>>;

/** 202 while the carrier has not responded. */
export const fulfilReply = ({ subOrder, creating }: Fulfilled) =>
  new Reply(vendorOrderResponse(subOrder), { status: creating ? 202 : 200 });

/** The sub-order in a path, as one of the vendor who asks. */
export const ofVendor = (ctx: Context, subOrderId: string) => ({ subOrderId, vendorId: requireVendor(ctx) });
