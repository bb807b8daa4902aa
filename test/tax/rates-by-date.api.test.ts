import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { InvoiceSnapshot } from '#domain/invoices/invoice-snapshot.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { setInvoiceClock } from '../_support/invoice-clock.js';
import { createConfirmedOrder, createSellableVariant, type TestOrder } from '../_support/orders.js';
import { createProduct } from '../_support/products.js';
import { setSettings } from '../_support/settings.js';
import { data, placeOrder, readyCart, startShop, type TestShop } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { issueInvoiceOf, notesOf } from '../invoices/issued-invoice.js';
import { up as seedRates } from '../../migrations/20261128041500_tax_rates_by_date.js';

let shop: TestShop;
let admin: HttpClient;
/** The rate of 7419 changes with the first of December 2026 in India. */
const BEFORE = new Date('2026-11-30T18:29:59Z');
const AFTER = new Date('2026-11-30T18:30:00Z');
beforeAll(async () => {
  shop = await startShop();
  admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
  await setSettings(shop.container, { 'admin.tax.default_lines': [{ type: 'GST', rate: 18 }] });
});
afterAll(() => shop.stop());
beforeEach(() => setInvoiceClock(shop.container.knex, BEFORE));

const rates = (from: number, to: number) => [
  { hsnPrefix: '7419', gstRate: from, validUntil: '2026-11-30', source: 'before' },
  { hsnPrefix: '7419', gstRate: to, validFrom: '2026-12-01', source: 'after' },
];
const setRates = async (...args: Parameters<typeof rates>) =>
  expect((await admin.put('/admin/tax/hsn-rates', { rates: rates(...args) })).status).toBe(200);

/** One line at 18 %, ordered before the change. */
async function ordered(fields: Parameters<typeof createConfirmedOrder>[1] = {}): Promise<TestOrder> {
  return createConfirmedOrder(shop.container, {
    vendors: [{}],
    lines: [{ title: 'Brass lamp', unitPrice: 100_000, quantity: 2, hsnCode: '7419' }],
    shipping: 5_000,
    placedAt: new Date('2026-11-30T10:00:00Z'),
    ...fields,
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
async function issued(order: TestOrder, at: Date) {
  const [subOrder] = order.subOrders;
  await setInvoiceClock(shop.container.knex, at);
  await issueInvoiceOf(shop.container, subOrder?.subOrderId ?? '');
  const row = (await shop.container
    .knex('invoices')
    .where({ subOrderId: subOrder?.subOrderId })
    .first('snapshot')) as { snapshot: InvoiceSnapshot };
  const { snapshot } = row;
  const lines = [...snapshot.lines, ...(snapshot.shippingLines ?? [])];
  return {
    snapshot,
    total: snapshot.totals.grandTotal,
    rates: [...new Set(lines.flatMap(({ taxes }) => taxes.map(({ rate }) => rate)))],
    taxable: sum(lines.map(({ taxableValue }) => taxableValue)),
    ordered: subOrder?.total,
  };
}

describe('the rate of an invoice is that of the day of supply', () => {
  it('is the rate of the order while that holds', async () => {
    await setRates(18, 40);
    const invoice = await issued(await ordered(), BEFORE);
    expect(invoice).toMatchObject({ rates: [18], total: 241_900, ordered: 241_900, taxable: 205_000 });
    expect(invoice.snapshot.lines[0]).not.toHaveProperty('retaxed');
  });

  it.each([false, true])(
    'after a rise has the new rate inside the same total (prices with tax: %s)',
    async (pricesIncludeTax) => {
      await setRates(18, 40);
      const invoice = await issued(await ordered({ pricesIncludeTax }), AFTER);
      expect(invoice.rates).toEqual([40]);
      expect(invoice.total).toBe(invoice.ordered);
      // Equal halves, each rounded once.
      expect(Math.abs(invoice.taxable - invoice.total / 1.4)).toBeLessThanOrEqual(1);
      expect(invoice.snapshot.totals.tax).toBe(invoice.total - invoice.taxable);
      expect(invoice.snapshot.totals.tax % 2).toBe(0);
    },
  );

  it('was paid and sent before a rise, and is invoiced after it: the old rate', async () => {
    await setRates(18, 40);
    const order = await ordered({ paid: true });
    const { knex } = shop.container;
    await knex('orders')
      .where({ id: order.orderId })
      .update({ paidAt: new Date('2026-11-30T10:05:00Z') });
    const [{ subOrderId } = { subOrderId: '' }] = order.subOrders;
    await knex('orders_sub_orders').where({ id: subOrderId }).update({ fulfilledAt: BEFORE });
    expect((await issued(order, AFTER)).rates).toEqual([18]);
  });

  it('was sent before a rise and is paid after it: the new rate', async () => {
    await setRates(18, 40);
    const order = await ordered();
    await shop.container
      .knex('orders_sub_orders')
      .where({ id: order.subOrders[0]?.subOrderId })
      .update({ fulfilledAt: BEFORE });
    expect((await issued(order, AFTER)).rates).toEqual([40]);
  });

  it('leaves a rate alone that the product says by itself', async () => {
    await setRates(18, 40);
    const order = await ordered();
    await shop.container
      .knex('products_variants')
      .where({ id: order.written.lines[0]?.variantId })
      .update({ gstRate: 18 });
    expect((await issued(order, AFTER)).rates).toEqual([18]);
  });

  it('after a fall returns the difference to who has paid, or by setting leaves it to the vendor', async () => {
    await setRates(18, 5);
    const { knex } = shop.container;
    const refunds = async (order: TestOrder) =>
      knex('payments_refunds').where({ orderId: order.orderId }).select('amount', 'cause', 'reason');
    const paid = async () => {
      const variant = await createSellableVariant(
        shop.container,
        (await createVendor(shop.container)).vendorId,
        {
          price: 100_000,
        },
      );
      const ready = await readyCart(shop, [{ variantId: variant.variantId }]);
      const placed = data(await placeOrder(ready));
      await knex('payments').where({ orderId: placed.order.id }).update({
        status: 'captured',
        capturedAmount: placed.order.grandTotal,
        capturedAt: BEFORE,
      });
      await knex('orders')
        .where({ id: placed.order.id })
        .update({ status: 'confirmed', paidAt: BEFORE, confirmedAt: BEFORE });
      await knex('orders_sub_orders').where({ orderId: placed.order.id }).update({ confirmedAt: BEFORE });
      const subOrders = placed.order.vendors.map(({ id, vendorId }) => ({
        subOrderId: id,
        vendorId,
        total: placed.order.grandTotal,
      }));
      return { orderId: placed.order.id, subOrders } as unknown as TestOrder;
    };
    const order = await paid();
    const invoice = await issued(order, AFTER);
    expect(invoice).toMatchObject({ total: 118_000, rates: [5] });
    expect(await refunds(order)).toMatchObject([{ amount: 13_000, cause: 'refund' }]);
    await setSettings(shop.container, { 'admin.tax.after_rate_fall': 'keep' });
    await setInvoiceClock(knex, BEFORE);
    const kept = await paid();
    expect(await issued(kept, AFTER)).toMatchObject({ total: 118_000, rates: [5] });
    expect(await refunds(kept)).toEqual([]);
    await setSettings(shop.container, { 'admin.tax.after_rate_fall': 'refund' });
    expect(await notesOf(shop.container, order.subOrders[0]?.subOrderId ?? '')).toEqual([]);
  });
});

describe('the table of rates', () => {
  it('of a prefix has one row a day, and says what changes on a day', async () => {
    const double = await admin.put('/admin/tax/hsn-rates', {
      rates: [{ hsnPrefix: '7419', gstRate: 18 }, ...rates(18, 40)],
    });
    expect(double.status).toBe(400);
    expect(JSON.stringify(double.body)).toContain('body.rates.1.hsnPrefix');
    await setRates(18, 40);
    type Changes = {
      day: string;
      changes: { hsnPrefix: string; before: object; after: object; variants: number }[];
    };
    const changes = data(await admin.get<Changes>('/admin/tax/hsn-rates/changes'));
    expect(changes).toMatchObject({
      day: '2026-12-01',
      changes: [{ hsnPrefix: '7419', before: { gstRate: 18 }, after: { gstRate: 40 } }],
    });
    expect(changes.changes[0]?.variants).toBeGreaterThan(0);
    expect(data(await admin.get<Changes>('/admin/tax/hsn-rates/changes?day=2026-12-02')).changes).toEqual([]);
  });

  it('goes out and comes in as the same file, also with codes that a spreadsheet has shortened', async () => {
    const rows = [
      { hsnPrefix: '0713', gstExempt: true, description: 'Pulses, "loose"' },
      {
        hsnPrefix: '61',
        gstRate: 5,
        slabLimit: 250_000,
        slabUnit: 'piece',
        gstRateAbove: 18,
        validFrom: '2025-09-22',
      },
    ];
    const before = data(await admin.put<{ rates: object[] }>('/admin/tax/hsn-rates', { rates: rows }));
    const file = await admin.get<string>('/admin/tax/hsn-rates/export');
    const csv = String(file.body);
    expect(csv.split('\r\n')[1]).toBe('0713,,yes,,,,,2017-07-01,,"Pulses, ""loose""",');
    const shortened = csv.replace('0713', '713');
    expect(data(await admin.put('/admin/tax/hsn-rates/import', { csv: shortened }))).toEqual(before);
    for (const [wrong, path] of [
      ['nothing', 'body.csv'],
      ['hsn_prefix,gst_rate\n61,five\n', 'body.rates.0.gstRate'],
      ['hsn_prefix,gst_rate\n61,5\n61,18\n', 'body.rates.1.hsnPrefix'],
    ] as const) {
      const response = await admin.put('/admin/tax/hsn-rates/import', { csv: wrong });
      expect(response.status).toBe(400);
      expect(JSON.stringify(response.body)).toContain(path);
    }
  });

  it('is seeded: a silk saree at 5 % of any value, a shirt by its slab', async () => {
    const { knex } = shop.container;
    await knex.raw('drop function tax_day(); drop table tax_rates');
    await seedRates(knex as never);
    const vendor = await createVendor(shop.container);
    const own = shop.http.as(vendor.token);
    type Charged = {
      gstRate: number | null;
      reason: string;
      hsnProblem: string | null;
      source: string | null;
    };
    const charged = async (query: string) => data(await own.get<Charged>(`/vendor/gst-rate?${query}`));
    expect(await charged('hsnCode=5007&price=900000')).toMatchObject({
      gstRate: 5,
      reason: 'hsn_code',
      source: '9/2025-Central Tax (Rate), 17.09.2025, Schedule I',
      hsnProblem: null,
    });
    expect(await charged('hsnCode=6205&price=250000')).toMatchObject({ gstRate: 5, reason: 'hsn_code' });
    expect(await charged('hsnCode=6205&price=250001')).toMatchObject({ gstRate: 18, reason: 'hsn_code' });
    expect(await charged('hsnCode=6309&price=900000')).toMatchObject({ gstRate: 5 });
    expect(await charged('hsnCode=63053200&price=900')).toMatchObject({ gstRate: 18 });
    expect(await charged('hsnCode=8903')).toMatchObject({
      gstRate: 18,
      reason: 'tax_list',
      hsnProblem: null,
    });
    expect(await charged('hsnCode=8903&gstRate=40')).toMatchObject({ gstRate: 40, reason: 'own_rate' });
    expect(await charged('hsnCode=123')).toMatchObject({ hsnProblem: 'malformed' });
    expect(await charged('hsnCode=0099')).toMatchObject({ hsnProblem: 'not_listed' });
    const unregistered = await createVendor(shop.container, { gstin: null });
    expect(data(await shop.http.as(unregistered.token).get('/vendor/gst-rate?hsnCode=5007'))).toMatchObject({
      gstRate: null,
      reason: 'seller_not_registered',
    });
  });
});

it('names what is wrong with each variant, and takes rates of the list alone', async () => {
  const vendor = await createVendor(shop.container);
  const own = shop.http.as(vendor.token);
  for (const hsnCode of ['123', '0099', '7419'])
    await createProduct(shop.container, vendor.vendorId, { variants: [{ price: 100, hsnCode }] });
  type Gap = { hsnCode: string; reasons: string[] };
  const gaps = data(await own.get<Gap[]>('/vendor/gst-gaps'));
  expect(new Map(gaps.map(({ hsnCode, reasons }) => [hsnCode, reasons]))).toEqual(
    new Map([
      ['123', ['hsn_code_malformed', 'gst_rate_missing']],
      ['0099', ['hsn_code_not_listed', 'gst_rate_missing']],
    ]),
  );
  const refused = await own.post('/vendor/products', { title: 'Lamp', gstRate: 81 });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('body.gstRate');
});
