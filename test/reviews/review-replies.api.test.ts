import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { done, refusal } from '../products/product-shop.js';
import { deliverProduct } from './delivered-product.js';

interface ReviewResponse {
  id: string;
  productId: string;
  productTitle: string;
  rating: number;
  reply: string | null;
  repliedAt: string | null;
}

let platform: TestPlatform;
let admin: HttpClient;
let seller: HttpClient;
let other: HttpClient;
let vendorId: string;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
  const vendor = await createVendor(platform.container);
  ({ vendorId } = vendor);
  seller = platform.http.as(vendor.token);
  other = platform.http.as((await createVendor(platform.container)).token);
});
afterAll(() => platform.stop());

/** A review of a new product of the vendor. */
async function review(verb?: 'approve' | 'spam'): Promise<{ id: string; productId: string }> {
  const { productId } = await createSellableVariant(platform.container, vendorId);
  const { buyer } = await deliverProduct(platform.container, { productId, vendorId });
  const path = `/store/products/${productId}/reviews`;
  const { id } = done(await platform.http.as(buyer.token).post<ReviewResponse>(path, { rating: 4 }), 201);
  if (verb) done(await admin.post(`/admin/reviews/${id}/${verb}`));
  return { id, productId };
}

it('a vendor lists the approved reviews of its products alone', async () => {
  const [shown] = [await review('approve'), await review(), await review('spam')];
  const list = done(await seller.get<ReviewResponse[]>('/vendor/reviews?filters[]=rating:eq:4'));
  expect(list).toMatchObject([{ id: shown.id, productId: shown.productId, reply: null }]);
  expect(Object.keys(list[0] ?? {})).not.toContain('userId');
  expect(done(await other.get<ReviewResponse[]>('/vendor/reviews'))).toEqual([]);
});

it('a reply stands below the review, is replaced and removed, and each change is audited once', async () => {
  const { id, productId } = await review('approve');
  const path = `/vendor/reviews/${id}/reply`;
  expect(done(await seller.post<ReviewResponse>(path, { text: ' Thank you ' }))).toMatchObject({
    reply: 'Thank you',
  });
  expect(done(await seller.post<ReviewResponse>(path, { text: 'Thank you' }))).toMatchObject({
    reply: 'Thank you',
  });
  const [shown] = done(await platform.http.get<ReviewResponse[]>(`/store/products/${productId}/reviews`));
  expect(shown).toMatchObject({ id, reply: 'Thank you', repliedAt: expect.any(String) });
  expect(done(await seller.post<ReviewResponse>(path, { text: '  ' }))).toMatchObject({
    reply: null,
    repliedAt: null,
  });
  const { knex } = platform.container;
  const audited = await knex('audit_entries').where({ entityId: id, action: 'reply' }).orderBy('id');
  expect(audited).toMatchObject([{ vendorId, after: { reply: 'Thank you' } }, { after: { reply: null } }]);
  const events = await knex('outbox_events').where({ entityId: id, type: 'catalog.review.replied' });
  expect(events).toHaveLength(2);
});

it('refuses reviews of other vendors, reviews that are not approved, and texts that are too long', async () => {
  const { id } = await review('approve');
  const pending = await review();
  const body = { text: 'Thank you' };
  expect(refusal(await other.post(`/vendor/reviews/${id}/reply`, body))).toMatchObject({ status: 404 });
  expect((await seller.post(`/vendor/reviews/${pending.id}/reply`, body)).status).toBe(404);
  expect((await seller.post(`/vendor/reviews/${newId()}/reply`, body)).status).toBe(404);
  const long = await seller.post(`/vendor/reviews/${id}/reply`, { text: 'x'.repeat(2001) });
  expect(refusal(long)).toMatchObject({ status: 400, paths: ['body.text'] });
});
