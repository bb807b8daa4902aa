import type { Knex } from '#db/kernel/knex.js';
import { readOrder } from '#db/orders/order.query.js';
import { readTimeline } from '#db/orders/timeline.query.js';
import { readVendorOrder, subOrdersOf } from '#db/orders/vendor-orders.query.js';
import type { EventDefinition } from '#domain/_shared/event.js';
import { type OrderPayload, ordersEvents, type SubOrderPayload } from '#domain/orders/orders.events.js';
import {
  type AdminAudience,
  type VendorAudience,
  vendorOfPayload,
  type WebhookEvent,
  webhookEvent,
} from '#operations/outbound-webhooks/webhook-event.js';
import { adminOrderExample, vendorOrderExample } from './order-examples.js';
import { adminOrderResponse, vendorOrderResponse } from './orders.mapper.js';
import { adminOrderSchema, vendorOrderSchema } from './orders.schemas.js';

/** The order as administrators read it. */
const admin: AdminAudience<{ orderId: string }, typeof adminOrderSchema> = {
  schema: adminOrderSchema,
  example: adminOrderExample,
  link: ({ payload }) => `/admin/orders/${payload.orderId}`,
  permission: 'order:view',
  async data({ knex }, { payload: { orderId } }) {
    const [order, timeline] = await Promise.all([readOrder(knex, { orderId }), readTimeline(knex, orderId)]);
    return order && adminOrderResponse({ order, timeline });
  },
};

async function vendorData(knex: Knex, orderId: string, vendorId: string) {
  const own = (await subOrdersOf(knex, orderId)).find((subOrder) => subOrder.vendorId === vendorId);
  const subOrder = own && (await readVendorOrder(knex, { subOrderId: own.id, vendorId }));
  return subOrder ? vendorOrderResponse(subOrder) : null;
}

const vendorShape = { schema: vendorOrderSchema, example: vendorOrderExample };

/** Its sub-order, once the order is confirmed: other vendors' lines and the buyer's e-mail are not in it. */
const vendor: VendorAudience<{ orderId: string }, typeof vendorOrderSchema> = {
  ...vendorShape,
  link: ({ payload }) => `/vendor/orders?search=${payload.orderId}`,
  vendorsOf: async ({ knex }, { payload }) =>
    (await subOrdersOf(knex, payload.orderId)).map(({ vendorId }) => vendorId),
  data: ({ knex }, { payload }, vendorId) => vendorData(knex, payload.orderId, vendorId),
};

/** An event of one sub-order: the other vendors of the order are not notified of it. */
const oneVendor: VendorAudience<SubOrderPayload, typeof vendorOrderSchema> = {
  ...vendorShape,
  link: ({ payload }) => `/vendor/orders/${payload.orderVendorId}`,
  vendorsOf: vendorOfPayload,
  data: ({ knex }, { payload }, vendorId) =>
    payload.vendorId === vendorId ? vendorData(knex, payload.orderId, vendorId) : Promise.resolve(null),
};

/** Vendors see an order from its confirmation on, and nothing of how it was paid for before. */
const forOperator = <Payload extends OrderPayload>(event: EventDefinition<Payload>) =>
  webhookEvent(event, { admin });
const forAll = <Payload extends OrderPayload>(event: EventDefinition<Payload>) =>
  webhookEvent(event, { admin, vendor });
const ofSubOrder = <Payload extends SubOrderPayload>(event: EventDefinition<Payload>) =>
  webhookEvent(event, { admin, vendor: oneVendor });

export const ordersWebhooks: readonly WebhookEvent[] = [
  forOperator(ordersEvents.placed),
  forAll(ordersEvents.confirmed),
  forAll(ordersEvents.paid),
  forOperator(ordersEvents.paymentFailed),
  forAll(ordersEvents.cancelled),
  forOperator(ordersEvents.refunded),
  forAll(ordersEvents.delivered),
  ofSubOrder(ordersEvents.subOrderFulfilled),
  ofSubOrder(ordersEvents.subOrderDelivered),
  ofSubOrder(ordersEvents.subOrderCancelled),
  ofSubOrder(ordersEvents.subOrderReturned),
];
