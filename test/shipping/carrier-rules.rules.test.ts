import { describe, expect, it, test } from '@jest/globals';
import { advances, letterStatus, numberStatus } from '#domain/shipping/carrier-status.js';
import { readCarrierScan } from '#domain/shipping/carrier-scan.js';
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
  for (const code of codes.split(' '))
    expect(/^\d+$/.test(code) ? numberStatus(code) : letterStatus(code)).toBe(status);
});

test('an unknown code has no status', () => {
  expect(['XX', '', 'constructor', '8'].map(letterStatus)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(['999', '', 'OD'].map(numberStatus)).toEqual([undefined, undefined, undefined]);
});

describe('the codes of a scan', () => {
  const read = (fields: object) => readCarrierScan({ awb: '1', ...fields });

  it.each([
    ['the number decides', { clickpost_status_code: 5, status: '8' }, 'in_transit'],
    ['the number 8 is delivered', { clickpost_status_code: 8, status: 'Delivered' }, 'delivered'],
    ['a letter that agrees changes nothing', { clickpost_status_code: 8, status: 'DEL' }, 'delivered'],
    ['without a number the letter counts', { status: 'DEL' }, 'delivered'],
    ['also as status_code', { status_code: 'OD' }, 'delivered'],
    ['digits count as status_code', { status_code: '8' }, 'delivered'],
    ['digits of the courier count for nothing', { status: '8' }, undefined],
    ['beside an unmapped number a letter counts', { clickpost_status_code: 900, status: 'OT' }, 'in_transit'],
    ['an unmapped number alone is unknown', { clickpost_status_code: 900 }, undefined],
  ])('%s', (_, fields, status) => {
    expect(read(fields)).toMatchObject({ status, contradiction: null });
  });

  it.each([
    ['an unmapped number beside DEL', { clickpost_status_code: 900, status: 'DEL' }],
    ['a parcel in transit beside OD', { clickpost_status_code: 5, status: 'OD' }],
    ['a delivered parcel beside RTO', { clickpost_status_code: 8, status: 'RTO' }],
    ['two numbers', { clickpost_status_code: 5, status_code: '8' }],
    ['two letters', { status_code: 'DEL', status: 'OT' }],
  ])('%s is a contradiction', (_, fields) => {
    expect(read(fields)).toMatchObject({ status: undefined, contradiction: expect.stringMatching(/ and /) });
  });
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
    'bluedart',
    'ecom_express',
    'xpressbees',
    'india_post',
    undefined,
  ]);
  const services = [
    'XpressBees Surface',
    'Delhivery B2B 10 KG',
    'Blue Dart-Air',
    'Ecommerce Logistics',
    'Gatineau',
  ];
  expect(services.map(courierCodeOf)).toEqual(['xpressbees', 'delhivery', 'bluedart', undefined, undefined]);
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
