import { randomInt } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { normalizeOrderNumber } from '#domain/orders/order-number.js';
import type { Container } from '#runtime/container.js';
import { newId } from '#lib/ids.js';
import { followOrder } from '#workflows/orders/orders.contract.js';
import { blackPng, formOf } from '../media/form-upload.js';
import type { TestPlatform } from '../_support/platform.js';
import type { Fixtures } from './fixtures.js';

/** What a request of a route has other than what its declaration and the rows of the world say. */
export interface RouteFixture {
  /** Values of the path. */
  params?: Record<string, string>;
  /** An object is sent as JSON; added to nothing, it is the whole body. */
  body?: object | string;
  headers?: Record<string, string>;
  /** `?name=value`, where a parameter is required. */
  query?: string;
  token?: string;
  /** Makes a body in which something was changed consistent again, or the rows that it speaks of. */
  fit?: (json: unknown) => unknown;
}

export type MakeFixture = (at: {
  platform: TestPlatform;
  container: Container;
  fixtures: Fixtures;
}) => Promise<RouteFixture>;

export const picture: MakeFixture = () => Promise.resolve({ body: formOf(blackPng(2, 2)) });

export const job: MakeFixture = async ({ container }) => {
  const [orderId, userId] = [newId(), newId()];
  const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'sweep' };
  const input = { orderId, orderNumber: `HT-${orderId.slice(-8)}`, userId, origin };
  return { params: { workflowId: (await container.gateway.start(followOrder, input)).workflowId } };
};

export const parkedDelivery: MakeFixture = async ({ container, fixtures }) => {
  const eventId = await fixtures.make('outboxEvent');
  const row = { eventId, subscription: 'sweep', entityId: 'test', state: 'parked', attempts: 10 };
  await container.knex('outbox_deliveries').insert(row);
  return { params: { subscription: 'sweep' } };
};

/** A body names deliveries or a filter, never both. */
export const parkedDeliveries: MakeFixture = async (at) => {
  await parkedDelivery(at);
  const fit = (json: unknown) => {
    const { filter, ...rest } = json as { deliveries?: unknown; filter?: unknown };
    return rest.deliveries === undefined || filter === undefined ? json : rest;
  };
  return { fit };
};

export const readyInvoice: MakeFixture = async ({ container, fixtures }) => {
  const [orderId, orderVendorId] = [await fixtures.make('order'), await fixtures.make('subOrder')];
  const storageKey = `invoices/${orderVendorId}.pdf`;
  const document = await PDFDocument.create();
  document.addPage();
  const file = Buffer.from(await document.save());
  await container.storage.put(storageKey, file, { contentType: 'application/pdf' });
  await container
    .knex('invoices')
    .insert({
      orderId,
      subOrderId: orderVendorId,
      vendorId: fixtures.vendor.vendorId,
      status: 'ready',
      storageKey,
      financialYear: '2627',
      sequence: randomInt(1, 10_000_000),
      prefix: 'INV',
      doneRev: 1,
      issuedAt: new Date(),
    })
    .onConflict('subOrderId')
    .ignore();
  return {};
};

/** As many pieces as may be taken away at once. */
const PIECES = 100_000_000;

export const fullStock: MakeFixture = async ({ container, fixtures }) => {
  const variantId = await fixtures.make('productVariant');
  await container.knex('inventory_levels').where({ variantId }).update({ onHand: PIECES });
  return {};
};

/** A bulk adjustment names each variant once: as many as one may have, of the world's product. */
export const manyStocks: MakeFixture = async ({ container: { knex }, fixtures }) => {
  const owner = { vendorId: fixtures.vendor.vendorId };
  const ids = Array.from({ length: 500 }, () => newId());
  const productId = await fixtures.make('product');
  await knex('products_variants').insert(ids.map((id) => ({ id, productId, price: 100, ...owner })));
  await knex('inventory_levels').insert(ids.map((variantId) => ({ variantId, onHand: PIECES, ...owner })));
  const fit = (json: unknown) => {
    const { adjustments } = json as { adjustments: object[] };
    return { adjustments: adjustments.map((item, index) => ({ ...item, variantId: ids[index] ?? newId() })) };
  };
  return { fit };
};

/**
 * The order that a lookup asks for is the one that there is. What is asked for is new each time: others ask for the same
 * order meanwhile, by numbers that may be none.
 */
export const orderSought: MakeFixture = async ({ container: { knex }, fixtures }) => {
  const order = { id: await fixtures.make('order') };
  const fit = async (json: unknown) => {
    const { orderNumber: written, email } = json as { orderNumber: string; email: string };
    const orderNumber = normalizeOrderNumber(written);
    await knex('orders').where(order).update({ orderNumber, email });
    return json;
  };
  const unique = newId().slice(-12);
  const body = { orderNumber: `SOUGHT-${unique}`, email: `buyer-${unique}@example.com` };
  await fit(body);
  return { body, fit };
};
