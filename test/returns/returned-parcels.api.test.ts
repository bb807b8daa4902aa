import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { data } from '../_support/shop.js';
import { type ParcelShop, parcelShop, startParcelShop } from './parcel-shop.js';
import { runReturnedParcels } from './returned-parcels-model.js';

let shop: ParcelShop;
beforeAll(async () => {
  shop = await startParcelShop();
});
afterAll(() => shop.stop());

const { placed, send, scan, read, opened, returnsOf, receive, comeBack, books, parcelsOf, ...rest } =
  parcelShop(() => shop);
const { deliverByHand, expectAgreement } = rest;

/** Two parcels: two pieces of one line, and the single piece of the other. */
async function inTwoParcels(options: { paid: boolean }) {
  const order = await placed(options);
  const first = await send(order.id, [{ lineId: order.two, quantity: 2 }]);
  const second = await send(order.id, [{ lineId: order.single, quantity: 1 }]);
  expect((await read(order.id)).status).toBe('fulfilled');
  return { ...order, first, second };
}

it.each([
  { paid: false, what: 'cash on delivery' },
  { paid: true, what: 'prepaid' },
])('of two parcels one is delivered and one returned ($what)', async ({ paid }) => {
  const { id, orderId, total, single, first, second } = await inTwoParcels({ paid });
  await scan(id, first, 'DEL');
  await scan(id, second, 'RTO');
  const request = await opened(id, second);
  expect(request).toMatchObject({
    origin: 'carrier',
    status: 'approved',
    parcelId: second,
    lines: [{ lineId: single, quantity: 1 }],
  });
  // What was to arrive has arrived.
  const delivered = await read(id);
  expect(delivered).toMatchObject({ status: 'delivered' });
  expect(delivered.deliveredAt).not.toBeNull();
  // Who of cash took how much is known when the parcel is back, or has arrived after all.
  if (!paid) expect(await books(orderId)).toMatchObject({ captured: 0 });

  const received = await receive(request);
  expect(received).toMatchObject(
    paid ? { status: 'received', refundId: request.id } : { status: 'refunded', refundId: null },
  );
  expect(await read(id)).toMatchObject({
    status: 'delivered',
    lines: [{ returnedQuantity: 0 }, { returnedQuantity: 1 }],
  });
  const { captured, refunded, arrived, invoiced, credited } = await books(orderId);
  expect({ captured, invoiced }).toEqual({ captured: total, invoiced: total });
  expect(refunded).toBeGreaterThan(0);
  expect(refunded).toBe(total - arrived);
  expect(credited).toBe(refunded);
  await expectAgreement(id, { onHand: 198, reserved: 0 });
});

it('of cash, the shipping of a returned first parcel was not collected', async () => {
  const { id, orderId, first, second } = await inTwoParcels({ paid: false });
  await comeBack(id, first);
  await scan(id, second, 'DEL');
  expect(await read(id)).toMatchObject({ status: 'delivered' });
  const { captured, refunded, arrived, credited } = await books(orderId);
  expect(captured - refunded).toBe(arrived);
  expect(credited).toBe(refunded);
  await expectAgreement(id, { onHand: 199, reserved: 0 });
});

it.each([true, false])('a parcel returns while pieces are still to be sent (paid: %s)', async (paid) => {
  const { id, orderId, two, single, total } = await placed({ paid });
  const first = await send(id, [{ lineId: single, quantity: 1 }]);
  await scan(id, first, 'RTO');
  const request = await opened(id, first);
  expect(request.lines).toMatchObject([{ lineId: single, quantity: 1 }]);
  await receive(request);
  expect(await read(id)).toMatchObject({ status: 'pending' });
  const second = await send(id, [{ lineId: two, quantity: 2 }]);
  expect(await read(id)).toMatchObject({ status: 'fulfilled' });
  await scan(id, second, 'DEL');
  expect(await read(id)).toMatchObject({ status: 'delivered' });
  const { captured, refunded, arrived, invoiced, credited } = await books(orderId);
  expect({ captured, invoiced }).toEqual({ captured: total, invoiced: total });
  // Cash was collected for what arrived; what was paid in advance keeps its shipping, as other partial returns do.
  if (!paid) expect(captured - refunded).toBe(arrived);
  expect(credited).toBe(refunded);
  await expectAgreement(id, { onHand: 198, reserved: 0 });
});

it.each([
  { paid: true, received: 'before' },
  { paid: true, received: 'after' },
  { paid: false, received: 'before' },
  { paid: false, received: 'after' },
])('its rest is cancelled, and the only parcel received $received that (paid: $paid)', async (how) => {
  const { id, orderId, single, total } = await placed({ paid: how.paid });
  const first = await send(id, [{ lineId: single, quantity: 1 }]);
  await scan(id, first, 'RTO');
  const request = await opened(id, first);
  const steps = [
    () => receive(request),
    async () => data(await rest.move(id, 'cancelled', { reason: 'Sold out' })),
  ];
  for (const step of how.received === 'before' ? steps : steps.reverse()) await step();
  // Nothing of it was or will be delivered: all goes back, with the shipping.
  expect(await read(id)).toMatchObject({ status: 'returned' });
  const { captured, refunded, credited } = await books(orderId);
  expect({ captured, refunded }).toEqual(
    how.paid ? { captured: total, refunded: total } : { captured: 0, refunded: 0 },
  );
  expect(credited).toBe(total);
  await expectAgreement(id, { onHand: 200, reserved: 0 });
});

it.each([true, false])('both parcels return: all goes back, with the shipping (paid: %s)', async (paid) => {
  const { id, orderId, total, first, second } = await inTwoParcels({ paid });
  await comeBack(id, first);
  expect(await read(id)).toMatchObject({ status: 'fulfilled' });
  await comeBack(id, second);
  expect(await read(id)).toMatchObject({ status: 'returned' });
  expect(await returnsOf(id)).toHaveLength(2);
  const { captured, refunded, credited } = await books(orderId);
  expect({ captured, refunded }).toEqual(
    paid ? { captured: total, refunded: total } : { captured: 0, refunded: 0 },
  );
  expect(credited).toBe(total);
  await expectAgreement(id, { onHand: 200, reserved: 0 });
});

it.each([true, false])('a returning parcel arrives after all: its return ends (paid: %s)', async (paid) => {
  const { id, orderId, total, first, second } = await inTwoParcels({ paid });
  await scan(id, first, 'DEL');
  await scan(id, second, 'RTO');
  const request = await opened(id, second);
  // Nobody says of a parcel that goes back that it has arrived, but its carrier.
  expect((await deliverByHand(second)).body).toMatchObject({ reason: 'shipping.parcel_returning' });
  await scan(id, second, 'DEL', `${id}-DEL`);
  await scan(id, second, 'DEL', `${id}-DEL`);
  await scan(id, second, 'RTO');
  expect(await returnsOf(id)).toMatchObject([{ id: request.id, status: 'cancelled' }]);
  expect((await rest.asVendor().post(`/vendor/return-requests/${request.id}/receive`, {})).status).toBe(409);
  expect(await read(id)).toMatchObject({ status: 'delivered' });
  expect(await books(orderId)).toMatchObject({ captured: total, refunded: 0, credited: 0, arrived: total });
  await expectAgreement(id, { onHand: 197, reserved: 0 });
});

it('a parcel that a person marks as delivered is in the audit log, once', async () => {
  const { id, first, second } = await inTwoParcels({ paid: false });
  await scan(id, second, 'RTO');
  for (const status of [200, 200]) expect((await deliverByHand(first)).status).toBe(status);
  expect(await read(id)).toMatchObject({ status: 'delivered' });
  const entries = (await shop.container.knex('audit_entries').where({ entityId: first })) as unknown[];
  expect(entries).toMatchObject([{ entity: 'shipment', action: 'deliver', vendorId: shop.vendor.vendorId }]);
});

it('a delivery that is reported of a parcel that is back changes nothing', async () => {
  const { id, orderId, total, first, second } = await inTwoParcels({ paid: false });
  await comeBack(id, second);
  await scan(id, second, 'DEL');
  expect(await parcelsOf(id)).toMatchObject([{ trackingStatus: 'pending' }, { trackingStatus: 'returned' }]);
  await scan(id, first, 'DEL');
  const { captured, refunded, arrived } = await books(orderId);
  expect(captured).toBe(total);
  expect(captured - refunded).toBe(arrived);
  await expectAgreement(id, { onHand: 198, reserved: 0 });
});

it('two reports of a return at once, of the same parcel and of two, open one return for each parcel', async () => {
  const { id, first, second } = await inTwoParcels({ paid: true });
  await Promise.all(
    [first, second].flatMap((parcel) => ['RTO', 'RTD'].map((code) => scan(id, parcel, code))),
  );
  const requests = [await opened(id, first), await opened(id, second)];
  const received = await Promise.all(requests.flatMap((request) => [receive(request), receive(request)]));
  expect(received.map(({ status }) => status)).toEqual(received.map(() => 'received'));
  expect(await read(id)).toMatchObject({ status: 'returned' });
  await expectAgreement(id, { onHand: 200, reserved: 0 });
});

it('money and stock agree after any sequence of parcels sent, delivered, returned and cancelled', async () => {
  const seed = Number(process.env['RETURNS_SEED'] ?? randomInt(2 ** 31));
  process.stdout.write(`returned-parcels: RETURNS_SEED=${seed} repeats it\n`);
  await runReturnedParcels(shop, 8, seed);
  expect.hasAssertions();
});
