import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildSnapshot, type InvoiceSource } from '#domain/invoices/build-snapshot.js';
import { type ConsignmentSource, consignmentsOf, consignmentValue } from '#domain/shipping/consignment.js';
import { ewayBillsOf, type EwayBillTerms } from '#domain/shipping/eway-bill.js';
import {
  detailIssues,
  type EwayBillDetails,
  isVehicleNumber,
  portalText,
} from '#domain/shipping/eway-bill-details.js';
import { ewayBillJson } from '#domain/shipping/eway-bill-json.js';

const address = {
  name: 'Asha Rao',
  phone: '+919820012345',
  line1: '12 Hill Road',
  line2: null,
  city: 'Bengaluru',
  stateCode: '29',
  postalCode: '560001',
  country: 'IN',
  gstin: null,
};
const home = {
  ...address,
  name: 'Kaveri',
  line1: '1 Dock Road',
  city: 'Mumbai',
  stateCode: '27',
  postalCode: '400001',
};

interface Options {
  prices?: number[];
  quantities?: number[];
  gstin?: string | null;
  to?: string;
  hsnCode?: string | null;
  exempt?: boolean[];
}

function sourceOf(options: Options = {}): ConsignmentSource {
  const { prices = [20_000_00, 15_000_00], quantities = [2, 1], gstin = '27AAPFU0939F1ZV' } = options;
  const { to = '29', hsnCode = '7418' } = options;
  const taxOf = (net: number) => Math.round(net * 0.18);
  const lines = prices.map((unitPrice, index) => {
    const lineSubtotal = unitPrice * (quantities[index] ?? 1);
    const taxes = [{ type: 'GST', rate: 18, amount: taxOf(lineSubtotal) }];
    const shipping = index === 0 ? 100_00 : 0;
    return {
      title: `Lamp ${index + 1}`,
      variantTitle: null,
      sku: null,
      hsnCode,
      quantity: quantities[index] ?? 1,
      unitPrice,
      lineSubtotal,
      discountTotal: 0,
      taxes,
      shippingShare: shipping,
      shippingTaxes: shipping ? [{ type: 'GST', rate: 18, amount: 18_00 }] : [],
    };
  });
  const subtotal = lines.reduce((sum, { lineSubtotal }) => sum + lineSubtotal, 0);
  const taxTotal = lines.reduce((sum, { taxes }) => sum + (taxes[0]?.amount ?? 0), 18_00);
  const source: InvoiceSource = {
    orderNumber: 'HT-1',
    placedAt: new Date(),
    currency: 'INR',
    pricesIncludeTax: false,
    paymentMethod: 'upi',
    customerName: 'Asha Rao',
    billingAddress: address,
    shippingAddress: { ...address, stateCode: to },
    placeOfSupply: to,
    shippingTotal: 100_00,
    subtotal,
    discountTotal: 0,
    taxTotal,
    total: subtotal + taxTotal + 100_00,
    vendor: {
      displayName: 'Kaveri',
      legalName: 'Kaveri Textiles',
      gstin,
      stateCode: '27',
      address: home,
      supportPhone: null,
      supportEmail: null,
    },
    lines,
  };
  return {
    snapshot: buildSnapshot(source, new Date('2026-11-27T20:00:00Z'), 'Asia/Kolkata'),
    invoiceNumber: 'INV/2627/000001',
    lines: lines.map((_line, index) => ({
      lineId: String(index),
      ordered: quantities[index] ?? 1,
      cancelled: 0,
      sent: 0,
      exempt: options.exempt?.[index] ?? false,
    })),
    parcels: [],
    details: [],
  };
}

const terms: EwayBillTerms = {
  limit: 50_000_00,
  stateLimits: { '27': 100_000_00 },
  transporterIds: { delhivery: '06AAPCS9575E1ZR' },
};
const parcel = (number: number, pieces: ConsignmentSource['parcels'][number]['pieces'], more = {}) => ({
  id: `p${number}`,
  number,
  counted: true,
  courierCode: 'delhivery',
  awb: `AWB${number}`,
  sentOn: '2026-11-28',
  pieces,
  ...more,
});

describe('the value of a consignment', () => {
  it('is that of its invoice with tax and shipping, also in several parcels', () => {
    const whole = sourceOf();
    // 55,000 and 100 of shipping, with 18 percent.
    expect(ewayBillsOf(whole, terms)).toMatchObject([{ value: 65_018_00, required: true }]);
    const split = sourceOf();
    split.parcels = [parcel(1, [{ lineId: '0', quantity: 2 }])];
    split.lines = split.lines.map((line, index) => ({ ...line, sent: index === 0 ? 2 : 0 }));
    // The invoice of both declares 65,018: neither of them travels without a bill.
    expect(ewayBillsOf(split, terms).map(({ value, required }) => [value, required])).toEqual([
      [65_018_00, true],
      [65_018_00, true],
    ]);
  });

  it('has a limit of its own within a state, and counts nothing exempt', () => {
    expect(ewayBillsOf(sourceOf({ to: '27' }), terms)).toMatchObject([{ required: false }]);
    expect(ewayBillsOf(sourceOf({ to: '27' }), { ...terms, stateLimits: {} })).toMatchObject([
      { required: true },
    ]);
    expect(ewayBillsOf(sourceOf({ exempt: [true, false] }), terms)).toMatchObject([
      { value: 17_700_00, required: false },
    ]);
    expect(ewayBillsOf(sourceOf({ exempt: [true, true] }), terms)).toMatchObject([{ value: 0 }]);
  });

  it('of all consignments together is the invoice, however the pieces are divided', () => {
    const line = fc.record({
      price: fc.integer({ min: 1, max: 9_999_99 }),
      quantity: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), fc.integer(), (lines, seed) => {
        const source = sourceOf({
          prices: lines.map(({ price }) => price),
          quantities: lines.map(({ quantity }) => quantity),
        });
        const first = lines.map(({ quantity }, index) => ({
          lineId: String(index),
          quantity: Math.abs(seed + index) % (quantity + 1),
        }));
        source.parcels = [
          parcel(
            1,
            first.filter(({ quantity }) => quantity > 0),
          ),
        ];
        source.lines = source.lines.map((item, index) => ({ ...item, sent: first[index]?.quantity ?? 0 }));
        const values = consignmentsOf(source).map(consignmentValue);
        expect(values.reduce((sum, value) => sum + value, 0)).toBe(source.snapshot.totals.grandTotal);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the file for the portal', () => {
  it('has the names, days and numbers that the portal takes', () => {
    const source = sourceOf();
    source.parcels = [
      parcel(
        1,
        [
          { lineId: '0', quantity: 2 },
          { lineId: '1', quantity: 1 },
        ],
        { counted: false },
      ),
    ];
    const [bill] = ewayBillsOf(source, terms);
    expect(bill?.missing).toEqual([]);
    if (!bill) throw new Error('There is no consignment');
    expect(ewayBillJson(source, bill.consignment, terms)).toEqual({
      version: '1.0.0621',
      billLists: [
        expect.objectContaining({
          userGstin: '27AAPFU0939F1ZV',
          supplyType: 'O',
          docType: 'INV',
          docNo: 'INV/2627/000001',
          docDate: '28/11/2026',
          toGstin: 'URP',
          fromPincode: 400001,
          toPincode: 560001,
          fromStateCode: 27,
          actualFromStateCode: 27,
          toStateCode: 29,
          actualToStateCode: 29,
          totalValue: 55_100,
          igstValue: 9_918,
          cgstValue: 0,
          sgstValue: 0,
          totInvValue: 65_018,
          transMode: 1,
          transDistance: 0,
          transporterId: '06AAPCS9575E1ZR',
          transDocNo: 'AWB1',
          transDocDate: '28/11/2026',
          mainHsnCode: 7418,
          vehicleNo: '',
          itemList: [
            expect.objectContaining({
              itemNo: 1,
              hsnCode: 7418,
              quantity: 2,
              qtyUnit: 'NOS',
              taxableAmount: 40_100,
              igstRate: 18,
              cgstRate: 0,
            }),
            expect.objectContaining({ itemNo: 2, taxableAmount: 15_000 }),
          ],
        }),
      ],
    });
    const within = sourceOf({ to: '27' });
    const [half] = ewayBillsOf(within, terms);
    const file = half && ewayBillJson(within, half.consignment, terms);
    expect(file?.billLists[0]).toMatchObject({
      cgstValue: 4_959,
      sgstValue: 4_959,
      igstValue: 0,
      transType: 2,
    });
    expect(file?.billLists[0]?.itemList[0]).toMatchObject({ cgstRate: 9, sgstRate: 9, igstRate: 0 });
  });

  it('says what is missing: number, GSTIN, HSN code and transporter', () => {
    const fields = (source: ConsignmentSource) =>
      ewayBillsOf(source, terms)[0]?.missing.map(({ field }) => field);
    expect(fields({ ...sourceOf({ gstin: null, hsnCode: null }), invoiceNumber: null })).toEqual([
      'invoice',
      'gstin',
      'hsnCode',
      'hsnCode',
      'transporter',
    ]);
    const odd = sourceOf({ hsnCode: '741' });
    odd.parcels = [parcel(1, [{ lineId: '0', quantity: 2 }], { courierCode: 'bluedart' })];
    const [bill] = ewayBillsOf(odd, terms);
    expect(bill?.missing.map(({ message }) => message)).toEqual([
      'Lamp 1 has the HSN code 741: 4, 6 or 8 digits are asked for',
      'Blue Dart has no transporter id in the settings: enter it, or the vehicle number',
    ]);
  });
});

const entered: EwayBillDetails = {
  transportMode: 'road',
  vehicleNumber: 'KA01AB1234',
  vehicleType: 'regular',
  transporterId: null,
  transporterName: null,
  documentNumber: null,
  documentOn: null,
  distanceKm: 984,
  ewayBillNumber: null,
  generatedOn: null,
  validUntil: null,
};
const saved = (more: Partial<EwayBillDetails> = {}, shipmentId: string | null = null) => ({
  ...entered,
  ...more,
  shipmentId,
  version: 1,
});

describe('what people enter', () => {
  it('is in the file, and fills what was missing', () => {
    const source = sourceOf();
    source.parcels = [parcel(1, [{ lineId: '0', quantity: 2 }], { courierCode: 'bluedart', counted: false })];
    source.details = [saved()];
    const [byRoad] = ewayBillsOf(source, terms);
    expect(byRoad?.missing).toEqual([]);
    expect(byRoad && ewayBillJson(source, byRoad.consignment, terms).billLists[0]).toMatchObject({
      transMode: 1,
      transDistance: 984,
      vehicleNo: 'KA01AB1234',
      vehicleType: 'R',
      transporterName: 'Blue Dart',
      transporterId: '',
      transDocNo: 'AWB1',
      transDocDate: '28/11/2026',
    });
    const rail = { transportMode: 'rail', vehicleNumber: null, transporterId: '88AABCT1234A1Z5' } as const;
    source.details = [
      saved({ ...rail, documentNumber: 'RR/77', documentOn: '2026-11-29', transporterName: 'Rail cargo' }),
    ];
    const [byRail] = ewayBillsOf(source, terms);
    expect(byRail?.missing).toEqual([]);
    expect(byRail && ewayBillJson(source, byRail.consignment, terms).billLists[0]).toMatchObject({
      transMode: 2,
      transporterName: 'Rail cargo',
      transporterId: '88AABCT1234A1Z5',
      transDocNo: 'RR/77',
      transDocDate: '29/11/2026',
      vehicleNo: '',
    });
    source.details = [saved({ ...rail, documentNumber: 'RR/77' })];
    expect(ewayBillsOf(source, terms)[0]?.missing.map(({ field }) => field)).toEqual(['document']);
  });

  it('of a parcel stays with that parcel', () => {
    const source = sourceOf();
    source.parcels = [parcel(1, [{ lineId: '0', quantity: 2 }])];
    source.lines = source.lines.map((line, index) => ({ ...line, sent: index === 0 ? 2 : 0 }));
    source.details = [saved({ distanceKm: 10 }, 'p1'), saved({ distanceKm: 20 })];
    expect(consignmentsOf(source).map(({ details }) => details?.distanceKm)).toEqual([10, 20]);
  });

  it.each(['KA01AB1234', 'DL1CAB1234', 'MH121234', 'ABC1234', '22BH1234AA', 'TR12AB345', 'DF12345'])(
    'takes the registration %s',
    (number) => expect(isVehicleNumber(number)).toBe(true),
  );
  it.each(['', '1234', 'KA01AB12345', 'KA01', 'KAAB', 'ka01ab1234', 'KA01AB1234X', 'लॉरी'])(
    'refuses the registration %s',
    (number) => expect(isVehicleNumber(number)).toBe(false),
  );
  it('takes a registration as people write it', () => {
    expect(portalText(' ka 01-ab 1234')).toBe('KA01AB1234');
  });

  it.each<[string, Partial<EwayBillDetails>, string[]]>([
    ['a vehicle by air', { transportMode: 'air' }, ['vehicleNumber']],
    ['a day without its document', { documentOn: '2026-11-28' }, ['documentNumber']],
    ['a document before the invoice', { documentNumber: 'LR1', documentOn: '2026-11-26' }, ['documentOn']],
    ['a document of tomorrow', { documentNumber: 'LR1', documentOn: '2026-11-30' }, ['documentOn']],
    ['a number without its day', { ewayBillNumber: '131000026768' }, ['generatedOn']],
    ['a day without its number', { generatedOn: '2026-11-28' }, ['ewayBillNumber']],
    ['a validity without a day', { validUntil: '2026-11-28' }, ['generatedOn']],
    [
      'a validity that ends before',
      { ewayBillNumber: '131000026768', generatedOn: '2026-11-29', validUntil: '2026-11-28' },
      ['validUntil'],
    ],
    [
      'a whole bill',
      { ewayBillNumber: '131000026768', generatedOn: '2026-11-28', validUntil: '2026-12-03' },
      [],
    ],
  ])('checks %s', (_name, more, fields) => {
    const days = { invoiceOn: '2026-11-27', today: '2026-11-29' };
    expect(detailIssues({ ...entered, ...more }, days).map(({ field }) => field)).toEqual(fields);
  });
});
