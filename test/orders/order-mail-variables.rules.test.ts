import { expect, test } from '@jest/globals';
import { say } from '#domain/mail/phrase.js';
import { structuredDataOf } from '#domain/mail/structured-data.js';
import { addWorkingDays } from '#domain/orders/mail-dates.js';
import { mailTotals } from '#domain/orders/mail-totals.js';
import type { OrderLine } from '#domain/orders/order.js';
import { type MailedOrder, parcelContents, vendorVariables } from '#domain/orders/order-mail-variables.js';

function shipTo(address: { city: string; stateCode: string; country: string }): unknown {
  const order = { shippingAddress: address, placedAt: new Date(0), paymentMethod: 'cod', subOrders: [] };
  const subOrder = { lines: [], total: 0 };
  return vendorVariables(order as unknown as MailedOrder, subOrder as never, 'Asha', '').shipTo;
}

test.each([
  [{ city: 'Lucknow', stateCode: '09', country: 'IN' }, 'Lucknow, Uttar Pradesh'],
  [{ city: 'Nikko', stateCode: '09', country: 'JP' }, 'Nikko, JP'],
])('a vendor is told to send %j to %s', (address, words) => {
  expect(shipTo(address)).toBe(words);
});

const tax = (type: string, rate: number, amount: number) => ({ type, rate, amount });
const line = (taxes: object[], shippingTaxes: object[] = []) => ({ taxes, shippingTaxes }) as OrderLine;

test('taxes of mails are sums by rate, the halves of GST joined and those of shipping among them', () => {
  const lines = [
    line([tax('CGST', 9, 90), tax('SGST', 9, 90)], [tax('CGST', 9, 5), tax('SGST', 9, 4)]),
    line([tax('IGST', 5, 50)]),
    line([tax('GST', 18, 10), tax('Cess', 1, 2)]),
  ];
  const sums = { subtotal: 1_500, discountTotal: 100, shippingTotal: 0, taxTotal: 251 };
  const rows = (included: boolean, taxTotal = 251) =>
    mailTotals({ ...sums, taxTotal }, 1_651, lines, included).map(
      ({ label, amount }) => `${say(label, 'en')} ${amount}`,
    );
  expect(rows(false)).toEqual([
    'Items 1500',
    'Discount -100',
    'Shipping 0',
    'GST 18% 199',
    'GST 5% 50',
    'Cess 1% 2',
    'Total 1651',
  ]);
  expect(rows(true)).toContain('Includes GST 18% 199');
  // Lines that do not add up to the sum say nothing wrong about rates.
  expect(rows(false, 260)).toEqual(['Items 1500', 'Discount -100', 'Shipping 0', 'Taxes 260', 'Total 1651']);
  expect(rows(false, 0)).toEqual(['Items 1500', 'Discount -100', 'Shipping 0', 'Total 1651']);
});

test('a parcel holds its pieces alone, without prices', () => {
  const order = {
    currency: 'INR',
    subOrders: [
      {
        lines: [
          {
            id: 'a',
            title: 'Lamp',
            variantTitle: 'S',
            sku: 'L-S',
            quantity: 5,
            unitPrice: 1,
            thumbnail: 'media/a',
          },
          { id: 'b', title: 'Kurta' },
        ],
      },
    ],
  } as unknown as MailedOrder;
  const { lines, totals } = parcelContents(order, [
    { lineId: 'a', quantity: 2 },
    { lineId: 'gone', quantity: 1 },
  ]);
  expect(lines).toEqual([{ title: 'Lamp', detail: 'S', quantity: 2, image: 'media/a' }]);
  expect(totals).toEqual([]);
});

test('banks are given working days', () => {
  expect(addWorkingDays(new Date('2026-11-26T10:00:00Z'), 7)).toEqual(new Date('2026-12-07T10:00:00Z'));
});

test('mails to buyers describe their parcel, and no other mail describes anything', () => {
  const described = {
    payload: {
      orderNumber: 'A1',
      courierName: 'Delhivery',
      trackingCode: '42',
      trackingUrl: 'https://t.example',
    },
    summaries: { parcel_contents: { currency: 'INR', lines: [{ title: 'Lamp', quantity: 2 }], totals: [] } },
    customerName: 'Asha',
    brand: { storeName: 'Haat', storeUrl: '' },
  };
  const key = { eventType: 'shipping.shipment.created', role: 'customer' } as const;
  expect(structuredDataOf(key, described)).toMatchObject({
    '@type': 'ParcelDelivery',
    trackingNumber: '42',
    carrier: { name: 'Delhivery' },
    itemShipped: [{ name: 'Lamp' }],
    partOfOrder: { orderNumber: 'A1', merchant: { name: 'Haat' } },
  });
  expect(structuredDataOf({ ...key, role: 'vendor_member' }, described)).toBeUndefined();
  expect(structuredDataOf({ ...key, eventType: 'auth.welcome' }, described)).toBeUndefined();
});
