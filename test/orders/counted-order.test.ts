import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buyerSql, countedRefundSql, countedSql } from '#db/orders/counted-order-sql.js';
import { buyerOf, isCounted, isCountedRefund } from '#domain/orders/counted-order.js';
import type { Order } from '#domain/orders/order.js';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createConfirmedOrder } from '../_support/orders.js';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

interface Row {
  id: string;
  counted: boolean;
  buyer: string;
}

describe('which orders count', () => {
  it('is the same in statements and in the domain', async () => {
    const { knex } = kernel.container;
    const [open, paid, cancelled, guest] = await Promise.all([
      createConfirmedOrder(kernel.container, { status: 'pending_payment' }),
      createConfirmedOrder(kernel.container, { paid: true }),
      createConfirmedOrder(kernel.container, {}),
      createConfirmedOrder(kernel.container, {}),
    ]);
    await knex('orders').where({ id: cancelled.orderId }).update({ status: 'cancelled' });
    await knex('orders').where({ id: guest.orderId }).update({ guest: true, email: ' Asha@Example.com ' });

    const orders = (await knex('orders')) as Order[];
    const { rows } = (await knex.raw(
      `select id, ${countedSql('o')} as counted, ${buyerSql('o')} as buyer from orders o`,
    )) as { rows: Row[] };
    for (const order of orders) {
      const row = rows.find(({ id }) => id === order.id);
      expect(row).toEqual({ id: order.id, counted: isCounted(order), buyer: buyerOf(order) });
    }
    const counted = rows.filter((row) => row.counted).map(({ id }) => id);
    expect(counted.sort()).toEqual([paid, cancelled, guest].map(({ orderId }) => orderId).sort());
    expect(counted).not.toContain(open.orderId);
    expect(rows.map(({ buyer }) => buyer)).toContain('guest:asha@example.com');
  });

  it('takes processed refunds of counted orders, without duplicate charges', async () => {
    const { knex } = kernel.container;
    const { orderId } = await createConfirmedOrder(kernel.container, { paid: true });
    const order = (await knex('orders').where({ id: orderId }).first()) as Order;
    const payment = (surplus: boolean) => ({
      id: newId(),
      orderId,
      providerId: 'sandbox',
      method: 'sandbox',
      amount: 100,
      currency: 'INR',
      status: 'captured',
      surplus,
    });
    const own = payment(false);
    const duplicate = payment(true);
    await knex('payments').insert([own, duplicate]);
    const refund = (paymentId: string, status: string) => ({
      id: newId(),
      paymentId,
      orderId,
      amount: 100,
      reason: 'Test',
      status,
      actor: JSON.stringify({ type: 'system', id: 'test' }),
    });
    const refunds = [
      refund(own.id, 'processed'),
      refund(own.id, 'pending'),
      refund(own.id, 'failed'),
      refund(duplicate.id, 'processed'),
    ];
    await knex('payments_refunds').insert(refunds);
    const { rows } = (await knex.raw(
      `select r.id from payments_refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id
       where ${countedRefundSql('r', 'p', 'o')}`,
    )) as { rows: { id: string }[] };
    const expected = refunds.filter((row) =>
      isCountedRefund(row, row.paymentId === own.id ? own : duplicate, order),
    );
    expect(rows).toEqual(expected.map(({ id }) => ({ id })));
    expect(rows).toHaveLength(1);
  });
});
