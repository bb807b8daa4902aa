import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { layoutInvoice, type InvoiceView } from '#domain/invoices/invoice-document.js';
import { makeSettings, makeSnapshot, type LineInput, type SnapshotInput } from './invoice-factory.js';
import { ruleBroken } from './rule-broken.js';

const SERIAL = 'INV/2627/000001';
const mumbai = { ...makeSnapshot().shippingAddress, city: 'Mumbai', stateCode: '27', postalCode: '400050' };
const inter: SnapshotInput = { placeOfSupply: '27', shippingAddress: mumbai };
const seller = makeSnapshot().seller;

/** Japan has its own code 09, Tochigi, which has nothing to do with Uttar Pradesh. */
function toJapan(stateCode: string): SnapshotInput {
  const osaka = { ...mumbai, city: 'Osaka', stateCode, postalCode: '5300001', country: 'JP' };
  return {
    seller: { ...seller, stateCode },
    placeOfSupply: stateCode,
    shippingAddress: osaka,
    lines: [{ unitPrice: 10_010, taxes: [{ type: 'GST', rate: 5 }] }],
  };
}

function layout(
  snapshot: SnapshotInput = {},
  settings: Parameters<typeof makeSettings>[0] = {},
): InvoiceView {
  return layoutInvoice(makeSnapshot(snapshot), SERIAL, makeSettings(settings));
}

describe('the title', () => {
  test('is a bill of supply where a registered seller taxes no line, and an invoice without registration', () => {
    const untaxed = [{ unitPrice: 10_000, taxes: [] }];
    expect(layout({ lines: untaxed }).title).toBe('Bill of Supply');
    const declarationText = 'We declare that this invoice shows the actual price.';
    expect(layout({ lines: untaxed }, { declarationText }).declaration).toBe(
      'We declare that this bill of supply shows the actual price.',
    );
    expect(layout({}, { declarationText }).declaration).toBe(declarationText);
    expect(layout({ lines: [{ unitPrice: 10_000, taxes: [{ type: 'GST', rate: 0 }] }] }).title).toBe(
      'Bill of Supply',
    );
    expect(layout({ lines: untaxed, seller: { ...seller, gstin: null } }).title).toBe('Invoice');
    const mixed = [...untaxed, { unitPrice: 10_000, taxes: [{ type: 'GST', rate: 5 }] }];
    expect(layout({ lines: mixed }).title).toBe('Tax Invoice');
  });
});

describe('the particulars of CGST Rule 46', () => {
  test('are all there', () => {
    const view = layout({ buyer: { name: 'Rao Interiors LLP', gstin: '27AAPFU0939F1ZV' }, ...inter });
    expect(view.title).toBe('Tax Invoice');
    expect(view.copyMark).toBe('Original for recipient');
    expect(view.details).toEqual([
      { label: 'Invoice no.', value: SERIAL },
      { label: 'Invoice date', value: '22 Nov 2026' },
      { label: 'Order no.', value: 'H7K2-9QMD' },
      { label: 'Order date', value: '20 Nov 2026' },
      { label: 'Payment', value: 'Cash on delivery' },
    ]);
    expect(view.seller).toMatchObject({
      name: 'Kaveri Handlooms Private Limited',
      addressLines: ['Unit 7, Silk Exchange Building', 'Avenue Road', 'Bengaluru 560002', 'Karnataka (29)'],
      details: [{ label: 'GSTIN', value: '29AAGCB7383J1Z4' }],
    });
    expect(view.billTo.details).toContainEqual({ label: 'GSTIN', value: '27AAPFU0939F1ZV' });
    expect(view.shipTo.addressLines).toContain('Maharashtra (27)');
    expect(view.supply).toEqual([
      { label: 'Place of supply', value: 'Maharashtra (27)' },
      { label: 'Tax payable on reverse charge', value: 'No' },
    ]);
    expect(view.rows[0]).toMatchObject({
      hsn: '520811',
      quantity: '1',
      unit: 'NOS',
      taxableValue: '1,499.00',
    });
    expect(view.signature).toMatchObject({ forWhom: seller.legalName, label: 'Authorised signatory' });
    expect(view.amountInWords).toMatch(/^Rupees .* Only$/);
  });

  test.each([
    ['upi', 'UPI'],
    ['netbanking', 'Net banking'],
    ['COD', 'Cash on delivery'],
    ['gift_card', 'Gift card'],
  ])('a payment by %s is called as in the mails: %s', (paymentMethod, value) => {
    expect(layout({ paymentMethod }).details).toContainEqual({ label: 'Payment', value });
  });

  test('dates are those of the zone frozen with the invoice', () => {
    expect(layout({ timeZone: 'America/New_York' }).details[1]?.value).toBe('21 Nov 2026');
  });
});

describe('tax columns', () => {
  test('CGST and SGST within a state', () => {
    const view = layout({ lines: [{ unitPrice: 10_010, taxes: [{ type: 'GST', rate: 5 }] }] });
    expect(view.taxHeadings).toEqual(['CGST', 'SGST']);
    expect(view.rows[0]?.taxes).toEqual([
      [{ type: null, rate: '2.5%', amount: '2.51' }],
      [{ type: null, rate: '2.5%', amount: '2.50' }],
    ]);
    expect(view.rowTotals).toEqual({
      quantity: '1',
      discount: '0.00',
      taxableValue: '100.10',
      taxes: ['2.51', '2.50'],
      total: '105.11',
    });
  });

  test('IGST across states', () => {
    const view = layout(inter);
    expect(view.taxHeadings).toEqual(['IGST']);
    expect(view.totals).toContainEqual({ label: 'IGST', value: '₹269.82' });
  });

  test('a union territory without a legislature has its own name for the second half', () => {
    const view = layout({ placeOfSupply: '04', seller: { ...seller, stateCode: '04' } });
    expect(view.taxHeadings).toEqual(['CGST', 'SGST/UTGST']);
  });

  test.each([
    ['reads like the seller’s own', '09'],
    ['reads like a union territory', '04'],
    ['is empty, as the seller’s is', ''],
  ])('IGST on an export, also where the state code abroad %s', (_what, stateCode) => {
    const view = layout(toJapan(stateCode));
    expect(view.supply[0]).toEqual({ label: 'Place of supply', value: 'Japan' });
    expect(view.taxHeadings).toEqual(['IGST']);
    expect(view.rows[0]?.taxes).toEqual([[{ type: null, rate: '5%', amount: '5.01' }]]);
    expect(view.totals).toContainEqual({ label: 'IGST', value: '₹5.01' });
    expect(view.grandTotal.value).toBe('₹105.11');
  });

  test('another tax has its own column, empty where a line does not have it', () => {
    const cess = [
      { type: 'GST', rate: 28 },
      { type: 'Cess', rate: 12 },
    ];
    const view = layout({ ...inter, lines: [{ taxes: cess }, {}] });
    expect(view.taxHeadings).toEqual(['IGST', 'Cess']);
    expect(view.rows[1]?.taxes[1]).toEqual([]);
  });

  test('more than three taxes share one column', () => {
    const taxes = ['GST', 'Cess', 'Levy'].map((type) => ({ type, rate: 5 }));
    const view = layout({ lines: [{ unitPrice: 10_000, taxes }] });
    expect(view.taxHeadings).toEqual(['Taxes']);
    expect(view.rows[0]?.taxes[0]?.map((cell) => cell.type)).toEqual(['CGST', 'SGST', 'Cess', 'Levy']);
    expect(view.rowTotals.taxes).toEqual(['15.00']);
  });

  test('nothing taxed, no columns and no summary; taxed at zero, both', () => {
    const untaxed = layout({ lines: [{ taxes: [] }] });
    expect([untaxed.taxHeadings, untaxed.taxSummary]).toEqual([[], null]);
    // A bill of supply has no tax columns; beside taxed lines the rate of zero is said.
    const supply = layout({ ...inter, lines: [{ taxes: [{ type: 'GST', rate: 0 }] }] });
    expect([supply.title, supply.taxHeadings, supply.taxSummary]).toEqual(['Bill of Supply', [], null]);
    const zero = layout({ ...inter, lines: [{ taxes: [{ type: 'GST', rate: 0 }] }, {}] });
    expect(zero.rows[0]?.taxes).toEqual([[{ type: null, rate: '0%', amount: '0.00' }]]);
    expect(zero.taxSummary?.rows).toHaveLength(2);
  });
});

describe('the tax summary', () => {
  test('has a row for each HSN code and rate', () => {
    const five = [{ type: 'GST', rate: 5 }];
    const view = layout({
      ...inter,
      lines: [
        { hsnCode: '900000', unitPrice: 10_000, taxes: five },
        { hsnCode: '100000', unitPrice: 10_000, taxes: five },
        { hsnCode: '900000', unitPrice: 20_000, taxes: five },
        { hsnCode: '900000', unitPrice: 10_000, taxes: [{ type: 'GST', rate: 18 }] },
        { hsnCode: null, unitPrice: 10_000, taxes: five },
      ],
    });
    expect(view.taxSummary?.rows.map(({ hsn, taxableValue, tax }) => [hsn, taxableValue, tax])).toEqual([
      ['–', '100.00', '5.00'],
      ['100000', '100.00', '5.00'],
      ['900000', '300.00', '15.00'],
      ['900000', '100.00', '18.00'],
    ]);
    expect(view.taxSummary?.totals).toEqual({ taxableValue: '600.00', cells: ['43.00'], tax: '43.00' });
  });
});

describe('totals', () => {
  test('read as a sum when tax comes on top', () => {
    const view = layout({ ...inter, shipping: 4_900, lines: [{ unitPrice: 100_000, discount: 10_000 }] });
    expect(view.totals).toEqual([
      { label: 'Items total', value: '₹1,000.00' },
      { label: 'Discount', value: '−₹100.00' },
      { label: 'Taxable value', value: '₹900.00' },
      { label: 'IGST', value: '₹162.00' },
      { label: 'Shipping', value: '₹49.00' },
    ]);
    expect(view.grandTotal.value).toBe('₹1,111.00');
    expect(view.included).toEqual([]);
  });

  test('say what they include when prices contain tax', () => {
    const view = layout({ ...inter, pricesIncludeTax: true, lines: [{ unitPrice: 118_000 }] });
    expect(view.totals.map(({ label }) => label)).toEqual(['Items total, tax included', 'Shipping']);
    expect(view.grandTotal.value).toBe('₹1,180.00');
    expect(view.included).toEqual([
      { label: 'Taxable value', value: '₹1,000.00' },
      { label: 'IGST', value: '₹180.00' },
    ]);
  });

  test('shipping is a row of its own without tax', () => {
    const view = layout({ shipping: 4_900 });
    expect(view.rows.at(-1)).toMatchObject({
      number: '',
      title: 'Shipping',
      taxes: [[], []],
      total: '49.00',
    });
    expect(layout({ shipping: 0 }).rows).toHaveLength(1);
  });
});

describe('what cannot be issued', () => {
  test('GST of a seller without GSTIN', () => {
    expect(ruleBroken(() => layout({ seller: { ...seller, gstin: null } }))).toBe('seller_without_gstin');
  });

  test.each(['subtotal', 'discount', 'shipping', 'tax', 'grandTotal'] as const)('a wrong %s', (figure) => {
    const snapshot = makeSnapshot({ shipping: 4_900 });
    snapshot.totals[figure] += 1;
    expect(ruleBroken(() => layoutInvoice(snapshot, SERIAL, makeSettings()))).toBe('totals_do_not_add_up');
  });

  test.each(['lineSubtotal', 'discount', 'taxableValue', 'total'] as const)(
    'a line with a wrong %s',
    (figure) => {
      const snapshot = makeSnapshot();
      for (const line of snapshot.lines) line[figure] += 1;
      expect(ruleBroken(() => layoutInvoice(snapshot, SERIAL, makeSettings()))).toBe('totals_do_not_add_up');
    },
  );

  test('an image that would have to be fetched', () => {
    expect(ruleBroken(() => layout({}, { logoUrl: 'https://example.com/logo.png' }))).toBe(
      'image_not_embedded',
    );
    expect(ruleBroken(() => layout({}, { showQr: true, qrImage: 'data:text/html,x' }))).toBe(
      'image_not_embedded',
    );
  });
});

describe('a seller without GSTIN', () => {
  test('issues a plain invoice, whatever the settings call it', () => {
    const view = layout(
      { seller: { ...seller, gstin: null }, lines: [{ taxes: [] }] },
      { title: 'Tax Invoice' },
    );
    expect(view).toMatchObject({ title: 'Invoice', copyMark: null, supply: [], taxableHeading: 'Value' });
    expect(view.seller.details).toEqual([]);
  });
});

test("every sum on paper is the order's own, to the subunit", () => {
  const line: fc.Arbitrary<LineInput> = fc.record({
    quantity: fc.integer({ min: 1, max: 500 }),
    unitPrice: fc.integer({ min: 0, max: 10_000_000 }),
    hsnCode: fc.constantFrom('520811', '090121', null),
    taxes: fc.uniqueArray(
      fc.record({
        type: fc.constantFrom('GST', 'Cess', 'Levy'),
        rate: fc.constantFrom(0, 0.25, 3, 5, 12, 18, 28),
      }),
      { selector: (tax) => tax.type, maxLength: 3 },
    ),
  });
  const input = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    shipping: fc.integer({ min: 0, max: 50_000 }),
    pricesIncludeTax: fc.boolean(),
    placeOfSupply: fc.constantFrom('29', '27'),
  });
  const amountOf = (text: string) => Number(text.replace(/[^\d]/g, ''));
  fc.assert(
    fc.property(input, (given) => {
      const snapshot = makeSnapshot(given);
      const view = layoutInvoice(snapshot, SERIAL, makeSettings());
      const sum = (texts: string[]) => texts.reduce((total, text) => total + amountOf(text), 0);
      const cells = view.rows.flatMap((row) => row.taxes.flat().map((cell) => cell.amount));
      expect(sum(cells)).toBe(snapshot.totals.tax);
      expect(sum(view.rowTotals.taxes)).toBe(snapshot.totals.tax);
      expect(sum(view.rows.map((row) => row.total))).toBe(snapshot.totals.grandTotal);
      expect(amountOf(view.rowTotals.total)).toBe(snapshot.totals.grandTotal);
      if (view.taxSummary) {
        expect(sum(view.taxSummary.rows.map((row) => row.tax))).toBe(snapshot.totals.tax);
        expect(sum(view.taxSummary.rows.flatMap((row) => row.cells.flat().map((cell) => cell.amount)))).toBe(
          snapshot.totals.tax,
        );
      }
    }),
  );
});

test('the seller is named as shop and as company, with how to reach it, and the file says whose it is', () => {
  const contact = { supportPhone: '+919845012345', supportEmail: 'care@kaveri.example' };
  const view = layout({ seller: { ...seller, tradeName: 'Kaveri Textiles', ...contact } });
  expect(view.seller.name).toBe(seller.legalName);
  expect(view.seller.addressLines[0]).toBe('Trading as Kaveri Textiles');
  expect(view.seller.details).toEqual([
    { label: 'GSTIN', value: seller.gstin },
    { label: 'Phone', value: '+91 98450 12345' },
    { label: 'E-mail', value: 'care@kaveri.example' },
  ]);
  expect(view.documentTitle).toMatch(/^Tax Invoice .+, Kaveri Textiles$/);
  // Invoices that were issued before have none of these.
  expect(layout({ seller }).seller.addressLines).not.toContain('Trading as');
});
