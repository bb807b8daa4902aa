import { newId } from '#lib/ids.js';
import { createConfirmedOrder } from '../_support/orders.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** As many as a return may name. */
const LINES = 500;
type At = Parameters<MakeFixture>[0];

/** A delivered order of as many lines and pieces as a return may name. */
async function deliveredOrder({ container: { knex }, container, fixtures }: At) {
  const { orderId, orderNumber, buyer, subOrders } = await createConfirmedOrder(container, {
    buyer: fixtures.customer,
    vendorIds: [fixtures.vendor.vendorId],
    paid: true,
    lines: [{ title: 'Brass diya lamp', unitPrice: 100, quantity: 1_000_000 }],
  });
  const orderVendorId = subOrders[0]?.subOrderId ?? '';
  const delivered = { status: 'delivered', deliveredAt: new Date() };
  await knex('orders_sub_orders').where({ id: orderVendorId }).update(delivered);
  const line = (await knex('orders_lines').where({ orderId }).first()) as { id: string };
  const copies = Array.from({ length: LINES - 1 }, (_, index) => ({
    ...line,
    id: newId(),
    position: index + 1,
    taxes: '[]',
    discounts: '[]',
    shippingShare: 0,
    shippingTaxes: '[]',
  }));
  await knex('orders_lines').insert(copies);
  const lineIds = [line.id, ...copies.map(({ id }) => id)];
  return { orderId, orderNumber, email: buyer.email, orderVendorId, lineIds };
}

/** Lines of a body, as lines of that order. */
function fitTo(lineIds: readonly string[], more: object = {}) {
  return (json: unknown): unknown => {
    const { lines, ...body } = json as { lines?: object[] };
    const named = lines?.map((line, index) => ({ ...line, lineId: lineIds[index] }));
    return { ...body, ...more, ...(named && { lines: named }) };
  };
}

const delivered: MakeFixture = async (at) => {
  const { orderId, orderVendorId, lineIds } = await deliveredOrder(at);
  const body = { reason: 'Too small', lines: [{ lineId: lineIds[0], quantity: 1 }] };
  return { params: { orderId, orderVendorId }, body, fit: fitTo(lineIds) };
};

const isText = (value: unknown, most: number) =>
  typeof value === 'string' && value.length > 0 && value.length <= most;

const soughtByGuest: MakeFixture = async (at) => {
  const { orderNumber, email, orderVendorId, lineIds } = await deliveredOrder(at);
  const order = { orderNumber, email, orderVendorId };
  const body = { ...order, reason: 'Too small', lines: [{ lineId: lineIds[0], quantity: 1 }] };
  // Texts that are too long stay, for they are what the request is refused for.
  const named = (json: unknown) => {
    const sent = json as Partial<typeof order>;
    return {
      ...(isText(sent.orderNumber, 40) && { orderNumber }),
      ...(isText(sent.email, 254) && { email }),
      ...(isText(sent.orderVendorId, 36) && { orderVendorId }),
    };
  };
  return { body, fit: (json: unknown) => fitTo(lineIds, named(json))(json) };
};

/** A return in this state with as many lines as one may have. */
const inState =
  (status: 'requested' | 'approved'): MakeFixture =>
  async (at) => {
    const { orderId, orderVendorId, lineIds } = await deliveredOrder(at);
    const returnRequestId = newId();
    await at.container.knex('returns_requests').insert({
      id: returnRequestId,
      orderId,
      subOrderId: orderVendorId,
      vendorId: at.fixtures.vendor.vendorId,
      origin: 'buyer',
      status,
      reason: 'Too small',
      createdAt: new Date(),
    });
    const rows = lineIds.map((lineId) => ({ returnId: returnRequestId, lineId, quantity: 1 }));
    await at.container.knex('returns_lines').insert(rows);
    return { params: { orderId, orderVendorId, returnRequestId }, fit: fitTo(lineIds) };
  };

const ofSubOrder = '/store/orders/:orderId/vendors/:orderVendorId/return-requests';

export const returnsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  [`POST ${ofSubOrder}`]: delivered,
  [`POST ${ofSubOrder}/:returnRequestId/cancel`]: inState('requested'),
  'POST /store/orders/lookup/return-requests': soughtByGuest,
  ...Object.fromEntries(
    ['/vendor', '/admin'].flatMap((prefix) => [
      [`POST ${prefix}/return-requests/:returnRequestId/approve`, inState('requested')],
      [`POST ${prefix}/return-requests/:returnRequestId/reject`, inState('requested')],
      [`POST ${prefix}/return-requests/:returnRequestId/receive`, inState('approved')],
    ]),
  ),
};
