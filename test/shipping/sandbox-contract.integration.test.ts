import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readCarrierScan } from '#domain/shipping/carrier-scan.js';
import { type CarrierClient, createCarrierClient } from '#integrations/shipping/carrier-client.js';
import { type CarrierSandbox, startCarrierSandbox } from '../../sandboxes/carrier/carrier-sandbox.js';

const lane = {
  from: '400001',
  to: '400050',
  value: 500_00,
  cash: false,
  size: { weight: 700, length: 20, breadth: 15, height: 10 },
};
const account = { apiKey: 'cp_test_platform', username: 'haat' };
const clientOf = (url: string): CarrierClient =>
  createCarrierClient({ apiUrl: url, trackingUrl: url, accountsPath: '/api/v1/accounts/' }, account);

let sandbox: CarrierSandbox;
let client: CarrierClient;
/** Answers one documented body after the other. */
let documented: Server;
let carrier: CarrierClient;
const bodies: { status: number; body: unknown }[] = [];

beforeAll(async () => {
  sandbox = await startCarrierSandbox({ port: 0, webhookSecret: 'secret' });
  client = clientOf(sandbox.url);
  documented = createServer((_request, response) => {
    const next = bodies.shift();
    response.writeHead(next?.status ?? 500, { 'content-type': 'application/json' });
    response.end(JSON.stringify(next?.body ?? {}));
  });
  await new Promise<void>((resolve) => documented.listen(0, '127.0.0.1', resolve));
  carrier = clientOf(`http://127.0.0.1:${(documented.address() as AddressInfo).port}`);
});
beforeEach(() => sandbox.resetControls());
afterAll(async () => {
  documented.close();
  await sandbox.close();
});

let orders = 0;
function orderBody(details: Record<string, unknown> = {}): Record<string, unknown> {
  orders += 1;
  return {
    pickup_info: {
      pickup_name: 'Kaveri',
      pickup_phone: '9820012345',
      pickup_pincode: '600001',
      pickup_country: 'IN',
      pickup_address: '1 Mount Road',
      pickup_city: 'Chennai',
      pickup_state: 'Tamil Nadu',
      tin: 'X',
      pickup_time: '2026-11-23T10:00:00+05:30',
      email: 'a@example.com',
    },
    drop_info: {
      drop_name: 'Asha',
      drop_phone: '9820012345',
      drop_address: '12 Hill Road',
      drop_pincode: '400050',
      drop_city: 'Mumbai',
      drop_state: 'Maharashtra',
      drop_country: 'IN',
      drop_email: 'b@example.com',
    },
    shipment_details: {
      invoice_value: 100,
      invoice_number: 'INV-1',
      invoice_date: '2026-11-23',
      reference_number: `reference-${orders}`,
      length: 10,
      breadth: 10,
      height: 10,
      weight: 350,
      cod_value: 0,
      order_type: 'PREPAID',
      courier_partner_id: 4,
      items: [{ sku: 'S', description: 'Diya', quantity: 1, price: 100 }],
      ...details,
    },
    additional: { account_code: 'DELHIVERY_SURFACE', label: true, order_id: 'O-1', delivery_type: 'FORWARD' },
  };
}
const referenceOf = (body: Record<string, unknown>) =>
  (body['shipment_details'] as { reference_number: string }).reference_number;

describe('sandbox-contract: what the sandbox sends is read by the adapter', () => {
  it('an order at once, the same order again, and by its reference', async () => {
    const body = orderBody();
    const created = await client.createOrder(body);
    expect(created).toMatchObject({ kind: 'created', labelUrl: expect.stringContaining('.pdf') });
    expect(await client.createOrder(body)).toEqual(created);
    expect(await client.findOrder(referenceOf(body))).toEqual(created);
    expect(await client.findOrder('no such reference')).toBeNull();
  });

  it('an order that gets its waybill later: 202, 102, 323', async () => {
    sandbox.control({ mode: 'async', asyncMs: 100 });
    const body = orderBody();
    expect(await client.createOrder(body)).toEqual({ kind: 'accepted' });
    expect(await client.createOrder(body)).toEqual({ kind: 'accepted' });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await client.createOrder(body)).toMatchObject({ kind: 'created' });
  });

  it.each([322, 429, 500, 503])('status %i may go well at another try', async (status) => {
    sandbox.control({ respondNext: [status] });
    expect(await client.createOrder(orderBody())).toMatchObject({ kind: 'busy' });
  });

  it.each([
    301, 302, 306, 307, 308, 309, 310, 311, 312, 313, 314, 315, 316, 319, 320, 324, 351, 352, 353, 354, 355,
    400, 422,
  ])('status %i is final, with its reason', async (status) => {
    sandbox.control({ respondNext: [status] });
    const outcome = await client.createOrder(orderBody());
    expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/.../) });
  });

  it('cash that does not agree with the order type is refused', async () => {
    expect(await client.createOrder(orderBody({ order_type: 'COD' }))).toMatchObject({ kind: 'refused' });
  });

  it.each([500, 504])('HTML with %i is no response; a repeat of the order is safe', async (status) => {
    sandbox.control({ htmlNext: [status] });
    const body = orderBody();
    await expect(client.createOrder(body)).rejects.toMatchObject({ retryable: true });
    expect(await client.createOrder(body)).toMatchObject({ kind: 'created' });
  });

  it('a cancellation in each of its ways', async () => {
    const created = await client.createOrder(orderBody());
    if (created.kind !== 'created') throw new Error('an order was to be created');
    const parcel = { awb: created.awb, cpId: 4, accountCode: 'DELHIVERY_SURFACE' };
    sandbox.control({ voidStatus: 202 });
    expect(await client.cancelOrder(parcel)).toEqual({ kind: 'pending' });
    sandbox.control({ voidStatus: 350 });
    expect(await client.cancelOrder(parcel)).toMatchObject({ kind: 'refused' });
    sandbox.control({ voidStatus: 200 });
    expect(await client.cancelOrder(parcel)).toEqual({ kind: 'voided' });
    expect(await client.cancelOrder(parcel)).toEqual({ kind: 'voided' });
  });

  it('couriers of a lane by weight and payment, and what it says where it does not list them', async () => {
    const near = await client.quotes(lane);
    expect(near.find(({ accountCode }) => accountCode === 'DELHIVERY_SURFACE')).toMatchObject({
      prepaid: true,
      cash: true,
      prepaidCharge: 84_00,
      cashCharge: 119_00,
    });
    const [far] = await client.quotes({ ...lane, to: '194101', size: { ...lane.size, weight: 2_000 } });
    expect(far).toMatchObject({ prepaid: true, cash: false, cashCharge: null });
    expect(far?.prepaidCharge).toBeGreaterThan(near[0]?.prepaidCharge ?? 0);
    expect(await client.quotes({ ...lane, to: '744101' })).toEqual([]);
    sandbox.control({ charges: false });
    expect(await client.quotes(lane)).toEqual(
      expect.arrayContaining([expect.objectContaining({ prepaidCharge: null, days: { min: 2, max: 3 } })]),
    );
    sandbox.control({ throttled: [lane.to] });
    await expect(client.quotes(lane)).rejects.toMatchObject({ retryable: true, reason: 'Too many requests' });
    expect(await client.quotes({ ...lane, to: '400051' })).not.toEqual([]);
    sandbox.control({ throttled: [] });
    sandbox.control({ failNext: 2 });
    await expect(client.quotes(lane)).rejects.toMatchObject({ retryable: true, status: 500 });
    await expect(client.quotes({ ...lane, to: '12' })).rejects.toMatchObject({
      outcome: 'answered',
      retryable: false,
    });
    const stranger = createCarrierClient(
      { apiUrl: sandbox.url, trackingUrl: sandbox.url, accountsPath: '/' },
      { apiKey: 'wrong', username: 'x' },
    );
    await expect(stranger.quotes(lane)).rejects.toMatchObject({
      retryable: false,
      reason: 'Invalid API key',
    });
  });

  it('scans, and accounts with an inactive one and an unknown courier', async () => {
    const created = await client.createOrder(orderBody());
    if (created.kind !== 'created') throw new Error('an order was to be created');
    sandbox.scan(created.awb, 'OP', 'OFD', 'DEL');
    const scans = await client.track([created.awb], 4);
    expect(scans.map(({ raw }) => readCarrierScan(raw)?.status)).toEqual([
      'pending',
      'out_for_delivery',
      'delivered',
    ]);
    const accounts = await client.accounts();
    expect(accounts.some(({ active }) => !active)).toBe(true);
    expect(accounts.map(({ courierName }) => courierName)).toContain('Pigeon Post');
  });
});

describe('sandbox-contract: the documented examples are read by the adapter', () => {
  const respond = (body: unknown, status = 200) => bodies.push({ status, body });
  const meta = (status: number, success: boolean, message = 'text') => ({
    meta: { status, success, message },
  });

  it.each([
    [
      'placed',
      {
        ...meta(200, true),
        result: { courier_partner_id: 1, waybill: '785578015860', label: 'https://l/1.pdf' },
      },
      { kind: 'created', awb: '785578015860', labelUrl: 'https://l/1.pdf' },
    ],
    [
      'queued',
      { ...meta(202, true), order_id: 7, result: { waybill: null, label: null } },
      { kind: 'accepted' },
    ],
    ['still processing', { ...meta(102, false), result: { waybill: null } }, { kind: 'accepted' }],
    [
      'already placed',
      { ...meta(323, false), tracking_id: 1, order_id: 2, result: { waybill: 785578015860, label: '' } },
      { kind: 'created', awb: '785578015860', labelUrl: null },
    ],
    [
      'refused by the courier, without a result',
      { ...meta(319, false, "{'error': 'no'}"), reference_number: 'R' },
      { kind: 'refused', reason: "{'error': 'no'}" },
    ],
    ['a server error of the courier', meta(322, false), { kind: 'busy', reason: 'text' }],
  ])('create-order: %s', async (_what, body, outcome) => {
    respond(body);
    expect(await carrier.createOrder({})).toEqual(outcome);
  });

  it('an envelope with another HTTP status is read all the same', async () => {
    respond(meta(400, false, 'Bad request'), 400);
    expect(await carrier.createOrder({})).toEqual({ kind: 'refused', reason: 'Bad request' });
  });

  it.each([
    [200, true, 'voided'],
    [600, false, 'voided'],
    [202, true, 'pending'],
    [350, false, 'refused'],
    [351, false, 'refused'],
  ])('cancel: %i is %s %s', async (status, success, kind) => {
    respond(meta(status, success), status === 202 ? 202 : 200);
    expect(await carrier.cancelOrder({ awb: '1', cpId: null, accountCode: null })).toMatchObject({ kind });
  });

  it('couriers of a lane: charges and days that a contract leaves out, and the days that are predicted', async () => {
    const offer = { account_code: 'A', serviceable: { PREPAID: true, COD: false }, shipping_charge: {} };
    respond({
      ...meta(200, true),
      result: [
        { cp_id: 4, ...offer, comitted_sla: 3, shipping_charge: { PREPAID: 61.45, COD: null } },
        { cp_id: 5, ...offer, comitted_sla: null },
        { serviceable: { PREPAID: true, COD: true }, comitted_sla: 3 },
      ],
    });
    respond({ ...meta(200, true), result: [{ all_map: { 5: [2, 3] }, min_sla_cp_id: 5 }] });
    const quotes = await carrier.quotes(lane);
    expect(
      quotes.map(({ prepaidCharge, cashCharge, prepaid, cash }) => [
        prepaidCharge,
        cashCharge,
        prepaid,
        cash,
      ]),
    ).toEqual([
      [6145, null, true, false],
      [null, null, true, false],
    ]);
    expect(quotes.map(({ cpId, days }) => [cpId, days])).toEqual([
      [4, { min: 3, max: 3 }],
      [5, { min: 2, max: 3 }],
    ]);
  });

  it('the tracking webhook', () => {
    const latest = { clickpost_status_code: 6, status: 'OFD', timestamp: '2019-05-06T10:04:20Z' };
    const scan = readCarrierScan({
      waybill: 'SF49245NER',
      cp_id: 9,
      clickpost_status_code: 6,
      status: 'OFD',
      clickpost_status_description: 'OutForDelivery',
      remark: '...',
      location: 'DEL_X',
      timestamp: '2019-05-06T10:04:20Z',
      additional: { order_id: 'ABC123', is_rvp: false, notification_event_id: 3, latest_status: latest },
    });
    expect(scan).toMatchObject({ awb: 'SF49245NER', status: 'out_for_delivery' });
  });
});
