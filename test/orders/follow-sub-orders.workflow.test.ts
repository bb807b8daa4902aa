import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subOrdersSettledSignal } from '#workflows/orders/orders.contract.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import {
  data,
  type PlacedResponse,
  placeOrder,
  readyCart,
  sandboxOrderOf,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';
import type { TestVendor } from '../_support/vendors.js';

const ADMIN_URL = 'https://admin.example.com';
let shop: TestShop;
let sellers: { vendor: TestVendor; variantId: string }[];

beforeAll(async () => {
  shop = await startShop({ workers: ['core', 'relay'], environment: { PUBLIC_ADMIN_URL: ADMIN_URL } });
  sellers = [await vendorWithVariant(shop), await vendorWithVariant(shop)];
});
afterAll(() => shop.stop());

const knex = () => shop.container.knex;
const runOf = (orderId: string) =>
  shop.container.gateway.client.workflow.getHandle(`orders-follow-${orderId}`);
const stepIs = (orderId: string, step: string) =>
  eventually(async () => expect(await runOf(orderId).query('step')).toBe(step));

async function place(
  paymentOption: 'cod' | 'sandbox',
): Promise<PlacedResponse & { buyer: TestShop['http'] }> {
  const cart = await readyCart(
    shop,
    sellers.map(({ variantId }) => ({ variantId, quantity: 1 })),
  );
  return { ...data(await placeOrder(cart, { paymentOption })), buyer: cart.http };
}

async function move(orderId: string, vendor: TestVendor, name: string): Promise<void> {
  const [id] = (await knex()('orders_sub_orders')
    .where({ orderId, vendorId: vendor.vendorId })
    .pluck('id')) as string[];
  const body = name === 'fulfilled' ? { providerId: 'self-handled' } : undefined;
  data(await shop.http.as(vendor.token).post(`/vendor/orders/${id}/${name}`, body));
}

/** Brings the reminder forward: the run reads the row again when it is signalled, and finds it due. */
async function endReminderTime(orderId: string): Promise<void> {
  await knex()('orders')
    .where({ id: orderId })
    .update({ confirmedAt: new Date(Date.now() - 48 * 3_600_000 + 500) });
  await runOf(orderId).signal(subOrdersSettledSignal);
}

const remindersOf = (orderId: string) =>
  knex()('mail_messages').where({ orderId, template: 'order.fulfil_reminder' }).pluck('recipient') as Promise<
    string[]
  >;

async function closed(orderId: string): Promise<void> {
  await eventually(async () => expect((await runOf(orderId).describe()).status.name).toBe('COMPLETED'));
}

describe('a confirmed order', () => {
  it('is followed to its last delivery within 45 events, and each vendor who has not shipped is reminded once', async () => {
    const [first, second] = sellers as [(typeof sellers)[0], (typeof sellers)[0]];
    const placed = await place('sandbox');
    const { id } = placed.order;
    await stepIs(id, 'waiting for payment');
    await shop.sandbox.pay(sandboxOrderOf(placed));
    await stepIs(id, 'waiting for sub-orders');
    await move(id, first.vendor, 'fulfilled');
    await endReminderTime(id);
    const { email } = second.vendor;
    await eventually(async () => expect(await remindersOf(id)).toEqual([email]));
    // A repeated signal and a reminder that is due once more change nothing.
    await endReminderTime(id);
    await move(id, second.vendor, 'fulfilled');
    await move(id, first.vendor, 'delivered');
    expect((await runOf(id).describe()).status.name).toBe('RUNNING');
    await move(id, second.vendor, 'delivered');
    await closed(id);
    expect(await runOf(id).result()).toEqual({
      status: 'ok',
      reason: null,
      orderStatus: 'delivered',
    });
    expect(await remindersOf(id)).toEqual([email]);
    const { events } = await runOf(id).fetchHistory();
    expect(events?.length).toBeLessThanOrEqual(45);
    const signals = (await knex()('outbox_deliveries').where({
      entityId: id,
      subscription: 'orders-follow',
    })) as object[];
    // Placed, confirmed, delivered: single moves are none of its business.
    expect(signals).toHaveLength(3);
  });

  it('that is cancelled ends its run', async () => {
    const { order, buyer } = await place('cod');
    await stepIs(order.id, 'waiting for sub-orders');
    data(await buyer.post(`/store/orders/${order.id}/cancel`));
    await closed(order.id);
    expect(await runOf(order.id).result()).toEqual({
      status: 'cancelled',
      reason: 'The order was cancelled',
      orderStatus: 'cancelled',
    });
  });

  it('is left as it is when its run is cancelled', async () => {
    const { order } = await place('cod');
    await stepIs(order.id, 'waiting for sub-orders');
    await runOf(order.id).cancel();
    await eventually(async () => expect((await runOf(order.id).describe()).status.name).toBe('CANCELLED'));
    expect(await knex()('orders').where({ id: order.id }).first('status')).toEqual({ status: 'confirmed' });
    for (const { vendor } of sellers) {
      await move(order.id, vendor, 'fulfilled');
      await move(order.id, vendor, 'delivered');
    }
    // The end of the order starts a run that finds nothing to do.
    await closed(order.id);
  });

  it('is not reminded of while orders.fulfil_reminder_hours is 0', async () => {
    const admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
    data(await admin.patch('/admin/settings/admin', { 'orders.fulfil_reminder_hours': 0 }));
    const { order } = await place('cod');
    await stepIs(order.id, 'waiting for sub-orders');
    await endReminderTime(order.id);
    await runOf(order.id).cancel();
    await eventually(async () => expect((await runOf(order.id).describe()).status.name).toBe('CANCELLED'));
    expect(await remindersOf(order.id)).toEqual([]);
  });
});
