import { type EntityFactories } from '../_support/entity-factory.js';
import { createConfirmedOrder } from '../_support/orders.js';

export const ordersEntities: EntityFactories = {
  order: async ({ container, customer, vendor }) => {
    const order = await createConfirmedOrder(container, { buyer: customer, vendorIds: [vendor.vendorId] });
    return { id: order.orderId, table: 'orders' };
  },
  subOrder: async ({ container, rows }) => {
    const orderId = rows.get('order')?.id;
    const row = (await container.knex('orders_sub_orders').where({ orderId }).first('id')) as { id: string };
    return { id: row.id, table: 'orders_sub_orders' };
  },
};
