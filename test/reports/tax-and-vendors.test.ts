import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { splitLineTaxes } from '#domain/invoices/gst-split.js';
import { isGst } from '#domain/tax/gst-type.js';
import type { ReportRow } from '#domain/reports/report.js';
import { newId } from '#lib/ids.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { addressOf, createVendor, type TestVendor } from '../_support/vendors.js';
import { setSettings } from '../_support/settings.js';
import { type ReportShop, startReportShop } from './report-shop.js';

const confirmed = new Date('2026-09-10T06:00:00.000Z');
/** The next month on the clock of the store, the same one in UTC. */
const processed = new Date('2026-09-30T18:45:00.000Z');
const all = 'from=2026-08-31T18:30:00.000Z&to=2026-10-31T18:30:00.000Z&limit=500';
const september = 'from=2026-08-31T18:30:00.000Z&to=2026-09-30T18:30:00.000Z&limit=500';

let shop: ReportShop;
let home: TestVendor;
let away: TestVendor;
let small: TestVendor;
const orders: TestOrder[] = [];
/** The refunded lines: `tax` and `taxable` in subunits. */
const returned: { lineId: string; taxable: number; tax: number }[] = [];

beforeAll(async () => {
  shop = await startReportShop({ workers: [] });
  const { container } = shop.platform;
  home = await createVendor(container, { displayName: 'Home' });
  away = await createVendor(container, { displayName: 'Away', gstin: '29AAGCB7383J1Z4', stateCode: '29' });
  small = await createVendor(container, { displayName: 'Small', gstin: null });
  const vendorIds = [home.vendorId, away.vendorId];
  const lines = [
    { title: 'Lamp', unitPrice: 10_005, quantity: 1 },
    { title: 'Bowl', unitPrice: 33_333, quantity: 3 },
  ];
  const abroad = addressOf({ country: 'JP', stateCode: '09' });
  const gst = (rate: number) => ({ taxes: [{ type: 'GST', rate }], placedAt: confirmed, paid: true, lines });
  orders.push(
    await createConfirmedOrder(container, { ...gst(18), vendorIds }),
    await createConfirmedOrder(container, {
      ...gst(2.5),
      vendorIds,
      pricesIncludeTax: true,
      discount: 1_234,
    }),
    await createConfirmedOrder(container, { ...gst(5), vendorIds, shippingAddress: abroad }),
    await createConfirmedOrder(container, { ...gst(18), vendorIds: [small.vendorId], taxes: [] }),
  );
  const [first] = orders as [TestOrder];
  const line = first.written.lines.find(({ vendorId }) => vendorId === home.vendorId);
  if (!line) throw new Error('The order has no line of its vendor');
  const refund = { lineId: line.id, taxable: 3_001, tax: 541 };
  returned.push(refund);
  const payment = (await container.knex('payments').where({ orderId: first.orderId }).first('id')) as {
    id: string;
  };
  const refundId = newId();
  await container.knex('payments_refunds').insert({
    id: refundId,
    paymentId: payment.id,
    orderId: first.orderId,
    amount: refund.taxable + refund.tax,
    reason: 'Broken',
    status: 'processed',
    processedAt: processed,
    subOrderId: line.subOrderId,
    actor: JSON.stringify({ type: 'system', id: 'test' }),
  });
  await container.knex('payments_refund_lines').insert({
    refundId,
    subOrderId: line.subOrderId,
    lineId: line.id,
    quantity: 0,
    taxableValue: refund.taxable,
    tax: refund.tax,
    amount: refund.taxable + refund.tax,
  });
});
afterAll(() => shop.stop());

interface Sums {
  value: number;
  igst: number;
  cgst: number;
  sgst: number;
}
const nothing = (): Sums => ({ value: 0, igst: 0, cgst: 0, sgst: 0 });

/** The tax report by plain code over the orders as they were written, with the split of the invoices. */
function expected(): Record<string, { sold: Sums; returned: Sums; registered: boolean }> {
  const rows: Record<string, { sold: Sums; returned: Sums; registered: boolean }> = {};
  const sellers = new Map([
    [home.vendorId, { name: 'Home', sellerGstin: 'home', sellerStateCode: '27' }],
    [away.vendorId, { name: 'Away', sellerGstin: 'away', sellerStateCode: '29' }],
    [small.vendorId, { name: 'Small', sellerGstin: null, sellerStateCode: '27' }],
  ]);
  for (const { written } of orders) {
    const { shippingAddress, pricesIncludeTax } = written.order;
    const stateOfSupply = shippingAddress.country === 'IN' ? shippingAddress.stateCode : null;
    for (const line of written.lines) {
      const seller = sellers.get(line.vendorId);
      if (!seller) continue;
      const gst = line.taxes.filter(({ type }) => isGst(type));
      const rate = gst.reduce((sum, tax) => sum + tax.rate, 0);
      const row = (rows[`${seller.name} ${stateOfSupply} ${rate}`] ??= {
        sold: nothing(),
        returned: nothing(),
        registered: seller.sellerGstin !== null,
      });
      const add = (to: Sums, value: number, taxes: typeof gst) => {
        to.value += value;
        for (const tax of splitLineTaxes(taxes, { ...seller, stateOfSupply }))
          to[tax.type.toLowerCase() as 'igst'] += tax.amount;
      };
      const net = line.lineSubtotal - line.discountTotal;
      add(row.sold, pricesIncludeTax ? net - line.taxTotal : net, gst);
      // Shipping is taxed with the lines.
      const shippingTax = line.shippingTaxes.reduce((sum, { amount }) => sum + amount, 0);
      add(row.sold, line.shippingShare - (pricesIncludeTax ? shippingTax : 0), line.shippingTaxes);
      for (const item of returned.filter(({ lineId }) => lineId === line.id))
        add(
          row.returned,
          item.taxable,
          gst.map((tax) => ({ ...tax, amount: item.tax })),
        );
    }
  }
  return rows;
}

const run = async (key: string, query: string) =>
  (await shop.http.get<ReportRow[]>(`/admin/reports/${key}?${query}`)).body.data;
const kpis = async (key: string, query: string) => {
  const { body } = await shop.http.get<{ kpis: { key: string; value: number }[] }>(
    `/admin/reports/${key}/summary?${query}`,
  );
  return Object.fromEntries(body.data.kpis.map(({ key: kpi, value }) => [kpi, value]));
};
const total = (rows: ReportRow[], key: string) => rows.reduce((sum, row) => sum + Number(row[key]), 0);

describe('the report tax', () => {
  it('has a row for each seller, place of supply and rate, split as the invoices split', async () => {
    const rows = await run('tax', all);
    const reference = expected();
    expect(rows).toHaveLength(Object.keys(reference).length);
    for (const row of rows) {
      const name = String(row['sellerName']).replace(' Private Limited', '');
      const wanted = reference[`${name} ${row['placeOfSupply']} ${row['rate']}`];
      expect(row).toMatchObject({
        taxableValue: wanted?.sold.value,
        igst: wanted?.sold.igst,
        cgst: wanted?.sold.cgst,
        sgst: wanted?.sold.sgst,
        returnedValue: wanted?.returned.value,
        returnedIgst: wanted?.returned.igst,
        returnedCgst: wanted?.returned.cgst,
        returnedSgst: wanted?.returned.sgst,
        netValue: (wanted?.sold.value ?? 0) - (wanted?.returned.value ?? 0),
      });
      // Withholding was off when these orders were paid: the ledger holds no tax collected at source.
      expect(row['tcs']).toBe(0);
    }
  });

  it('adds up to its KPIs and its trend, and dates returns by their processing', async () => {
    for (const query of [all, september]) {
      const rows = await run('tax', query);
      const figures = await kpis('tax', query);
      expect(figures).toEqual({
        netValue: total(rows, 'netValue'),
        tcs: total(rows, 'tcs'),
        igst: total(rows, 'igst') - total(rows, 'returnedIgst'),
        cgst: total(rows, 'cgst') - total(rows, 'returnedCgst'),
        sgst: total(rows, 'sgst') - total(rows, 'returnedSgst'),
      });
      const trend = await shop.http.get<{ points: { netValue: number; netTax: number }[] }>(
        `/admin/reports/tax/trend?${query}`,
      );
      const { points } = trend.body.data;
      expect(points.reduce((sum, point) => sum + point.netValue, 0)).toBe(figures['netValue']);
      expect(points.reduce((sum, point) => sum + point.netTax, 0)).toBe(total(rows, 'netTax'));
    }
    expect(total(await run('tax', september), 'returnedValue')).toBe(0);
    expect(total(await run('tax', all), 'returnedValue')).toBe(3_001);
  });

  it('leaves out cash on delivery that was never taken', async () => {
    const { container } = shop.platform;
    const before = await run('tax', all);
    const cash = await createConfirmedOrder(container, { vendorIds: [home.vendorId], placedAt: confirmed });
    const with_ = await run('tax', all);
    expect(total(with_, 'taxableValue')).toBeGreaterThan(total(before, 'taxableValue'));
    await container
      .knex('orders_sub_orders')
      .where({ orderId: cash.orderId })
      .update({ status: 'cancelled' });
    expect(await run('tax', all)).toEqual(before);
  });
});

describe('the report vendors', () => {
  it('has the postings of each vendor, and adds up', async () => {
    const now = `from=${new Date(Date.now() - 90 * 86_400_000).toISOString()}&to=${new Date(Date.now() + 60_000).toISOString()}`;
    const rows = await run('vendors', now);
    expect(rows.map((row) => row['vendor']).sort()).toEqual(['Away', 'Home', 'Small']);
    for (const row of rows) {
      const subOrders = orders
        .flatMap(({ written }) => written.subOrders)
        .filter((subOrder) => subOrder.vendorName === row['vendor']);
      const lines = orders
        .flatMap(({ written }) => written.lines)
        .filter((line) => subOrders.some(({ id }) => id === line.subOrderId));
      const sales = subOrders.reduce((sum, subOrder) => sum + subOrder.total, 0);
      const commission = subOrders.reduce((sum, subOrder) => sum + subOrder.commissionTotal, 0);
      expect(row).toEqual({
        vendor: row['vendor'],
        orders: subOrders.length,
        units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
        sales,
        refunds: 0,
        commission,
        withheld: 0,
        adjustments: 0,
        net: sales - commission,
        payouts: 0,
      });
    }
    expect(await kpis('vendors', now)).toEqual({
      vendors: 3,
      sales: total(rows, 'sales'),
      commission: total(rows, 'commission'),
      net: total(rows, 'net'),
      payouts: 0,
    });
  });
});

describe('tax collected at source', () => {
  it('is what the ledger holds, by the rates of the sub-order', async () => {
    const { container } = shop.platform;
    const { vendorId } = await createVendor(container, { displayName: 'Grocer' });
    const before = await run('tax', all);
    // Withheld with the payment, as before supplies had postings of their own.
    await setSettings(container, {
      'admin.ledger.withhold_taxes': true,
      'admin.tax.tcs_by_supply_from': '',
    });
    const sold = await createConfirmedOrder(container, {
      vendorIds: [vendorId],
      placedAt: confirmed,
      paid: true,
      shipping: 9_900,
      lines: [
        { title: 'Rice', unitPrice: 100_033, quantity: 1, gst: { gstRate: 5, gstExempt: false } },
        { title: 'Soap', unitPrice: 50_011, quantity: 1 },
        { title: 'Salt', unitPrice: 20_000, quantity: 1, gst: { gstRate: 0, gstExempt: false } },
      ],
    });
    await setSettings(container, { 'admin.ledger.withhold_taxes': false });
    const posted = (await container
      .knex('ledger_transactions')
      .where({ orderId: sold.orderId, kind: 'sale' })
      .first('tcs')) as { tcs: number };
    // Half a percent of the taxed lines with the shipping that is taxed with them; nil-rated goods are left out.
    expect(posted.tcs).toBe(Math.round((100_033 + 50_011 + 9_900) * 0.005));
    const rows = await run('tax', all);
    expect(total(rows, 'tcs') - total(before, 'tcs')).toBe(posted.tcs);
    expect((await kpis('tax', all))['tcs']).toBe(total(rows, 'tcs'));
    const at = (rate: number) =>
      rows.find((row) => row['sellerName'] === 'Grocer Private Limited' && row['rate'] === rate)?.['tcs'];
    expect(Number(at(5)) + Number(at(18))).toBe(posted.tcs);
    expect(at(0)).toBe(0);
  });
});
