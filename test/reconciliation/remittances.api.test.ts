import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import type { TestOrder } from '../_support/orders.js';
import { data, startShop, type TestShop } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { createHeldOrder } from '../shipping/held-order.js';

interface Remitted {
  settlements: { id: string; providerId: string; amount: number; difference: number; state: string }[];
  differences: number;
}

let shop: TestShop;
let admin: HttpClient;
let vendorIds: string[];
let count = 0;

beforeAll(async () => {
  shop = await startShop();
  admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
  vendorIds = [];
  for (let index = 0; index < 2; index += 1)
    vendorIds.push((await createVendor(shop.container, { commissionBps: 1_000 })).vendorId);
});
afterAll(() => shop.stop());

interface Parcel {
  awb: string;
  total: number;
}

/** A cash order of two vendors whose parcels have left with a courier of the platform, `delivered` of them arrived. */
async function cashParcels(delivered = 2): Promise<{ order: TestOrder; parcels: Parcel[] }> {
  const { knex, unitOfWork, operations } = shop.container;
  const order = await createHeldOrder(shop.container, { vendorIds });
  const parcels: Parcel[] = [];
  for (const [index, { subOrderId, vendorId, total }] of order.subOrders.entries()) {
    const awb = `78557${String((count += 1)).padStart(7, '0')}`;
    await knex('shipping_shipments').insert({
      id: newId(),
      orderId: order.orderId,
      subOrderId,
      vendorId,
      providerId: 'carrier',
      method: 'courier',
      credentialSource: 'platform',
      reference: subOrderId,
      attempt: 1,
      lines: '[]',
      status: 'created',
      awb,
      actor: '{}',
      requestedAt: new Date(),
      createdAt: new Date(),
    } as never);
    parcels.push({ awb, total });
    const ctx = systemContext({ name: 'test' }, new Date('2026-11-10T10:00:00Z'));
    for (const step of index < delivered ? (['fulfil', 'deliver'] as const) : [])
      await unitOfWork.run(ctx, async (tx) => {
        const locked = await operations.subOrderTransitions.lock(tx, subOrderId);
        if (locked) await operations.subOrderTransitions[step](tx, ctx, locked);
      });
  }
  return { order, parcels };
}
const rupees = (subunits: number) => (subunits / 100).toFixed(2);
const HEAD = 'AWB No.,COD Amount,Remittance Date,UTR,Charges,GST';
const csvOf = (...rows: (readonly [string, number, string, string, number?, number?])[]) =>
  [
    HEAD,
    ...rows.map(([awb, amount, day, utr, fee = 0, gst = 0]) =>
      [awb, rupees(amount), day, utr, rupees(fee), rupees(gst)].join(','),
    ),
  ].join('\n');
const importOf = (csv: string, month = '2026-11') =>
  admin.post<Remitted>('/admin/settlements/remittances', { month, csv });
const account = async (name: string) => {
  const row = await shop.container
    .knex('ledger_entries')
    .where({ account: name })
    .sum({ sum: 'amount' })
    .first();
  return Number((row as { sum: string | null }).sum ?? 0);
};
const settlementCount = async () =>
  Number(
    ((await shop.container.knex('reconciliation_settlements').count({ n: '*' }).first()) as { n: string }).n,
  );
const itemsOf = async (awb: string) =>
  (await shop.container.knex('reconciliation_items').where({ providerRef: awb })) as {
    amount: number;
    reason: string;
    orderId: string | null;
  }[];

it('what a courier has paid over closes the cash of its parcels to the bank, one settlement a transfer', async () => {
  const [first, second] = [await cashParcels(), await cashParcels()];
  const [a, b] = first.parcels as [Parcel, Parcel];
  const [c] = second.parcels as [Parcel, Parcel];
  const before = { cod: await account('receipts:cod'), bank: await account('bank') };
  const csv = csvOf(
    [a.awb, a.total, '2026-11-14', 'UTR1', 1_000, 180],
    [b.awb, b.total, '14/11/2026', 'UTR1'],
    [c.awb, c.total, '2026-11-16', 'UTR2'],
  );
  const made = data(await importOf(csv));
  expect(made.differences).toBe(0);
  expect(made.settlements).toMatchObject([
    { providerId: 'cod', amount: a.total + b.total - 1_180, difference: 0, state: 'processed' },
    { providerId: 'cod', amount: c.total, difference: 0, state: 'processed' },
  ]);
  expect((await account('receipts:cod')) - before.cod).toBe(a.total + b.total + c.total);
  expect((await account('bank')) - before.bank).toBe(1_180 - a.total - b.total - c.total);
  const lines = data(
    await admin.get<{ orderId: string }[]>(`/admin/settlements/${made.settlements[0]?.id}/lines`),
  );
  expect(lines.map(({ orderId }) => orderId)).toEqual([first.order.orderId, first.order.orderId]);
  await expectBooksRight(shop.container);

  // The same file, and one with a transfer of it beside a new one, book nothing.
  const again = await importOf(csv);
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('UTR1')]);
  const known = await settlementCount();
  const [, d] = second.parcels as [Parcel, Parcel];
  const mixed = await importOf(
    csvOf([d.awb, d.total, '2026-11-17', 'UTR3'], [c.awb, c.total, '2026-11-16', 'UTR2']),
  );
  expect(mixed.status).toBe(409);
  expect(await settlementCount()).toBe(known);
  await expectBooksRight(shop.container);
});

it('names each row that differs: its amount, an unknown AWB, one that is not delivered, one that was paid over before', async () => {
  const { order, parcels } = await cashParcels(1);
  const [a, b] = parcels as [Parcel, Parcel];
  const made = data(
    await importOf(
      csvOf(
        [a.awb, a.total - 5_000, '2026-11-20', 'UTR10'],
        [b.awb, b.total, '2026-11-20', 'UTR10'],
        ['785570000000', 9_900, '2026-11-20', 'UTR10'],
      ),
    ),
  );
  expect(made.differences).toBe(3);
  expect(await itemsOf(a.awb)).toMatchObject([
    {
      amount: -5_000,
      orderId: order.orderId,
      reason: `${rupees(a.total - 5_000)} was paid over for ${a.awb}, and ${rupees(a.total)} was collected`,
    },
  ]);
  expect(await itemsOf(b.awb)).toMatchObject([{ amount: b.total, reason: `${b.awb} is not delivered` }]);
  expect(await itemsOf('785570000000')).toMatchObject([
    { amount: 9_900, orderId: null, reason: 'No parcel has the AWB 785570000000' },
  ]);
  const next = data(
    await importOf(csvOf([a.awb, 5_000, '2026-11-21', 'UTR11'], [b.awb, -b.total, '2026-11-21', 'UTR11'])),
  );
  expect(next.differences).toBe(2);
  expect((await itemsOf(a.awb)).map(({ reason }) => reason)).toContain(
    `The cash of ${a.awb} was paid over with UTR10 before`,
  );
  expect((await itemsOf(b.awb)).map(({ reason }) => reason)).toContain(
    `The courier takes the cash of ${b.awb} back`,
  );
  // A person explains one, and it stays explained.
  const list = data(
    await admin.get<{ id: string; providerRef: string }[]>('/admin/unmatched-money?search=785570000000'),
  );
  const decided = await admin.post(`/admin/unmatched-money/${list[0]?.id}/decide`, {
    decision: 'explained',
    note: 'Of another shop',
  });
  expect(decided.status).toBe(200);
  await expectBooksRight(shop.container);
});

it('refuses a file of another month, a short column, a short row and what is no amount, by name, with nothing booked', async () => {
  const { parcels } = await cashParcels();
  const [a, b] = parcels as [Parcel, Parcel];
  const [books, known] = [await account('receipts:cod'), await settlementCount()];
  const good = [a.awb, rupees(a.total), '2026-11-20', 'UTR20', '0', '0'].join(',');
  const refused: [string, string, RegExp][] = [
    [`${HEAD}\n${good}`, '2026-10', /row 2: 2026-11-20 is not in 2026-10/],
    [
      `${HEAD}\n${good}\n${good.replace('2026-11-20', '2026-12-01').replace(a.awb, b.awb)}`,
      '2026-11',
      /row 3: 2026-12-01 is not in 2026-11/,
    ],
    [`AWB,COD Amount,Date\n${a.awb},10.00,2026-11-20`, '2026-11', /utr is missing/],
    [`${HEAD}\n${good}\n${b.awb},10.00,2026-11-20`, '2026-11', /got 3 on line 3/],
    [`${HEAD}\n${good}\n${good}`, '2026-11', /row 3: \d+ is in row 2 already/],
    [
      `${HEAD}\n${good.replace(rupees(a.total), 'ten')}`,
      '2026-11',
      /row 2: amount must be an amount like 1,234.50 \(got ..ten..\)/,
    ],
    [`${HEAD}\n${good.replace('2026-11-20', '31/02/2026')}`, '2026-11', /row 2: date must be a day/],
    [`${HEAD}\n${good.replace('UTR20', '')}`, '2026-11', /row 2: utr is missing/],
    [HEAD, '2026-11', /must have rows below its head/],
    ['', '2026-11', /must have the columns|rows below/],
  ];
  for (const [csv, month, problem] of refused) {
    const response = await importOf(csv, month);
    expect([response.status, JSON.stringify(response.body)]).toEqual([400, expect.stringMatching(problem)]);
  }
  expect([await account('receipts:cod'), await settlementCount()]).toEqual([books, known]);
  const stranger = await shop.http.post('/admin/settlements/remittances', {
    month: '2026-11',
    csv: `${HEAD}\n${good}`,
  });
  expect(stranger.status).toBe(401);
});

it('two imports of one file at once book it once', async () => {
  const { parcels } = await cashParcels();
  const csv = csvOf(...parcels.map(({ awb, total }) => [awb, total, '2026-11-25', 'UTR30'] as const));
  const before = await account('receipts:cod');
  const responses = await Promise.all([1, 2, 3].map(() => importOf(csv)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await account('receipts:cod')) - before).toBe(parcels.reduce((sum, { total }) => sum + total, 0));
  await expectBooksRight(shop.container);
});
