import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createVendor } from '../_support/vendors.js';
import { data } from '../_support/shop.js';
import { accountOf, CARRIER_SECRET, type CarrierShop, startCarrierShop } from './carrier-shop.js';
import { scanOf, sendWebhook, waybillOf } from './carrier-webhook.js';

let shop: CarrierShop;
let awb: string;
let id: string;
beforeAll(async () => {
  shop = await startCarrierShop();
  ({ id } = await shop.order());
  data(await shop.fulfil(id));
  awb = waybillOf(shop, id);
});
afterAll(() => shop.stop());

const scans = async () =>
  ((await shop.container.knex('shipping_events').where({ subOrderId: id }).pluck('id')) as string[]).length;
const signed = (body: string | Buffer) => createHmac('sha256', CARRIER_SECRET).update(body).digest('hex');

it('takes no webhook whose signature is not over these very bytes with this account’s secret', async () => {
  const body = scanOf(awb, 'OT', 'signed-1');
  const neighbour = await createVendor(shop.container);
  const account = { ...accountOf(neighbour.vendorId), webhookSecret: 'the-secret-of-the-neighbour-0000' };
  data(await shop.http.as(neighbour.token).patch('/vendor/shipping/carrier/config', account));

  const refused = [
    await sendWebhook(shop, body, { secret: 'another-secret' }),
    await sendWebhook(shop, body, { secret: account.webhookSecret }),
    await sendWebhook(shop, body, { signature: null }),
    await sendWebhook(shop, body, { signature: '' }),
    await sendWebhook(shop, body, { signature: signed(body).slice(0, 32) }),
    await sendWebhook(shop, body.replace('OT', 'OD'), { signature: signed(body) }),
    await sendWebhook(shop, JSON.stringify(JSON.parse(body), null, 1), { signature: signed(body) }),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401));
  for (const { body: text } of refused) expect(text.toString()).not.toContain(CARRIER_SECRET);
  expect(await scans()).toBe(0);
  expect((await sendWebhook(shop, body, { signature: `sha256=${signed(body)}` })).status).toBe(200);
  expect(await scans()).toBe(1);
});

it('responds in the documented order: no body, no account, bad signature, bad JSON, no such parcel', async () => {
  const other = { account: newId() };
  expect((await sendWebhook(shop, '', { ...other, signature: null })).status).toBe(400);
  expect((await sendWebhook(shop, '{', other)).status).toBe(404);
  expect((await sendWebhook(shop, '{', { signature: 'wrong' })).status).toBe(401);
  expect((await sendWebhook(shop, '{')).status).toBe(400);
  expect((await sendWebhook(shop, '[]')).status).toBe(400);
  expect((await sendWebhook(shop, JSON.stringify({ waybill: awb }))).status).toBe(400);
  expect((await sendWebhook(shop, scanOf('NOT-OURS', 'OT', 'unknown-1'))).status).toBe(404);
});

it('drops what no file could show from the texts of a scan, and takes the scan', async () => {
  const scan = JSON.stringify({
    ...(JSON.parse(scanOf(awb, 'OT', 'odd-1')) as object),
    remark: 'at\uffff the\ufffe hub',
  });
  expect((await sendWebhook(shop, scan)).status).toBe(200);
  const kept = JSON.stringify(await shop.container.knex('shipping_events').where({ subOrderId: id }));
  expect(kept).toContain('at the hub');
});

it('refuses what it cannot store: invalid UTF-8, a NUL, a body beyond the limit', async () => {
  const broken = Buffer.concat([Buffer.from('{"waybill":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
  expect((await sendWebhook(shop, broken)).status).toBe(400);
  expect((await sendWebhook(shop, scanOf(awb, 'OT', 'nul\u0000'))).status).toBe(400);
  const huge = JSON.stringify({ waybill: awb, status: 'OT', remark: 'x'.repeat(3_000_000) });
  expect((await sendWebhook(shop, huge)).status).toBe(413);
});
