import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { packedBoxes, pickLines } from '#domain/shipping/order-document.js';
import { newId } from '#lib/ids.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { done, refusal } from '../products/product-shop.js';

interface Document {
  id: string;
  status: string;
  downloadUrl: string | null;
  error: string | null;
}

interface View {
  lines: { id: string }[];
  parcels?: { id: string }[];
}

let platform: TestPlatform;
let vendor: TestVendor;
let seller: HttpClient;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'documents'] });
  vendor = await createVendor(platform.container);
  seller = platform.http.as(vendor.token);
});
afterAll(() => platform.stop());

const PATH = '/vendor/orders/documents';

async function subOrder(vendorId = vendor.vendorId): Promise<string> {
  const order = await createConfirmedOrder(platform.container, { paid: true, vendorIds: [vendorId] });
  return order.subOrders[0]?.subOrderId ?? '';
}

it('prints a pick list and packing slips of several orders, which their vendor alone downloads', async () => {
  const orderVendorIds = [await subOrder(), await subOrder()];
  for (const kind of ['pick_list', 'packing_slip']) {
    const response = await seller.post<Document>(PATH, { kind, orderVendorIds });
    const { id } = response.body.data;
    await eventually(async () =>
      expect(done(await seller.get<Document>(`${PATH}/${id}`))).toMatchObject({ status: 'ready' }),
    );
    const { downloadUrl } = done(await seller.get<Document>(`${PATH}/${id}`));
    const file = await fetch(`${platform.url}${downloadUrl}`, {
      headers: { authorization: `Bearer ${vendor.token}` },
    });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const stranger = platform.http.as((await createVendor(platform.container)).token);
    expect((await stranger.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await stranger.get(downloadUrl ?? '')).status).toBe(404);
  }
});

it('is requested once for a key, and refuses sub-orders of others and duplicates', async () => {
  const orderVendorIds = [await subOrder()];
  const headers = { 'idempotency-key': newId() };
  const twice = await Promise.all(
    [1, 2].map(() => seller.post<Document>(PATH, { kind: 'pick_list', orderVendorIds }, headers)),
  );
  expect(new Set(twice.map(({ body }) => body.data.id)).size).toBe(1);
  const foreign = await subOrder((await createVendor(platform.container)).vendorId);
  const ask = async (ids: string[]) =>
    refusal(await seller.post(PATH, { kind: 'pick_list', orderVendorIds: ids }));
  expect(await ask([...orderVendorIds, foreign])).toMatchObject({ status: 404 });
  expect(await ask([newId()])).toMatchObject({ status: 404 });
  expect(await ask([...orderVendorIds, ...orderVendorIds])).toMatchObject({
    status: 400,
    paths: ['body.orderVendorIds'],
  });
  expect(await ask([])).toMatchObject({ status: 400 });
});

it('an expired document is gone, whether its file is deleted or not', async () => {
  const response = await seller.post<Document>(PATH, {
    kind: 'pick_list',
    orderVendorIds: [await subOrder()],
  });
  const { id } = response.body.data;
  await eventually(async () =>
    expect(done(await seller.get<Document>(`${PATH}/${id}`)).status).toBe('ready'),
  );
  const past = new Date(Date.now() - 1_000);
  await platform.container.knex('shipping_documents').where({ id }).update({ expiresAt: past });
  expect(done(await seller.get<Document>(`${PATH}/${id}`))).toMatchObject({
    status: 'expired',
    downloadUrl: null,
  });
  expect((await seller.get(`${PATH}/${id}/download`)).status).toBe(404);
});

it('a document that cannot be printed says so, and has no file', async () => {
  const orderVendorId = await subOrder();
  await platform.container.knex.raw(
    `update orders set shipping_address = 'null'::jsonb where id = (select order_id from orders_sub_orders where id = ?)`,
    [orderVendorId],
  );
  const body = { kind: 'packing_slip', orderVendorIds: [orderVendorId] };
  const { id } = (await seller.post<Document>(PATH, body)).body.data;
  await eventually(async () =>
    expect(done(await seller.get<Document>(`${PATH}/${id}`)).status).toBe('failed'),
  );
  const failed = done(await seller.get<Document>(`${PATH}/${id}`));
  expect(failed).toMatchObject({ downloadUrl: null, error: expect.any(String) });
  expect((await seller.get(`${PATH}/${id}/download`)).status).toBe(404);
});

it('prints the slip of one parcel, and of no parcel that was not made or is of another vendor', async () => {
  const orderVendorId = await subOrder();
  const read = async () => done(await seller.get<View>(`/vendor/orders/${orderVendorId}`));
  const [line] = (await read()).lines;
  const body = { providerId: 'self-handled', lines: [{ lineId: line?.id ?? '', quantity: 1 }] };
  const sent = done(await seller.post<View>(`/vendor/orders/${orderVendorId}/parcels`, body));
  const parcelIds = [sent.parcels?.[0]?.id ?? ''];
  const { id } = (await seller.post<Document>(PATH, { kind: 'packing_slip', parcelIds })).body.data;
  await eventually(async () =>
    expect(done(await seller.get<Document>(`${PATH}/${id}`)).status).toBe('ready'),
  );
  const ask = async (json: object) => (await seller.post(PATH, { kind: 'packing_slip', ...json })).status;
  expect(await ask({ parcelIds: [newId()] })).toBe(404);
  expect(await ask({ parcelIds, orderVendorIds: [orderVendorId] })).toBe(400);
  expect(await ask({ parcelIds, kind: 'pick_list' })).toBe(400);
  expect(await ask({})).toBe(400);
  const stranger = platform.http.as((await createVendor(platform.container)).token);
  expect((await stranger.post(PATH, { kind: 'packing_slip', parcelIds })).status).toBe(404);
});

it('has a slip for each parcel with its pieces, one for the rest, and picks only what is still to be sent', () => {
  const line = { variantId: 'a', title: 'Lamp', variantTitle: null, sku: null };
  const order = {
    orderNumber: 'HT-1',
    lines: [
      { ...line, lineId: '1', quantity: 3, unsent: 1 },
      { ...line, variantId: 'b', title: 'Diya', lineId: '2', quantity: 1, unsent: 0 },
    ],
    parcels: [
      { id: 'p1', number: 1, courierCode: null, trackingCode: null, pieces: [{ lineId: '1', quantity: 2 }] },
      { id: 'p2', number: 2, courierCode: null, trackingCode: null, pieces: [{ lineId: '2', quantity: 1 }] },
    ],
  } as never;
  const boxes = (parcelIds: string[]) =>
    packedBoxes([order], parcelIds).map(({ parcel, lines }) => [
      parcel?.number ?? 0,
      ...lines.map(({ title, quantity }) => `${quantity} ${title}`),
    ]);
  expect(boxes([])).toEqual([
    [1, '2 Lamp'],
    [2, '1 Diya'],
    [0, '1 Lamp'],
  ]);
  expect(boxes(['p2'])).toEqual([[2, '1 Diya']]);
  expect(pickLines([order]).map(({ title, quantity }) => [title, quantity])).toEqual([['Lamp', 1]]);
});

it('a pick list names each variant once, with its pieces over all orders', () => {
  const line = { variantId: 'a', title: 'Lamp', variantTitle: 'S', sku: 'L-S', quantity: 2 };
  const order = (orderNumber: string, lines: (typeof line)[]) =>
    ({
      orderNumber,
      lines,
      parcels: [],
      placedAt: new Date(),
      paymentMethod: 'cod',
      vendorName: 'Lamps',
    }) as never;
  const picked = pickLines([
    order('HT-1', [line, { ...line, variantId: 'b', title: 'Diya', quantity: 1 }]),
    order('HT-2', [{ ...line, quantity: 3 }]),
  ]);
  expect(picked.map(({ title, quantity, orders }) => [title, quantity, orders])).toEqual([
    ['Diya', 1, ['HT-1']],
    ['Lamp', 5, ['HT-1', 'HT-2']],
  ]);
});
