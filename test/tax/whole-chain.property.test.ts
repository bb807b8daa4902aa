import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { createGstReturnsService } from '#api/invoices/gst-returns.service.js';
import { systemContext } from '#domain/_shared/context.js';
import { printedLines, printedShipping } from '#domain/invoices/invoice-rows.js';
import type { InvoiceSnapshot } from '#domain/invoices/invoice-snapshot.js';
import type { PrintedTax } from '#domain/invoices/gst-split.js';
import type { QuoteCoupons, QuoteItem } from '#domain/checkout/quote-input.js';
import { offerDefaults, type OfferTerms } from '#domain/discounts/offer.js';
import type { Order } from '#domain/orders/order.js';
import { summarizeReport } from '#db/reports/report-run.query.js';
import { issueInvoiceOf, notesOf } from '../invoices/issued-invoice.js';
import { accountOf, expectBooksRight } from '../ledger/ledger-books.js';
import { couponOf, couponsOf } from '../_support/discounts.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { setSettings } from '../_support/settings.js';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
  await setSettings(kernel.container, {
    'admin.ledger.withhold_taxes': true,
    // As it was withheld before supplies had postings of their own; test/ledger/tcs-by-supply has these.
    'admin.tax.tcs_by_supply_from': '',
    'admin.ledger.commission_gst_from': '2020-01-01',
  });
});
afterAll(() => kernel.stop());

const gst = fc.constantFrom(undefined, 5, 18, 0, 'exempt' as const);
const chain = fc.record({
  lines: fc.array(
    fc.record({
      unitPrice: fc.integer({ min: 50, max: 200_000 }),
      quantity: fc.integer({ min: 1, max: 4 }),
      gst,
    }),
    { minLength: 1, maxLength: 3 },
  ),
  cess: fc.boolean(),
  pricesIncludeTax: fc.boolean(),
  taxShipping: fc.boolean(),
  shipping: fc.constantFrom(0, 4_900, 12_345),
  discount: fc.constantFrom(0, 0, 999, 20_001),
  platformShare: fc.constantFrom(0, 33, 100),
  offer: fc.constantFrom(
    null,
    null,
    'PERCENTAGE' as const,
    'BUY_X_GET_Y' as const,
    'GIFT' as const,
    'TIERS' as const,
    'FREE_SHIPPING' as const,
  ),
  refunds: fc.array(
    fc.record({
      kind: fc.constantFrom('amount' as const, 'piece' as const, 'part' as const),
      share: fc.double({ min: 0.05, max: 0.6, noNaN: true }),
      fails: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  rest: fc.boolean(),
});
type Chain = typeof chain extends fc.Arbitrary<infer T> ? T : never;

/** The discount takes all of the goods: GST and TCS are of the shipping alone. */
const freeGoods: Chain = {
  lines: [{ unitPrice: 10_000, quantity: 1, gst: 18 }],
  cess: false,
  pricesIncludeTax: false,
  taxShipping: true,
  shipping: 12_345,
  discount: 20_001,
  platformShare: 0,
  offer: null,
  refunds: [],
  rest: false,
};

/** A gift beside its own variant, with a coupon on what is left, of which a piece is refunded. */
const giftAndCoupon: Chain = {
  ...freeGoods,
  discount: 999,
  platformShare: 33,
  offer: 'GIFT',
  rest: true,
  refunds: [{ kind: 'piece', share: 0.3, fails: false }],
};

/** An automatic offer before the coupon; the gift is a piece more of the first item. */
function coupons(
  { offer: kind, discount, platformShare }: Chain,
  items: readonly QuoteItem[],
  userId: string,
): QuoteCoupons {
  const [first] = items;
  const quantities = { GIFT: [1, 1], BUY_X_GET_Y: [1, 1] }[kind as string] ?? [null, null];
  const offer: OfferTerms = {
    ...offerDefaults,
    kind: kind ?? 'PERCENTAGE',
    buyQuantity: quantities[0] ?? null,
    getQuantity: quantities[1] ?? null,
    ...(kind === 'GIFT' && { giftVariantId: first?.variantId ?? null }),
    ...(kind === 'TIERS' && {
      tierBasis: 'QUANTITY',
      tiers: [
        { from: 2, value: 7 },
        { from: 4, value: 13 },
      ],
    }),
  };
  const value = kind === 'PERCENTAGE' ? 11 : 100;
  const offers = kind
    ? [couponOf({ discountType: 'PERCENTAGE', value, platformShare, name: kind, offer })]
    : [];
  const given = couponsOf(
    [...offers, ...(discount ? [couponOf({ value: discount, platformShare })] : [])],
    items,
    { userId },
  );
  const giftOf = offers[0]?.discount.id ?? '';
  return kind === 'GIFT' && first
    ? { ...given, gifts: [{ ...first, itemId: giftOf, giftOf, quantity: 1 }] }
    : given;
}

function placed(input: Chain): Promise<TestOrder> {
  const {
    lines,
    cess,
    refunds: _refunds,
    rest: _rest,
    offer: _offer,
    discount: _discount,
    ...options
  } = input;
  return createConfirmedOrder(kernel.container, {
    ...options,
    coupons: (items, userId) => coupons(input, items, userId),
    paid: true,
    taxes: [{ type: 'GST', rate: 12 }, ...(cess ? [{ type: 'CESS', rate: 1 }] : [])],
    lines: lines.map(({ gst: rate, ...line }) => ({
      ...line,
      title: 'Goods',
      hsnCode: '1006',
      ...(rate === undefined
        ? {}
        : { gst: { gstRate: rate === 'exempt' ? null : rate, gstExempt: rate === 'exempt' } }),
    })),
  });
}

/** Refunds, and processes or lets fail. What is more than is left is refused, and changes nothing. */
async function refund(order: TestOrder, input: object, fails = false): Promise<void> {
  const { unitOfWork, operations } = kernel.container;
  const ctx = systemContext({ name: 'test' }, new Date());
  await unitOfWork
    .run(ctx, async (tx) => {
      const row = (await tx('orders').where({ id: order.orderId }).forUpdate().first()) as Order;
      const id = await operations.refundOrder(tx, ctx, row, { reason: 'Damaged', ...input });
      const end = {
        status: fails ? ('failed' as const) : ('processed' as const),
        providerRefundId: `rfnd-${id}`,
      };
      await operations.refundSettlement(tx, ctx, id, end);
    })
    .catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'CONFLICT') throw error;
    });
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const amounts = (taxes: readonly PrintedTax[], ...types: string[]) =>
  sum(taxes.filter(({ type }) => types.includes(type)).map(({ amount }) => amount));
const taxesOf = (snapshot: InvoiceSnapshot) =>
  [...printedLines(snapshot), ...printedShipping(snapshot)].flatMap(({ taxes }) => taxes);

/** What the documents of a sub-order say, held against the order, the refunds and the ledger. @returns its net GST and its net TCS */
async function checkSubOrder(
  order: TestOrder,
  subOrderId: string,
): Promise<{ gst: number; tcs: number; collectedOn: number }> {
  const { knex } = kernel.container;
  const invoice = await knex('invoices').where({ subOrderId }).first('snapshot');
  const snapshot = invoice?.snapshot as InvoiceSnapshot;
  const paid = order.subOrders.find((item) => item.subOrderId === subOrderId)?.total;
  expect(snapshot.totals.grandTotal - (snapshot.paidBy?.amount ?? 0)).toBe(paid);
  const taxes = taxesOf(snapshot);
  expect(amounts(taxes, 'CGST')).toBe(amounts(taxes, 'SGST'));

  const notes = await notesOf(kernel.container, subOrderId);
  const taxesOfNote = notes.flatMap(({ snapshot: note }) =>
    [...note.lines, ...(note.shippingLines ?? [])].flatMap((line) => line.taxes),
  );
  expect(amounts(taxesOfNote, 'CGST')).toBe(amounts(taxesOfNote, 'SGST'));
  const gone = await knex('payments_refund_lines as l')
    .join('payments_refunds as r', 'r.id', 'l.refundId')
    .where({ 'l.subOrderId': subOrderId, 'r.status': 'processed' })
    .select('l.amount', 'l.platformDiscount', 'l.tax');
  const credited = sum(notes.map(({ amount }) => amount));
  expect(credited).toBe(sum(gone.map((line) => Number(line.amount) + Number(line.platformDiscount))));
  expect(sum(taxesOfNote.map(({ amount }) => amount))).toBe(sum(gone.map(({ tax }) => Number(tax))));

  const posted = await knex('ledger_transactions').where({ subOrderId });
  const value = sum(posted.map((row) => row.gross + row.platformDiscount));
  expect(value).toBe(snapshot.totals.grandTotal - credited);
  for (const { commissionTax } of posted) expect(Math.abs(commissionTax % 2)).toBe(0);
  if (value === 0) expect(sum(posted.map(({ commission }) => commission))).toBe(0);
  const gst = amounts(taxes, 'CGST', 'SGST', 'IGST') - amounts(taxesOfNote, 'CGST', 'SGST', 'IGST');
  // Of a few paise nothing is left to collect.
  const isCollectedOn = posted.some(
    ({ kind, tcs, tcsAccrued }) => kind === 'sale' && (tcsAccrued ?? tcs) !== 0,
  );
  return { gst, tcs: sum(posted.map(({ tcs }) => tcs)), collectedOn: isCollectedOn ? gst : 0 };
}

it('quote, order, invoice less notes, ledger and tax report agree to the paisa', async () => {
  const { container } = kernel;
  const total = { gst: 0, tcs: 0 };
  const collectedOnOf = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(chain, async (input) => {
      const order = await placed(input);
      await container
        .knex('orders_sub_orders')
        .where({ orderId: order.orderId })
        .update({ status: 'delivered' });
      for (const { subOrderId } of order.subOrders) await issueInvoiceOf(container, subOrderId);
      for (const { kind, share, fails } of input.refunds) {
        const [first] = order.subOrders;
        const [line] = order.written.lines;
        const amount = Math.max(Math.round(order.grandTotal * share), 1);
        if (kind === 'amount') await refund(order, { amount }, fails);
        if (kind === 'piece') await refund(order, { lines: [{ lineId: line?.id, quantity: 1 }] }, fails);
        if (kind === 'part')
          await refund(
            order,
            { subOrderId: first?.subOrderId, amount: Math.max(Math.round((first?.total ?? 0) * share), 1) },
            fails,
          );
      }
      if (input.rest) await refund(order, {});
      for (const { subOrderId, vendorId } of order.subOrders) {
        const { gst: tax, tcs, collectedOn } = await checkSubOrder(order, subOrderId);
        collectedOnOf.set(vendorId, (collectedOnOf.get(vendorId) ?? 0) + collectedOn);
        total.gst += tax;
        total.tcs += tcs;
        const entries = await container.knex('ledger_transactions').where({ vendorId }).select('net');
        expect(await accountOf(container, vendorId)).toBe(sum(entries.map(({ net }) => net)));
      }
    }),
    { numRuns: Number(process.env['CHAINS'] ?? 25), examples: [[freeGoods], [giftAndCoupon]] },
  );
  await expectBooksRight(container);
  // The returns of the vendors of all months are the documents, and GSTR-8 is what the ledger collected.
  const returns = createGstReturnsService(container);
  const month = DateTime.now().setZone('Asia/Kolkata').toFormat('yyyy-MM');
  let returned = 0;
  for (const { id } of await container.knex('vendors').select('id')) {
    const { totals, supeco, hsn, lateNotes } = await returns.ofVendor(id, month);
    expect([totals.cgst, lateNotes]).toEqual([totals.sgst, []]);
    expect(sum([...hsn.b2b, ...hsn.b2c].map((row) => row.taxableValue))).toBe(totals.taxableValue);
    expect(sum(supeco.map((row) => row.igst + row.cgst + row.sgst))).toBe(collectedOnOf.get(id) ?? 0);
    returned += totals.igst + totals.cgst + totals.sgst;
  }
  expect(returned).toBe(total.gst);
  const { suppliers } = await returns.gstr8(month);
  expect(sum(suppliers.map(({ igst, cgst, sgst }) => igst + cgst + sgst))).toBe(total.tcs);
  const report = container.reports.list('platform').find(({ key }) => key === 'tax');
  if (!report) throw new Error('There is no tax report');
  const range = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', filters: {} };
  const kpis = await summarizeReport(container.knex, report, {
    ...range,
    timeZone: 'Asia/Kolkata',
    vendorId: null,
  });
  expect(Number(kpis['igst']) + Number(kpis['cgst']) + Number(kpis['sgst'])).toBe(total.gst);
  expect([kpis['cgst'], Number(kpis['tcs'])]).toEqual([kpis['sgst'], total.tcs]);
});
