import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPorts } from '#operations/plugins/create-ports.js';
import type { PluginPorts, PortsPlatform } from '../../src/plugin.js';
import { createSession } from '../_support/accounts.js';
import { createDiscount } from '../_support/discounts.js';
import {
  type CartResponse,
  data,
  placeOrder,
  readyCart,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';
import { setSettings } from '../_support/settings.js';
import { createSamplePorts, files, sent, wallet } from './sample-ports.js';

let shop: TestShop;
let variantId: string;

beforeAll(async () => {
  shop = await startShop({ ports: [{ plugin: 'sample', create: createSamplePorts }] });
  ({ variantId } = await vendorWithVariant(shop, { onHand: 1_000 }));
  await setSettings(shop.container, {
    'admin.payment.enabled_providers': { web: ['cod', 'wallet'], app: ['cod'] },
  });
});
afterAll(() => shop.stop());

describe('a plugin in place of a part of the platform', () => {
  it('takes payments, numbers orders, rates shipping and sets the commission', async () => {
    const ready = await readyCart(shop, [{ variantId, quantity: 1 }]);
    const vendorRate = 4_900;
    await setSettings(shop.container, {});
    const { order, payment } = data(await placeOrder(ready, { paymentOption: 'wallet' }));
    expect(order.orderNumber).toMatch(/^SHOP-\d{4}-[0-9A-F]{12}$/);
    expect(order.status).toBe('confirmed');
    expect(payment).toMatchObject({ providerId: 'wallet', status: 'accepted' });
    const [subOrder] = (await shop.container
      .knex('orders_sub_orders')
      .where({ orderId: order.id })
      .select('shippingTotal', 'commissionBps')) as { shippingTotal: number; commissionBps: number }[];
    expect(subOrder?.commissionBps).toBeLessThanOrEqual(250);
    expect([100, vendorRate + 100]).toContain(subOrder?.shippingTotal);
  });

  it('finds an order of a guest by its number as it was typed', async () => {
    const ready = await readyCart(shop, [{ variantId, quantity: 1 }], { anonymous: true });
    const { order } = data(await placeOrder(ready, { paymentOption: 'wallet' }));
    const typed = order.orderNumber.toLowerCase().replaceAll('-', ' ');
    const found = await shop.http.post('/store/orders/lookup', {
      orderNumber: typed,
      email: ready.cart.email,
    });
    expect(found).toMatchObject({ status: 200, body: { data: { id: order.id } } });
  });

  it('refuses coupons by a condition, in its own words', async () => {
    const { http, cart } = await readyCart(shop, [{ variantId, quantity: 1 }]);
    const { id, code } = await createDiscount(shop.container, { code: 'WEEKDAY10' });
    const refused = await http.post(`/store/carts/${cart.id}/coupons`, { code });
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/valid on weekdays only/) },
    });
    const other = await createDiscount(shop.container, { code: 'ANYDAY10' });
    expect(
      (await http.post<CartResponse>(`/store/carts/${cart.id}/coupons`, { code: other.code })).status,
    ).toBeLessThan(300);
    const admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
    const explained = data(
      await admin.post<{ applies: boolean; rules: { rule: string; holds: boolean; message: string }[] }>(
        `/admin/discounts/${id}/explain`,
        { cartId: cart.id, platform: 'WEB' },
      ),
    );
    expect(explained.rules.find(({ rule }) => rule === 'plugin')).toEqual({
      rule: 'plugin',
      holds: false,
      message: 'This coupon is valid on weekdays only',
    });
  });

  it('sends mail, keeps files and writes the file for the bank', async () => {
    const admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
    data(await admin.post('/admin/email/test', { to: 'owner@example.com' }));
    expect(sent.map(({ to }) => to.email)).toEqual(['owner@example.com']);
    await shop.container.storage.put('samples/a.txt', Buffer.from('kept'), {
      contentType: 'text/plain',
    } as never);
    expect(files.get('samples/a.txt')).toBe('kept');
    const exported = await admin.raw('GET', '/admin/payouts/export', {});
    expect(exported.headers.get('content-disposition')).toBe('attachment; filename="transfers.txt"');
    expect(await exported.text()).toBe('H|1\n');
  });
});

describe('ports of several plugins', () => {
  const { clock, logger, settings, optionsOf } = {} as PortsPlatform;
  const made = (...all: { plugin: string; create: () => PluginPorts }[]) =>
    createPorts(all, { clock, logger, settings, optionsOf });

  it('cannot both take one that is single, nor an id of another provider', () => {
    const create = () => ({ commission: () => 1 });
    expect(() => made({ plugin: 'a', create }, { plugin: 'b', create })).toThrow(
      'The plugins a and b both have the port commission, which one alone can take',
    );
    expect(() =>
      made({ plugin: 'a', create: () => ({ paymentProviders: [{ ...wallet, id: 'cod' }] }) }),
    ).toThrow('The payment provider cod of the plugin a has an id of the platform');
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no table of rates');
      },
    ],
    ['is not whole', () => 12.5],
    ['is negative', () => -1],
  ] as [string, () => number][])('fail with the name of the plugin where a rate %s', (_, shippingRate) => {
    const { pricing } = made({ plugin: 'rates', create: () => ({ shippingRate }) });
    expect(() => pricing.shippingRate?.({} as never)).toThrow(
      'The plugin rates failed (shippingRate), and nothing was written: try again later',
    );
  });

  it('refuse an order number that is not one', () => {
    const numbers = { create: () => 'no. 1', normalize: (text: string) => text };
    const { orderNumbers } = made({ plugin: 'numbers', create: () => ({ orderNumbers: numbers }) });
    expect(() => orderNumbers?.create(() => new Uint8Array())).toThrow(/The plugin numbers failed/);
  });
});
