import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestSession } from '../_support/accounts.js';
import {
  click,
  fillOn,
  see,
  startBrowser,
  type TestBrowser,
  type TestPage,
  visit,
} from '../_support/browser.js';
import { takePictures } from '../_support/pictures.js';
import { data } from '../_support/shop.js';
import { ewayBillExample } from '#api/shipping/eway-bills.schemas.js';
import { dayInIndia } from '#domain/shipping/pickup.js';
import { type CarrierShop, startCarrierShop } from '../shipping/carrier-shop.js';
import { acceptReturn, enableCouriers, orderBell, orderLamps } from './courier-pages.js';

/** Where the pictures are, to be looked at. */
const FOLDER = join(import.meta.dirname, '..', '..', '.cache', 'console-pictures');

let shop: CarrierShop;
let browser: TestBrowser;
let session: TestSession;
let tab: TestPage;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  [shop, browser] = await Promise.all([startCarrierShop({ environment: { CONSOLE: 'on' } }), startBrowser()]);
  session = await enableCouriers(shop);
  tab = await browser.open(`${shop.url}/console/account`, { cookie: session.cookie });
});
afterAll(async () => {
  await browser.stop();
  await shop.stop();
});

const seller = () => shop.http.as(shop.vendor.token);
const wrong: string[] = [];

async function open(path: string, seen: string): Promise<void> {
  await tab.page.setViewport({ width: 1280, height: 800 });
  await visit(tab.page, `${shop.url}/console${path}`, { waitUntil: 'domcontentloaded' });
  await see(tab.page, seen);
}

async function picture(name: string): Promise<void> {
  await tab.page.evaluate('new Promise((done) => setTimeout(done, 400))');
  wrong.push(...(await takePictures(tab.page, { folder: FOLDER, name: `courier-${name}`, rules: true })));
}

async function sendSome(subOrderId: string, lineId: string, courierCode: string): Promise<void> {
  const body = { providerId: 'carrier', courierCode, lines: [{ lineId, quantity: 1 }] };
  data(await seller().post(`/vendor/orders/${subOrderId}/parcels`, body));
}

it('couriers: the dialogs that send, and the parcels of an order', async () => {
  const lamps = await orderLamps(shop);
  const id = lamps.subOrders[0]?.subOrderId ?? '';
  await tab.watch('courier-pictures-orders', async () => {
    await open(`/vendor/orders/${id}`, 'Send the parcel');
    await click(tab.page, 'button', 'Send some pieces');
    await see(tab.page, 'Cheapest');
    await picture('send-some');
    await shop.container
      .knex('orders')
      .where({ id: lamps.orderId })
      .update({
        shippingAddress: shop.container.knex.raw('shipping_address || ?::jsonb', [
          JSON.stringify({ postalCode: '10001', country: 'US' }),
        ]),
      });
    await open(`/vendor/orders/${id}`, 'Send the parcel');
    await click(tab.page, 'button', 'Send the parcel');
    await see(tab.page, 'PIN codes of India');
    await picture('send-abroad');

    const sent = await orderLamps(shop);
    const sentId = sent.subOrders[0]?.subOrderId ?? '';
    const lineId = sent.written.lines[0]?.id ?? '';
    await sendSome(sentId, lineId, 'xpressbees');
    await open(`/vendor/orders/${sentId}`, '1 piece is in no parcel yet');
    await picture('one-of-two-parcels');
    await sendSome(sentId, lineId, 'bluedart');
    await open(`/vendor/orders/${sentId}`, 'Parcel 2');
    await picture('two-parcels');
  });
  expect([wrong, tab.problems]).toEqual([[], []]);
});

it('couriers: the e-way bills of an order', async () => {
  await tab.watch('courier-pictures-eway', async () => {
    const bell = await orderBell(shop);
    const bellId = bell.subOrders[0]?.subOrderId ?? '';
    await open(`/vendor/orders/${bellId}`, 'E-way bill');
    await picture('eway-gaps');
    const complete = await orderBell(shop, { complete: true });
    const completeId = complete.subOrders[0]?.subOrderId ?? '';
    await sendSome(completeId, complete.written.lines[0]?.id ?? '', 'delhivery');
    await open(`/vendor/orders/${completeId}`, 'E-way bill');
    await picture('eway-parcels');
    await click(tab.page, 'button', 'Enter the details');
    await see(tab.page, 'Issued by the portal');
    await picture('eway-dialog');
    await fillOn(tab.page, 'input[placeholder="KA01AB1234"]', 'lorry 7');
    await fillOn(tab.page, 'input[placeholder="12 digits"]', '131000026768');
    await click(tab.page, 'button', 'Save');
    await see(tab.page, 'must be a registration');
    await picture('eway-dialog-refused');
    const path = `/vendor/orders/${completeId}/e-way-bills`;
    const bills = data(await seller().get<{ consignments: { parcelId: string }[] }>(path));
    const today = dayInIndia(new Date());
    const details = {
      ...ewayBillExample,
      parcelId: bills.consignments[0]?.parcelId,
      transporterId: '06AAPCS9575E1ZR',
      transporterName: 'Delhivery Surface Logistics',
      documentNumber: 'LR-1042/26',
      documentOn: today,
      ewayBillNumber: '131000026768',
      generatedOn: today,
      validUntil: dayInIndia(new Date(), 5),
    };
    data(await seller().put(path, details));
    await open(`/vendor/orders/${completeId}`, '1310 0002 6768');
    await picture('eway-saved');
    await click(tab.page, 'button', 'Edit the details');
    await see(tab.page, 'Issued by the portal');
    data(await seller().put(path, { ...details, version: 1, distanceKm: 990 }));
    await click(tab.page, 'button', 'Save');
    await see(tab.page, 'load it again');
    await picture('eway-conflict');
  });
  expect([wrong, tab.problems]).toEqual([[], []]);
});

it('couriers: pickups at the seller and at a buyer', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await tab.watch('courier-pictures-pickups', async () => {
    await open('/vendor/pickups', 'No pickup yet');
    await picture('pickups-empty');
    for (const [courierCode, days] of [
      ['delhivery', 2],
      ['bluedart', 3],
      ['xpressbees', 4],
      ['delhivery', 5],
      ['delhivery', 6],
      ['delhivery', 7],
      ['delhivery', 8],
    ] as const)
      data(await seller().post('/vendor/pickups', { courierCode, pickupOn: day(days) }));
    const { knex } = shop.container;
    await knex('shipping_pickups').where({ courierCode: 'bluedart' }).update({
      status: 'unclear',
      confirmationNumber: null,
      error: 'The carrier gave no response within 6000 ms',
    });
    await open('/vendor/pickups', 'Confirmation');
    await picture('pickups');
    await click(tab.page, 'button', 'Request a pickup');
    await tab.page.waitForSelector('[role=dialog] form');
    await picture('pickup-dialog');

    await acceptReturn(shop);
    const booked = await acceptReturn(shop);
    const refused = await acceptReturn(shop);
    await open('/vendor/return-requests?tab=receive', 'The wick holder is bent');
    await click(tab.page, 'button', 'Request a pickup');
    await tab.page.waitForSelector('[role=dialog] form');
    await picture('return-dialog');
    data(await seller().post(`/vendor/return-requests/${booked}/pickup`, { courierCode: 'delhivery' }));
    data(await seller().post(`/vendor/return-requests/${refused}/pickup`, { courierCode: 'bluedart' }));
    await open('/vendor/return-requests?tab=receive', 'Delhivery');
    await picture('returns');
  });
  expect([wrong, tab.problems]).toEqual([[], []]);
});
