import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOrderWriteRepository, isOrderNumberConflict } from '#db/orders/order-write.repository.js';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createConfirmedOrder } from '../_support/orders.js';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

describe('an order drafted from a quote', () => {
  it('is written whole, and its sub-orders and lines add up to it', async () => {
    const { knex } = kernel.container;
    const { orderId } = await createConfirmedOrder(kernel.container, { discount: 10_001, paid: true });
    const order = (await knex('orders').where({ id: orderId }).first()) as unknown as Record<string, number>;
    const subOrders = (await knex('orders_sub_orders').where({ orderId })) as unknown as Record<
      string,
      number
    >[];
    const lines = (await knex('orders_lines').where({ orderId }).orderBy('position')) as unknown as Record<
      string,
      number
    >[];
    const total = (rows: Record<string, number>[], key: string) =>
      rows.reduce((sum, row) => sum + (row[key] ?? NaN), 0);

    expect(subOrders).toHaveLength(2);
    expect(lines.map((line) => line['position'])).toEqual([0, 1, 2, 3]);
    expect(order['discountTotal']).toBe(10_001);
    for (const key of ['subtotal', 'discountTotal', 'shippingTotal', 'taxTotal'])
      expect(total(subOrders, key)).toBe(order[key]);
    expect(total(subOrders, 'total')).toBe(order['grandTotal']);
    const shipping = (order['shippingTotal'] ?? 0) + total(subOrders, 'shippingTaxTotal');
    expect(total(lines, 'total') + shipping).toBe(order['grandTotal']);
    expect(order).toMatchObject({ status: 'confirmed', paymentStatus: 'paid', guest: false });
    // 10 % of what the vendor sold, without taxes and shipping.
    for (const subOrder of subOrders) {
      const merchandise = (subOrder['subtotal'] ?? 0) - (subOrder['discountTotal'] ?? 0);
      expect(subOrder['commissionTotal']).toBe(Math.round(merchandise / 10));
    }
  });

  it('whose number is taken is not written at all, so that it can be given another', async () => {
    const { container, ctx } = kernel;
    const { written } = await createConfirmedOrder(container);
    const order = { ...written.order, id: newId(), cartId: newId() };
    const refused: unknown = await container.unitOfWork
      .run(ctx, (tx) =>
        createOrderWriteRepository().insertAll(tx, [{ order, subOrders: [], lines: [], discounts: [] }]),
      )
      .catch((error: unknown) => error);
    expect(isOrderNumberConflict(refused)).toBe(true);
    expect(await container.knex('orders').where({ id: order.id })).toEqual([]);
  });
});
