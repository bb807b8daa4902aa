import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { process as processRefund } from '../payments/order-refunds.js';
import { eventually } from '../_support/eventually.js';
import { mailsTo } from '../_support/mails.js';
import { data } from '../_support/shop.js';
import { type CarrierShop, startCarrierShop } from './carrier-shop.js';
import { scanOf, sendWebhook } from './carrier-webhook.js';
import { stockMismatches, stockOf } from './held-order.js';

interface Parcel {
  id: string;
  number: number;
  status: string;
  awb: string | null;
  trackingStatus: string;
  lines: { lineId: string; quantity: number }[];
}

interface View {
  id: string;
  status: string;
  cancelReason: string | null;
  shipment: { awb: string | null } | null;
  parcels?: Parcel[];
  lines: { id: string; quantity: number; sentQuantity?: number; cancelledQuantity?: number }[];
}

let shop: CarrierShop;
beforeAll(async () => {
  shop = await startCarrierShop();
});
afterAll(() => shop.stop());
beforeEach(() => shop.carrier.resetControls());

const byCarrier = { providerId: 'carrier', courierCode: 'delhivery' };
const own = { providerId: 'self-handled', trackingCode: 'OWN-1' };
const send = (id: string, lines: object[], how: object = byCarrier, key?: string) =>
  shop.move(id, 'parcels', { ...how, lines }, key);
const read = async (id: string) =>
  data(await shop.http.as(shop.vendor.token).get<View>(`/vendor/orders/${id}`));
const cancel = (id: string) => shop.move(id, 'cancelled', { reason: 'Out of stock' });
const awbsOf = async (id: string) => (await read(id)).parcels?.map(({ awb }) => awb ?? '') ?? [];
let scans = 0;
const scan = async (awb: string, status: string) =>
  expect((await sendWebhook(shop, scanOf(awb, status, `parcel-${++scans}`))).status).toBe(200);

/** An order of two pieces of one line and one of another. */
async function placed(options: { paid?: boolean } = {}) {
  const order = await shop.order(options);
  const lines = (await read(order.id)).lines;
  const two = lines.find(({ quantity }) => quantity === 2)?.id ?? '';
  const single = lines.find(({ quantity }) => quantity === 1)?.id ?? '';
  return { ...order, two, single };
}

/** What the invoice of a sub-order says less its credit notes, and what went back of its money. */
async function moneyOf(subOrderId: string) {
  const { rows } = await shop.container.knex.raw<{ rows: Record<string, number>[] }>(
    `select (i.snapshot -> 'totals' ->> 'grandTotal')::integer as invoiced,
       (select coalesce(sum(amount), 0)::integer from invoices_credit_notes n where n.sub_order_id = i.sub_order_id) as credited,
       (select coalesce(sum(amount), 0)::integer from payments_refunds r where r.sub_order_id = i.sub_order_id) as refunded,
       (select coalesce(sum(value), 0)::integer from shipping_shipments s
        where s.sub_order_id = i.sub_order_id and s.status = 'created') as sent
     from invoices i where i.sub_order_id = ?`,
    [subOrderId],
  );
  if (!rows[0]) throw new Error('There is no invoice');
  return rows[0];
}

it('sends pieces in several parcels, each with its label, and is fulfilled and delivered with the last', async () => {
  const { id, two, single, total } = await placed({ paid: false });
  expect(await read(id)).not.toHaveProperty('parcels');
  const first = data(await send(id, [{ lineId: two, quantity: 1 }])) as unknown as View;
  expect(first).toMatchObject({
    status: 'pending',
    parcels: [{ number: 1, status: 'created', lines: [{ lineId: two, quantity: 1 }] }],
  });
  expect(first.shipment?.awb).toBe(first.parcels?.[0]?.awb);
  expect(first.lines.map(({ sentQuantity }) => sentQuantity)).toEqual([1, 0]);
  expect(await stockOf(shop.container, id)).toEqual({ onHand: 199, reserved: 2 });
  expect(await moneyOf(id)).toMatchObject({ invoiced: total, credited: 0 });

  // Delivered before the rest is sent: kept, and applied with the last parcel.
  await scan(first.parcels?.[0]?.awb ?? '', 'DEL');
  expect(await read(id)).toMatchObject({ status: 'pending', parcels: [{ trackingStatus: 'delivered' }] });
  expect((await send(id, [{ lineId: two, quantity: 2 }])).status).toBe(409);
  data(await send(id, [{ lineId: single, quantity: 1 }]));
  const third = data(await shop.fulfil(id)) as unknown as View;
  expect(third).toMatchObject({ status: 'fulfilled', shipment: { awb: first.shipment?.awb } });
  expect(third.parcels?.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(await stockOf(shop.container, id)).toEqual({ onHand: 197, reserved: 0 });
  const parcels = shop.carrier.parcels().filter(({ reference }) => reference.startsWith(id));
  expect(parcels.map(({ reference }) => reference)).toEqual([id, `${id}-2`, `${id}-3`]);
  const collected = parcels.map((item) => Number(item.order.shipment_details.cod_value));
  expect(Math.round(collected.reduce((sum, value) => sum + value, 0) * 100)).toBe(total);

  const tracking = async (parcelId: string) =>
    data(
      await shop.http
        .as(shop.vendor.token)
        .get<unknown[]>(`/vendor/shipping/orders/${id}/tracking?parcelId=${parcelId}`),
    );
  expect(await tracking(third.parcels?.[0]?.id ?? '')).toHaveLength(1);
  expect(await tracking(third.parcels?.[1]?.id ?? '')).toHaveLength(0);
  const [, second = '', last = ''] = await awbsOf(id);
  // Out of order: the delivery first, what was before it afterwards.
  await scan(last, 'DEL');
  await scan(last, 'OO');
  expect((await read(id)).status).toBe('fulfilled');
  await scan(second, 'DEL');
  expect((await read(id)).status).toBe('delivered');
  await expectBooksRight(shop.container);
  await eventually(async () => {
    const label = third.parcels?.[1]?.id ?? '';
    const response = await shop.http.as(shop.vendor.token).get(`/vendor/parcels/${label}/label`);
    expect(response.status).toBe(200);
  });
  const mails = (await shop.container
    .knex('mail_messages')
    .where({ template: 'shipping.shipment.created', orderId: (await orderOf(id)).orderId })) as unknown[];
  expect(mails).toHaveLength(3);
});

/** What the mails of a template say. */
async function mailsOf(template: string, orderId: string): Promise<Record<string, unknown>[]> {
  const { email } = (await shop.container.knex('orders').where({ id: orderId }).first()) as { email: string };
  const mails = await mailsTo(shop.container, email);
  const about = mails.filter((mail) => mail.template === template && mail.variables?.['orderId'] === orderId);
  return about.map(({ variables }) => variables ?? {});
}

const orderOf = async (id: string) =>
  (await shop.container.knex('orders_sub_orders').where({ id }).first()) as { orderId: string };

it('two requests of the same piece at once send it once', async () => {
  const { id, single, two } = await placed();
  const responses = await Promise.all(
    [single, single, two, two].map((lineId) => send(id, [{ lineId, quantity: lineId === two ? 2 : 1 }], own)),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  expect(await read(id)).toMatchObject({ status: 'fulfilled' });
  const same = await placed();
  const repeated = await Promise.all(
    [1, 2, 3].map(() => send(same.id, [{ lineId: same.single, quantity: 1 }], byCarrier, `same-${same.id}`)),
  );
  expect(repeated.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(shop.carrier.parcels().filter(({ reference }) => reference.startsWith(same.id))).toHaveLength(1);
  expect(await stockMismatches(shop.container)).toBe(0);
});

it('a parcel that the carrier refuses gives its pieces back', async () => {
  const { id, single } = await placed();
  shop.carrier.control({ respondNext: [319] });
  expect((await send(id, [{ lineId: single, quantity: 1 }])).status).toBe(400);
  expect(await read(id)).toMatchObject({
    status: 'pending',
    parcels: [{ number: 1, status: 'failed' }],
    lines: [{ sentQuantity: 0 }, { sentQuantity: 0 }],
  });
  expect(data(await send(id, [{ lineId: single, quantity: 1 }]))).toMatchObject({
    parcels: [{ number: 1, status: 'created' }],
  });
});

it('a lost response makes no second parcel, and a repeat asks under the same reference', async () => {
  const { id, single } = await placed();
  shop.carrier.control({ loseNext: 1_000 });
  expect((await send(id, [{ lineId: single, quantity: 1 }])).status).toBe(502);
  shop.carrier.resetControls();
  data(await send(id, [{ lineId: single, quantity: 1 }]));
  expect(shop.carrier.parcels().filter(({ reference }) => reference.startsWith(id))).toHaveLength(1);
  expect((await read(id)).lines.map(({ sentQuantity }) => sentQuantity)).toEqual([0, 1]);
});

it.each([true, false])('cancelling takes the unsent pieces alone (paid: %s)', async (paid) => {
  const { id, two, orderId, total } = await placed({ paid });
  data(await send(id, [{ lineId: two, quantity: 1 }]));
  const [awb = ''] = await awbsOf(id);
  await scan(awb, 'DEL');
  const cancelled = data(await cancel(id)) as unknown as View;
  // Everything that was sent has arrived before.
  expect(cancelled).toMatchObject({ status: 'delivered', cancelReason: 'Out of stock' });
  expect(cancelled.lines.map(({ cancelledQuantity }) => cancelledQuantity)).toEqual([1, 1]);
  expect(await stockOf(shop.container, id)).toEqual({ onHand: 199, reserved: 0 });
  const refunds = (await shop.container.knex('payments_refunds').where({ orderId })) as {
    id: string;
    status: string;
  }[];
  expect(refunds).toHaveLength(1);
  if (refunds[0]?.status === 'pending') await processRefund(shop.container, refunds[0].id);
  const money = await moneyOf(id);
  expect(money['refunded']).toBeGreaterThan(0);
  expect(money).toMatchObject({
    invoiced: total,
    credited: money['refunded'],
    sent: total - (money['refunded'] ?? 0),
  });
  const payment = (await shop.container.knex('payments').where({ orderId }).first()) as unknown as Record<
    string,
    number
  >;
  expect((payment['capturedAmount'] ?? 0) - (payment['refundedTotal'] ?? 0)).toBe(money['sent']);
  await expectBooksRight(shop.container);
  const mails = await mailsOf('order.rest_cancelled', orderId);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    reason: 'Out of stock',
    vendorName: shop.vendor.displayName,
    parcelContents: { lines: [{ quantity: 1 }, { quantity: 1 }] },
    // What was paid comes back; cash that nobody has taken yet is less to pay.
    ...(paid ? { refundAmount: money['refunded'] } : { lessDue: money['refunded'], refundNote: '' }),
  });
  expect(mails[0]).not.toHaveProperty(paid ? 'lessDue' : 'refundAmount');
  const [arrived] = await mailsOf('shipping.tracking.updated', orderId);
  expect(arrived?.['amountDue']).toBe(paid ? undefined : money['sent']);
});

it('a repeated cancellation leaves what was sent alone, and the buyer cancels nothing that is on its way', async () => {
  const { id, two, orderId, token } = await placed();
  data(await send(id, [{ lineId: two, quantity: 1 }]));
  expect((await shop.http.as(token).post(`/store/orders/${orderId}/cancel`)).status).toBe(409);
  expect(data(await cancel(id))).toMatchObject({ status: 'fulfilled' });
  expect(data(await cancel(id))).toMatchObject({ status: 'fulfilled', parcels: [{ status: 'created' }] });
});

it('cancelled as a whole before any parcel has arrived, unscanned parcels go back and others come back', async () => {
  const { id, two } = await placed();
  data(await send(id, [{ lineId: two, quantity: 2 }]));
  data(await shop.fulfil(id));
  const [first = ''] = await awbsOf(id);
  await scan(first, 'OT');
  expect(data(await cancel(id))).toMatchObject({ status: 'cancelled', awaitingReturn: true });
  expect(await stockOf(shop.container, id)).toEqual({ onHand: 198, reserved: 0 });
  await eventually(async () => {
    const parcels = shop.carrier.parcels().filter(({ reference }) => reference.startsWith(id));
    expect(parcels.map(({ cancelled }) => cancelled)).toEqual([true, true]);
  });
  const other = await placed();
  data(await send(other.id, [{ lineId: other.two, quantity: 2 }]));
  data(await shop.fulfil(other.id));
  await scan((await awbsOf(other.id))[1] ?? '', 'DEL');
  expect((await cancel(other.id)).status).toBe(409);
});

it('a cancellation and a parcel at once lose no piece and send none twice', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id, single, two, total } = await placed();
    data(await send(id, [{ lineId: two, quantity: 1 }], own));
    const [parcel, cancelled] = await Promise.all([
      send(id, [{ lineId: single, quantity: 1 }], own),
      cancel(id),
    ]);
    expect([200, 409]).toContain(parcel.status);
    expect(cancelled.status).toBe(200);
    const view = await read(id);
    expect(view.status).toBe('fulfilled');
    for (const line of view.lines)
      expect((line.sentQuantity ?? 0) + (line.cancelledQuantity ?? 0)).toBe(line.quantity);
    const money = await moneyOf(id);
    expect((money['sent'] ?? 0) + (money['refunded'] ?? 0)).toBe(total);
    expect(money['credited']).toBe(money['refunded']);
  }
  expect(await stockMismatches(shop.container)).toBe(0);
});

it('an operator refunds pieces of a sub-order with parcels: those that were not sent are cancelled', async () => {
  const { id, two, single, orderId } = await placed();
  data(await send(id, [{ lineId: two, quantity: 2 }], own));
  const body = { reason: 'Broken', restock: true, lines: [{ lineId: single, quantity: 1 }] };
  const response = await shop.http.as(shop.admin.token).post(`/admin/orders/${orderId}/refunds`, body);
  expect(response.status).toBeLessThan(300);
  expect(await read(id)).toMatchObject({ status: 'fulfilled' });
  expect(await stockOf(shop.container, id)).toEqual({ onHand: 198, reserved: 0 });
});

it('whatever is sent, cancelled and delivered in whatever order: stock, invoice, refund and ledger agree', async () => {
  const step = fc.constantFrom('two', 'single', 'cancel', 'rest', 'arrive');
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 2, maxLength: 6 }), async (paid, steps) => {
      const order = await placed({ paid });
      const asVendor = shop.http.as(shop.vendor.token);
      data(await send(order.id, [{ lineId: order.two, quantity: 1 }], own));
      for (const move of steps) {
        const view = await read(order.id);
        if (move === 'cancel') {
          if (view.status === 'pending') expect((await cancel(order.id)).status).toBe(200);
        } else if (move === 'rest') await shop.move(order.id, 'fulfilled', own);
        else if (move === 'arrive') {
          const next = view.parcels?.find(({ trackingStatus }) => trackingStatus !== 'delivered');
          if (next) data(await asVendor.post(`/vendor/parcels/${next.id}/delivered`));
        } else await send(order.id, [{ lineId: order[move === 'two' ? 'two' : 'single'], quantity: 1 }], own);
      }
      await finish(order, asVendor);
    }),
    { numRuns: 8, seed: 4_804 },
  );
  expect(await stockMismatches(shop.container)).toBe(0);
  await expectBooksRight(shop.container);
});

/** Sends what is left, lets everything arrive, and compares the books. */
async function finish(
  order: Awaited<ReturnType<typeof placed>>,
  asVendor: ReturnType<CarrierShop['http']['as']>,
): Promise<void> {
  if ((await read(order.id)).status === 'pending') data(await shop.move(order.id, 'fulfilled', own));
  for (const { id, trackingStatus } of (await read(order.id)).parcels ?? [])
    if (trackingStatus !== 'delivered') data(await asVendor.post(`/vendor/parcels/${id}/delivered`));
  const view = await read(order.id);
  expect(view.status).toBe('delivered');
  const sent = view.lines.reduce((sum, line) => sum + (line.sentQuantity ?? 0), 0);
  expect(await stockOf(shop.container, order.id)).toEqual({ onHand: 200 - sent, reserved: 0 });
  const { knex } = shop.container;
  const refunds = (await knex('payments_refunds').where({ orderId: order.orderId })) as {
    id: string;
    status: string;
  }[];
  for (const { id, status } of refunds) if (status === 'pending') await processRefund(shop.container, id);
  const money = await moneyOf(order.id);
  expect(money['credited']).toBe(money['refunded']);
  expect((money['sent'] ?? 0) + (money['refunded'] ?? 0)).toBe(order.total);
  const payment = (await knex('payments').where({ orderId: order.orderId }).first()) as unknown as Record<
    string,
    number
  >;
  expect((payment['capturedAmount'] ?? 0) - (payment['refundedTotal'] ?? 0)).toBe(money['sent']);
}
