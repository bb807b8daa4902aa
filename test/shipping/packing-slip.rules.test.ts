import { expect, it } from '@jest/globals';
import { orderDocumentView } from '#activities/shipping/order-document-view.js';
import type { PackedOrder } from '#domain/shipping/order-document.js';

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
const line = {
  lineId: '1',
  variantId: 'a',
  title: 'Lamp',
  variantTitle: 'Small',
  sku: 'L-S',
  quantity: 2,
  unsent: 0,
};
const parcel = (number: number) => ({
  id: `p${number}`,
  number,
  courierCode: 'delhivery',
  trackingCode: `AWB${number}`,
  ewayBillNumber: '131000026768',
  pieces: [{ lineId: '1', quantity: 1 }],
});
const order: PackedOrder = {
  orderNumber: 'HT-1',
  placedAt: new Date('2026-11-27T20:00:00Z'),
  shippingAddress: address,
  paymentMethod: 'cod',
  vendorName: 'Kaveri',
  vendorPhone: null,
  lines: [line],
  parcels: [],
  onlyParcel: null,
  vendorAddress: {
    ...address,
    name: 'Kaveri',
    line1: '1 Dock Road',
    city: 'Mumbai',
    stateCode: '27',
    postalCode: '400001',
  },
};
const slips = (more: Partial<PackedOrder>) =>
  orderDocumentView('packing_slip', [{ ...order, ...more }], {
    parcelIds: [],
    timeZone: 'Asia/Kolkata',
    now: new Date(),
  }).slips;

it('a packing slip has both addresses, the way of payment and its pieces', () => {
  expect(slips({})).toEqual([
    expect.objectContaining({
      orderNumber: 'HT-1',
      heading: 'HT-1',
      parcel: '',
      placed: '28 Nov 2026',
      isCash: true,
      courier: '',
      trackingCode: '',
      ewayBill: '',
      pieceCount: '2 pieces',
      to: {
        name: 'Asha Rao',
        lines: ['12 Hill Road', 'Bengaluru 560001', 'Karnataka (29)'],
        phone: '+91 98200 12345',
      },
      from: {
        name: 'Kaveri',
        lines: ['1 Dock Road', 'Mumbai 400001', 'Maharashtra (27)'],
        phone: '+91 98200 12345',
      },
      lines: [{ title: 'Lamp', variantTitle: 'Small', sku: 'L-S', quantity: 2 }],
    }),
  ]);
});

it('an order that goes in one parcel has its courier, AWB and e-way bill on the slip', () => {
  const onlyParcel = { courierCode: 'bluedart', trackingCode: 'AWB9', ewayBillNumber: '131000026768' };
  const [slip] = slips({ onlyParcel });
  expect(slip).toMatchObject({ courier: 'Blue Dart', trackingCode: 'AWB9', ewayBill: '1310 0002 6768' });
});

it('parcels say how many there are once nothing is left to send', () => {
  const names = (more: Partial<PackedOrder>) =>
    slips(more).map(({ parcel: name, pieceCount }) => [name, pieceCount]);
  const parcels = [parcel(1), parcel(2)];
  expect(names({ parcels })).toEqual([
    ['Parcel 1 of 2', '1 piece'],
    ['Parcel 2 of 2', '1 piece'],
  ]);
  expect(names({ parcels: [parcel(1)], lines: [{ ...line, unsent: 1 }] })).toEqual([
    ['Parcel 1', '1 piece'],
    ['In no parcel yet', '1 piece'],
  ]);
});
