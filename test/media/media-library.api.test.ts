import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { setSettings } from '../_support/settings.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { formOf, noise } from './form-upload.js';

interface Image {
  id: string;
  key: string;
  size: number;
}

const DAY_MS = 24 * 3_600_000;
let platform: TestPlatform;
let vendor: TestVendor;
let own: HttpClient;
let admin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  vendor = await createVendor(platform.container);
  own = platform.http.as(vendor.token);
  const session = await createSession(platform.container, {
    permissions: ['media:upload', 'media:read', 'media:delete'],
  });
  admin = platform.http.as(session.token);
});
afterAll(() => platform.stop());

async function upload(token = vendor.token, path = '/vendor/media', picture?: Buffer) {
  const body = formOf(picture ?? (await noise(20, 20)));
  const response = await platform.http.as(token).raw('POST', path, { body });
  return {
    status: response.status,
    body: (await response.json()) as { data: Image; reason?: string; message: string },
  };
}

/** An image that was uploaded before the time in which it counts as new. */
async function oldImage(): Promise<Image> {
  const { data } = (await upload()).body;
  const createdAt = new Date(Date.now() - 31 * DAY_MS);
  await platform.container.knex('media_files').where({ id: data.id }).update({ createdAt });
  return data;
}

const ids = async (http: HttpClient, path: string) =>
  (await http.get<Image[]>(path)).body.data.map(({ id }) => id);

describe('the images of a vendor', () => {
  it('are listed, those that nothing names apart, and only to it', async () => {
    const { knex } = platform.container;
    const [unused, inProduct, inHtml, inOrder] = await Promise.all([
      oldImage(),
      oldImage(),
      oldImage(),
      oldImage(),
    ]);
    const fresh = (await upload()).body.data;
    const order = await createConfirmedOrder(platform.container);
    const sub = order.subOrders[0];
    await knex('orders_lines').where({ subOrderId: sub?.subOrderId }).update({ thumbnail: inOrder.key });
    await knex('orders_sub_orders').where({ id: sub?.subOrderId }).update({ vendorId: vendor.vendorId });
    const product = { vendorId: vendor.vendorId, title: 'Lamp', status: 'draft' };
    await knex('products').insert([
      { ...product, slug: 'lamp-1', images: [`https://cdn.example.com/${inProduct.key}`] },
      { ...product, slug: 'lamp-2', description: `<p><img src="/${inHtml.key}"></p>` },
    ]);
    const all = [unused, inProduct, inHtml, inOrder, fresh].map(({ id }) => id).sort();
    expect((await ids(own, '/vendor/media?limit=100')).sort()).toEqual(all);
    expect(await ids(own, '/vendor/media?unused=true')).toEqual([unused.id]);
    expect(await ids(own, '/vendor/media?unused=false')).toHaveLength(4);
    expect((await own.get('/vendor/media?unused=true&limit=1')).body.metadata).toMatchObject({ total: 1 });
    const other = await createVendor(platform.container);
    expect(await ids(platform.http.as(other.token), '/vendor/media')).toEqual([]);
    expect(await ids(admin, '/admin/media')).toEqual([]);
    expect(await ids(admin, `/admin/media?vendorId=${vendor.vendorId}&unused=true`)).toEqual([unused.id]);
    const used = await own.delete(`/vendor/media/${inOrder.id}`);
    expect([used.status, used.body]).toMatchObject([
      409,
      { reason: 'media.in_use', message: 'The image is in use by orders: replace it there first' },
    ]);
    expect((await own.delete(`/vendor/media/${inHtml.id}`)).body.message).toContain('in use by products');
  });

  it('are deleted with their file, audited, while nothing names them', async () => {
    const { knex, storage } = platform.container;
    const image = await oldImage();
    const other = await createVendor(platform.container);
    expect((await platform.http.as(other.token).delete(`/vendor/media/${image.id}`)).status).toBe(404);
    expect((await own.delete<Image>(`/vendor/media/${image.id}`)).body.data).toMatchObject({ id: image.id });
    expect(await storage.exists(image.key)).toBe(false);
    expect((await own.delete(`/vendor/media/${image.id}`)).status).toBe(404);
    const audit = await knex('audit_entries').where({ entity: 'media', entityId: image.id });
    expect(audit).toMatchObject([{ action: 'delete', actorId: vendor.userId, vendorId: vendor.vendorId }]);
  });

  it('stay while a page of the platform names them; administrators see and delete the platform’s', async () => {
    const { knex } = platform.container;
    const image = await oldImage();
    await knex('settings_values').insert({ key: 'test.picture', value: JSON.stringify(image.key) });
    expect((await own.delete(`/vendor/media/${image.id}`)).body.reason).toBe('media.in_use');
    expect((await admin.delete(`/admin/media/${image.id}`)).body.reason).toBe('media.in_use');
    await knex('settings_values').where({ key: 'test.picture' }).delete();
    expect((await admin.delete(`/admin/media/${image.id}`)).status).toBe(200);
    const reader = await createSession(platform.container, { permissions: ['media:read'] });
    expect((await platform.http.as(reader.token).delete(`/admin/media/${image.id}`)).status).toBe(403);
  });
});

describe('the room of a vendor', () => {
  it('is a setting; what does not fit is refused with what is used, however many come at once', async () => {
    const { container } = platform;
    await setSettings(container, { 'admin.media.vendor_quota_megabytes': 1 });
    const shop = await createVendor(container);
    // 400 kB each: two fit.
    const picture = await noise(365, 365);
    const all = await Promise.all(
      Array.from({ length: 5 }, () => upload(shop.token, '/vendor/media', picture)),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    const refused = all.find(({ status }) => status === 409)?.body;
    expect([refused?.reason, refused?.message]).toEqual([
      'media.quota_exceeded',
      expect.stringMatching(/^The images of this vendor take 0\.8 MB of 1 MB, and 0\.4 MB more do not fit/),
    ]);
    const rows = (await container.knex('media_files').where({ vendorId: shop.vendorId })) as unknown[];
    expect(rows).toHaveLength(2);
    await setSettings(container, { 'admin.media.vendor_quota_megabytes': 5 * 1024 });
    expect((await upload(shop.token)).status).toBe(201);
  });
});
