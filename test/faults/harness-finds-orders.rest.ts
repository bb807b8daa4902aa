import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { lateMoneySettled } from './harness/checks/late-money.js';
import { ordersAreThere, ordersOnce } from './harness/checks/orders.js';
import { stockAddsUp } from './harness/checks/stock.js';
import { problemsOf } from './harness/finding.js';
import { broken, invariants, type LooseWorld, startLooseWorld } from './loose-fixtures.js';

let loose: LooseWorld;
beforeAll(async () => {
  loose = await startLooseWorld();
});
afterEach(() => loose.empty());
afterAll(() => loose.stop());

describe('orders', () => {
  const order = { orderId: newId(), orderNumber: 'A-1', cartId: newId(), pageUrl: undefined };
  const row = { id: order.orderId, cartId: order.cartId, orderNumber: 'A-1', status: 'confirmed' };
  const look = async () =>
    problemsOf(await ordersAreThere(loose.fixtures, [{ order, statuses: ['confirmed'] }]));

  it('are there once, as they were acknowledged', async () => {
    expect(await look()).toHaveLength(1);
    await loose.insert('orders', row);
    expect(await look()).toEqual([]);
    await loose.knex('orders').update({ status: 'cancelled' });
    expect(await look()).toHaveLength(1);
    await loose.knex('orders').update({ status: 'confirmed' });
    await loose.insert('orders', { ...row, id: newId(), orderNumber: 'A-2' });
    expect(await look()).toHaveLength(1);
  });

  it.each([
    ['timeline', 'orders_timeline', { orderId: order.orderId, event: 'order.confirmed' }],
    ['event', 'outbox_events', { entityId: order.orderId, type: 'order.placed' }],
  ])('are not placed or confirmed twice: %s', async (_, table, entry) => {
    await loose.insert('orders', row);
    await loose.insert(table, entry);
    expect(problemsOf(await ordersOnce(loose.fixtures))).toEqual([]);
    await loose.insert(table, entry);
    expect(problemsOf(await ordersOnce(loose.fixtures))).toHaveLength(1);
  });

  it('that are gone are missed among late payments', async () => {
    const settled = async (mayBeServed: boolean) =>
      problemsOf(await lateMoneySettled(loose.fixtures, [{ order, mayBeServed }]));
    expect(await settled(true)).toEqual(['order A-1 is not there any more']);
    await loose.insert('orders', { ...row, paymentStatus: 'paid' });
    expect(await settled(true)).toEqual([]);
    expect(await settled(false)).toHaveLength(1);
    await loose.knex('orders').update({ status: 'cancelled', paymentStatus: 'refunded' });
    expect(await settled(false)).toEqual([]);
  });
});

describe('stock', () => {
  const variantId = newId();
  const level = { variantId, vendorId: newId(), onHand: 10, reserved: 2 };
  const moved = { variantId, onHandDelta: 10, reservedDelta: 2, reason: 'test' };
  const orderId = newId();

  it('adds up, also where a row is gone', async () => {
    await loose.insert('orders', { id: orderId, status: 'confirmed' });
    const subOrders = ['pending', 'fulfilled'].map((status) => ({ id: newId(), orderId, status }));
    for (const subOrder of subOrders) {
      await loose.insert('orders_sub_orders', subOrder);
      await loose.insert('orders_lines', { orderId, subOrderId: subOrder.id, variantId, quantity: 2 });
    }
    await loose.insert('inventory_movements', moved);
    expect(broken(await stockAddsUp(loose.fixtures))).toHaveLength(2);
    await loose.insert('inventory_levels', level);
    expect(broken(await stockAddsUp(loose.fixtures))).toEqual([]);
    await loose.knex('inventory_levels').update({ onHand: 11 });
    expect(invariants(await stockAddsUp(loose.fixtures))).toEqual([
      'stock on hand is the sum of its movements',
    ]);
    await loose.knex('inventory_levels').update({ onHand: 10 });
    await loose.knex('orders').update({ status: 'cancelled' });
    expect(invariants(await stockAddsUp(loose.fixtures))).toEqual([
      'reserved stock is what open orders hold',
    ]);
    await loose.knex('inventory_movements').del();
    expect(broken(await stockAddsUp(loose.fixtures))).toHaveLength(2);
  });
});
