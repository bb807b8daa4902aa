import { describe, expect, it, test } from '@jest/globals';
import { advances, mappedStatus } from '#domain/shipping/carrier-status.js';
import { courierCodeOf, courierCodes } from '#domain/shipping/couriers.js';
import { currencyUnits } from '#domain/shipping/currency-units.js';
import { scanTime } from '#domain/shipping/scan-time.js';
import { shipmentReference, subOrderOfReference } from '#domain/shipping/shipment.js';
import { orderStatusOf } from '#domain/orders/sub-order.js';
import type { SubOrderStatus } from '#domain/orders/order.js';

test.each([
  ['OM OP 1 25', 'pending'],
  ['OS OT INT 4 5 1004', 'in_transit'],
  ['OO OFD 6', 'out_for_delivery'],
  ['DEL OD 8 od', 'delivered'],
  ['OR RTO RTD 12 14', 'returned'],
  ['OND OUD OC 9 10 16', 'failed'],
])('the codes %s are %s', (codes, status) => {
  for (const code of codes.split(' ')) expect(mappedStatus(code)).toBe(status);
});

test('an unknown code has no status', () => {
  expect(['XX', '999', ''].map(mappedStatus)).toEqual([undefined, undefined, undefined]);
});

test('a parcel never moves backwards', () => {
  expect(advances('pending', 'in_transit')).toBe(true);
  expect(advances('out_for_delivery', 'failed')).toBe(true);
  expect(advances('failed', 'out_for_delivery')).toBe(true);
  expect(advances('out_for_delivery', 'in_transit')).toBe(false);
  expect(advances('delivered', 'returned')).toBe(false);
  expect(advances('delivered', 'delivered')).toBe(false);
});

test('money becomes decimals without rounding', () => {
  expect([0, 5, 50, 12345, 110, 99_999_999_999].map(currencyUnits)).toEqual([
    0, 0.05, 0.5, 123.45, 1.1, 999999999.99,
  ]);
});

test('times without a zone are of India', () => {
  expect(scanTime('2019-05-06T10:04:20Z')?.toISOString()).toBe('2019-05-06T04:34:20.000Z');
  expect(scanTime('2019-05-06 10:04')?.toISOString()).toBe('2019-05-06T04:34:00.000Z');
  expect(scanTime('2019-05-06T10:04:20+00:00')?.toISOString()).toBe('2019-05-06T10:04:20.000Z');
  expect([scanTime('soon'), scanTime(''), scanTime(null)]).toEqual([null, null, null]);
});

test('couriers are known by the names that aggregators give them', () => {
  expect(courierCodes).toHaveLength(11);
  expect(['Blue Dart', 'ECOM EXPRESS', 'Xpressbees', 'India Post', 'Pigeon'].map(courierCodeOf)).toEqual([
    ...['bluedart', 'ecom_express', 'xpressbees', 'india_post'],
    undefined,
  ]);
});

test('a reference names its sub-order with and without its attempt', () => {
  const id = '019aa000-0000-7000-8000-000000000001';
  expect([shipmentReference(id, 1), shipmentReference(id, 3)]).toEqual([id, `${id}-3`]);
  expect([id, `${id}-12`, ' x', `${id}-`].map(subOrderOfReference)).toEqual([id, id, undefined, undefined]);
});

describe('the status of an order', () => {
  it.each([
    ['pending pending', 'confirmed'],
    ['pending cancelled', 'confirmed'],
    ['fulfilled pending', 'partially_fulfilled'],
    ['delivered pending', 'partially_fulfilled'],
    ['fulfilled delivered', 'fulfilled'],
    ['delivered returned cancelled', 'delivered'],
    ['cancelled cancelled', 'cancelled'],
  ])('over %s is %s', (statuses, expected) => {
    expect(orderStatusOf(statuses.split(' ') as SubOrderStatus[])).toBe(expected);
  });
});
