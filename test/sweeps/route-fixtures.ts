import { PDFDocument } from 'pdf-lib';
import { normalizeOrderNumber } from '#domain/orders/order-number.js';
import { hmacSha256 } from '#lib/crypto.js';
import { newId } from '#lib/ids.js';
import type { Container } from '#lib/container.js';
import { followOrder } from '#workflows/orders/orders.contract.js';
import { blackPng, formOf } from '../media/form-upload.js';
import { createBuyer, createConfirmedOrder } from '../_support/orders.js';
import type { TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { addressOf } from '../_support/vendors.js';
import type { World } from './world.js';

/** What a request of a route has other than what its declaration and the rows of the world say. */
export interface RouteFixture {
  /** Values of the path. */
  params?: Record<string, string>;
  /** An object is sent as JSON; added to nothing, it is the whole body. */
  body?: object | string;
  headers?: Record<string, string>;
  token?: string;
  /** Makes a body in which something was changed consistent again, or the rows that it speaks of. */
  fit?: (json: unknown) => unknown;
}

type MakeFixture = (at: {
  platform: TestPlatform;
  container: Container;
  world: World;
}) => Promise<RouteFixture>;

/** The platform's part of the payment sandbox; nothing of it needs to run. */
export const SWEEP_SECRET = 'sandbox-webhook-secret';

const picture: MakeFixture = () => Promise.resolve({ body: formOf(blackPng(2, 2)) });

const job: MakeFixture = async ({ container }) => {
  const [orderId, userId] = [newId(), newId()];
  const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'sweep' };
  const input = { orderId, orderNumber: `HT-${orderId.slice(-8)}`, userId, origin };
  return { params: { workflowId: (await container.gateway.start(followOrder, input)).workflowId } };
};

const parkedDelivery: MakeFixture = async ({ container, world }) => {
  const eventId = world.idOf('outboxEvent');
  const row = { eventId, subscription: 'sweep', entityId: 'test', state: 'parked', attempts: 10 };
  await container.knex('outbox_deliveries').insert(row);
  return { params: { subscription: 'sweep' } };
};

const readyInvoice: MakeFixture = async ({ container, world }) => {
  const [orderId, orderVendorId] = [world.idOf('order'), world.idOf('orderVendor')];
  const storageKey = `invoices/${orderVendorId}.pdf`;
  const document = await PDFDocument.create();
  document.addPage();
  const file = Buffer.from(await document.save());
  await container.storage.put(storageKey, file, { contentType: 'application/pdf' });
  await container
    .knex('invoices')
    .insert({
      ...{ orderId, orderVendorId, vendorId: world.vendor.vendorId, status: 'ready', storageKey },
      ...{ financialYear: '2627', sequence: 1, prefix: 'INV', doneRev: 1, issuedAt: new Date() },
    })
    .onConflict('orderVendorId')
    .ignore();
  return {};
};

/** As many pieces as may be taken away at once. */
const PIECES = 100_000_000;

const fullStock: MakeFixture = async ({ container, world }) => {
  const variantId = world.idOf('productVariant');
  await container.knex('inventory_levels').where({ variantId }).update({ onHand: PIECES });
  return {};
};

/** A bulk adjustment names each variant once: as many as one may have, of the world's product. */
const manyStocks: MakeFixture = async ({ container: { knex }, world }) => {
  const owner = { vendorId: world.vendor.vendorId };
  const ids = Array.from({ length: 500 }, () => newId());
  const productId = world.idOf('product');
  await knex('products_variants').insert(ids.map((id) => ({ id, productId, price: 100, ...owner })));
  await knex('inventory_levels').insert(ids.map((variantId) => ({ variantId, onHand: PIECES, ...owner })));
  const fit = (json: unknown) => {
    const { adjustments } = json as { adjustments: object[] };
    return { adjustments: adjustments.map((one, index) => ({ ...one, variantId: ids[index] ?? newId() })) };
  };
  return { fit };
};

/** The values of a variant are of options that the product has. */
const matchingOptions: MakeFixture = () =>
  Promise.resolve({
    fit: (json) => {
      const { variants } = json as {
        variants?: { optionValues?: { optionName: string; value: string }[] }[];
      };
      const values = variants?.[0]?.optionValues;
      if (!values) return json;
      const options = values.map(({ optionName, value }) => ({ name: optionName, values: [value] }));
      return { ...(json as object), options };
    },
  });

/** The order that a lookup asks for is the one that there is. */
const orderSought: MakeFixture = async ({ container: { knex }, world }) => {
  const order = { id: world.idOf('order') };
  const fit = async (json: unknown) => {
    const { orderNumber: written, email } = json as { orderNumber: string; email: string };
    const orderNumber = normalizeOrderNumber(written);
    await knex('orders').where(order).update({ orderNumber, email });
    return json;
  };
  const row = (await knex('orders').where(order).first('orderNumber', 'email')) as object;
  return { body: row, fit };
};

/** How the routes get what a fresh row of each entity does not give them, by name. */
export const routeFixtures: Readonly<Record<string, MakeFixture>> = {
  'GET /admin/jobs/:workflowId': job,
  'POST /admin/jobs/:workflowId/cancel': job,
  'POST /admin/event-deliveries/:eventId/:subscription/retry': parkedDelivery,
  'POST /admin/event-deliveries/:eventId/:subscription/drop': parkedDelivery,
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
  'PUT /me/active-vendor': ({ world }) => Promise.resolve({ token: world.vendor.token }),
  // The world's customer has an application that waits.
  'POST /store/vendor-applications': async ({ container }) => ({
    token: (await createBuyer(container)).token,
  }),
  'POST /store/orders/lookup': orderSought,
  'POST /vendor/products': matchingOptions,
  'POST /store/carts/:cartId/place-order': async ({ container, world }) => {
    const [cartId, variantId] = [world.idOf('cart'), world.idOf('productVariant')];
    const shippingAddress = JSON.stringify(addressOf());
    await container.knex('carts').where({ id: cartId }).update({ shippingAddress });
    const { price } = (await container.knex('products_variants').where({ id: variantId }).first()) as {
      price: number;
    };
    return { body: { expectedTotal: price, paymentOption: 'cod' } };
  },
  'POST /store/orders/:orderId/payments': async ({ container, world }) => {
    const vendorIds = [world.vendor.vendorId];
    const options = { buyer: world.customer, vendorIds, status: 'pending_payment' } as const;
    const { orderId } = await createConfirmedOrder(container, options);
    // Known to its provider: it is only answered again.
    await container.knex('payments').where({ orderId }).update({ providerOrderId: orderId });
    return { params: { orderId } };
  },
  'GET /store/payments/:paymentId/checkout': async ({ platform, container, world }) => {
    const credentials = { 'payment.razorpay.key_id': 'rzp_test_sweep' };
    data(await platform.http.as(world.admin.token).patch('/admin/settings/admin', credentials));
    const id = world.idOf('payment');
    await container.knex('payments').where({ id }).update({ providerId: 'razorpay', providerOrderId: id });
    return {};
  },
  'POST /webhooks/payments/:providerId': () => {
    const body = JSON.stringify({ event: 'payment.authorized', created_at: 1_790_000_000, payload: {} });
    const signature = hmacSha256(body, SWEEP_SECRET);
    const headers = { 'x-razorpay-event-id': newId(), 'x-razorpay-signature': signature };
    return Promise.resolve({ params: { providerId: 'sandbox' }, body, headers });
  },
};
