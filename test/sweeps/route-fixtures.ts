import { hmacSha256 } from '#lib/crypto.js';
import { newId } from '#lib/ids.js';
import { blackPng, formOf } from '../media/form-upload.js';
import { createBuyer, createConfirmedOrder, createSellableVariant } from '../_support/orders.js';
import { data } from '../_support/shop.js';
import { featureRouteFixtures } from './feature-route-fixtures.js';
import { addressOf } from '../_support/vendors.js';
import {
  fullStock,
  job,
  type MakeFixture,
  manyStocks,
  orderSought,
  parkedDeliveries,
  parkedDelivery,
  picture,
  readyInvoice,
} from './fixture-makers.js';

/** The platform's part of the payment sandbox; nothing of it needs to run. */
export const SWEEP_SECRET = 'sandbox-webhook-secret';

/**
 * How the routes get what a fresh row of each entity does not give them, by name. A feature has its own table,
 * `test/<slug>/<slug>.route-fixtures.ts`.
 */
export const routeFixtures: Readonly<Record<string, MakeFixture>> = {
  ...featureRouteFixtures,
  'GET /admin/jobs/:workflowId': job,
  'POST /admin/jobs/:workflowId/cancel': job,
  'POST /admin/event-deliveries/:eventId/:subscription/retry': parkedDelivery,
  'POST /admin/event-deliveries/:eventId/:subscription/drop': parkedDelivery,
  'POST /admin/event-deliveries/retry': parkedDeliveries,
  'POST /admin/event-deliveries/drop': parkedDeliveries,
  'GET /admin/orders/:orderId/invoice': readyInvoice,
  'GET /admin/orders/:orderId/vendors/:orderVendorId/invoice': readyInvoice,
  'GET /store/orders/:orderId/invoice': readyInvoice,
  'GET /store/orders/:orderId/vendors/:orderVendorId/invoice': readyInvoice,
  'POST /vendor/inventory/:variantId/adjust': fullStock,
  'POST /vendor/inventory/bulk-adjust': manyStocks,
  'POST /vendor/media': picture,
  'POST /admin/media': picture,
  'GET /media/*key': async ({ container }) => {
    const key = `vendors/sweep/${newId()}.png`;
    await container.storage.put(`media/${key}`, blackPng(2, 2), { contentType: 'image/png' });
    return { params: { key } };
  },
  'POST /vendor/products/import': () =>
    Promise.resolve({ body: formOf(Buffer.from('Handle,Title,Variant Price\nlamp,Lamp,100\n'), 'a.csv') }),
  'PUT /me/active-vendor': ({ fixtures }) => Promise.resolve({ token: fixtures.vendor.token }),
  // The world's customer has an application that waits.
  'POST /store/vendor-applications': async ({ container }) => ({
    token: (await createBuyer(container)).token,
  }),
  'POST /store/orders/lookup': orderSought,
  'POST /store/orders/lookup/invoice': async (at) => {
    await readyInvoice(at);
    return orderSought(at);
  },
  // What the cart has of a variant already counts with what is added.
  'POST /store/carts/:cartId/items': async ({ container, fixtures }) => {
    const { variantId } = await createSellableVariant(container, fixtures.vendor.vendorId);
    return { body: { variantId, quantity: 1 } };
  },
  'POST /store/carts/:cartId/place-order': async ({ container, fixtures }) => {
    const [cartId, variantId] = [await fixtures.make('cart'), await fixtures.make('productVariant')];
    await fixtures.make('cartItem');
    const shippingAddress = JSON.stringify(addressOf());
    await container.knex('carts').where({ id: cartId }).update({ shippingAddress });
    const { price } = (await container.knex('products_variants').where({ id: variantId }).first()) as {
      price: number;
    };
    return { body: { expectedTotal: price, paymentOption: 'cod' } };
  },
  'POST /store/orders/:orderId/payments': async ({ container, fixtures }) => {
    const vendorIds = [fixtures.vendor.vendorId];
    const options = { buyer: fixtures.customer, vendorIds, status: 'pending_payment' } as const;
    const { orderId } = await createConfirmedOrder(container, options);
    // Known to its provider: it is only answered again.
    await container.knex('payments').where({ orderId }).update({ providerOrderId: orderId });
    return { params: { orderId } };
  },
  'GET /store/payments/:paymentId/checkout': async ({ platform, container, fixtures }) => {
    const credentials = { 'payment.razorpay.key_id': 'rzp_test_sweep' };
    data(await platform.http.as(fixtures.admin.token).patch('/admin/settings/admin', credentials));
    const vendorIds = [fixtures.vendor.vendorId];
    const options = { buyer: fixtures.customer, vendorIds, status: 'pending_payment' } as const;
    const { orderId } = await createConfirmedOrder(container, options);
    const changed = { providerId: 'razorpay', providerOrderId: orderId };
    const [row] = (await container.knex('payments').where({ orderId }).update(changed).returning('id')) as {
      id: string;
    }[];
    return { params: { paymentId: row?.id ?? '' } };
  },
  'POST /webhooks/payments/:providerId': () => {
    const body = JSON.stringify({ event: 'payment.authorized', created_at: 1_790_000_000, payload: {} });
    const signature = hmacSha256(body, SWEEP_SECRET);
    const headers = { 'x-razorpay-event-id': newId(), 'x-razorpay-signature': signature };
    return Promise.resolve({ params: { providerId: 'sandbox' }, body, headers });
  },
  'POST /webhooks/payouts/:providerId': () => {
    const body = JSON.stringify({ event: 'transaction.created', created_at: 1_790_000_000, payload: {} });
    const signature = hmacSha256(body, SWEEP_SECRET);
    const headers = { 'x-razorpay-event-id': newId(), 'x-razorpay-signature': signature };
    return Promise.resolve({ params: { providerId: 'razorpayx-sandbox' }, body, headers });
  },
};
