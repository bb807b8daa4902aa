import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import type { Container } from '#runtime/container.js';
import { createBuyer, createConfirmedOrder, type TestBuyer, type TestOrder } from '../_support/orders.js';
import { addressOf } from '../_support/vendors.js';

export interface TestPerson {
  buyer: TestBuyer;
  order: TestOrder;
  /** Texts that only this person has: none of them may stay anywhere. */
  traces: string[];
}

/** A user with rows in the tables of many features; the order is delivered. */
export async function createPerson(container: Container): Promise<TestPerson> {
  const { knex } = container;
  const unique = newId().replaceAll('-', '').slice(-12);
  const name = `Zubin${unique}`;
  const street = `Lane ${unique} 7`;
  const note = `word-${unique}`;
  const buyer = await createBuyer(container, { email: `zubin-${unique}@example.com` });
  const { userId, email } = buyer;
  await knex('accounts_users').where({ id: userId }).update({ name });
  const address = addressOf({ name, line1: street, phone: '+919811223344' });
  const order = await createConfirmedOrder(container, { buyer, shippingAddress: address, paid: true });
  await knex('orders').where({ id: order.orderId }).update({ status: 'delivered', customerName: name });
  const [line] = order.written.lines;
  const actor = JSON.stringify({ type: 'user', id: userId });
  const topicId = newId();
  await knex('campaigns_topics').insert({ id: topicId, names: '{"en": "News"}', position: 1 });
  await knex('campaigns_consents').insert({
    address: email,
    topicId,
    subscribed: true,
    source: 'preferences',
    changedAt: new Date(),
  });
  await knex('inventory_back_in_stock_requests').insert({
    variantId: line?.variantId,
    address: email,
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  await knex('vendor_pages_follows').insert({ userId, vendorId: order.subOrders[0]?.vendorId });
  await knex('vendor_pages_digests').insert({ userId, sentAt: new Date() });
  await knex('reviews').insert({
    productId: line?.productId,
    userId,
    rating: 4,
    title: note,
    text: note,
    status: 'approved',
  });
  await knex('returns_requests').insert({
    orderId: order.orderId,
    subOrderId: order.subOrders[0]?.subOrderId,
    vendorId: order.subOrders[0]?.vendorId,
    origin: 'buyer',
    status: 'rejected',
    reason: 'Too small',
    note,
    createdAt: new Date(),
  });
  await knex('orders_timeline').insert({ orderId: order.orderId, event: 'note', note, actor });
  await knex('notes').insert({ entity: 'user', entityId: userId, text: note, actor });
  await knex('carts').insert({ userId, email, shippingAddress: JSON.stringify(address) });
  await knex('mail_messages').insert({
    template: 'order.placed',
    role: 'customer',
    recipient: email,
    state: 'sent',
    attempts: 1,
    dedupeKey: `test:${unique}`,
    kind: 'event',
    orderId: order.orderId,
  });
  await container.unitOfWork.run(systemContext({ name: 'test' }, new Date()), (tx) =>
    container.audit.record(tx, systemContext({ name: 'test' }, new Date()), [
      { entity: 'user', entityId: userId, action: 'update', key: 'name', before: name, after: `${name} B` },
    ]),
  );
  return { buyer, order, traces: [email, name, street, note] };
}
