import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { StoreProductResponse } from '#api/products/store-product.schemas.js';
import { publicName, reviewStatuses } from '#domain/reviews/review.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createBuyer, createSellableVariant, type TestBuyer } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { done, refusal } from '../products/product-shop.js';
import { deliverProduct } from './delivered-product.js';

interface ReviewResponse {
  id: string;
  productId: string;
  status: string;
  authorName: string | null;
  userId: string | null;
  rating: number;
}

let platform: TestPlatform;
let admin: HttpClient;
let vendorId: string;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
  ({ vendorId } = await createVendor(platform.container));
});
afterAll(() => platform.stop());

const as = ({ token }: TestBuyer) => platform.http.as(token);
const path = (productId: string) => `/store/products/${productId}/reviews`;
const moderate = async (id: string, verb: string) =>
  done(await admin.post<ReviewResponse>(`/admin/reviews/${id}/${verb}`));

async function product(): Promise<{ productId: string; slug: string }> {
  const { productId } = await createSellableVariant(platform.container, vendorId);
  const row = (await platform.container.knex('products').where({ id: productId }).first('slug')) as {
    slug: string;
  };
  return { productId, slug: row.slug };
}

/** A review by its own buyer. */
async function review(productId: string, rating: number): Promise<ReviewResponse & { buyer: TestBuyer }> {
  const { buyer } = await deliverProduct(platform.container, { productId, vendorId });
  return { ...done(await as(buyer).post<ReviewResponse>(path(productId), { rating }), 201), buyer };
}

const ratingOf = async (slug: string) =>
  done(await platform.http.get<StoreProductResponse>(`/store/products/slug/${slug}`)).rating;

describe('writing a review', () => {
  it('takes a buyer with a delivered line, once', async () => {
    const { productId } = await product();
    const { buyer } = await deliverProduct(platform.container, { productId, vendorId });
    const body = { rating: 5, title: ' Lovely ', text: '<b>Bright</b>' };
    const written = done(await as(buyer).post<ReviewResponse>(path(productId), body), 201);
    expect(written).toMatchObject({
      productId,
      rating: 5,
      title: 'Lovely',
      text: '<b>Bright</b>',
      status: 'pending',
    });
    expect(Object.keys(written)).not.toContain('userId');
    expect(refusal(await as(buyer).post(path(productId), body))).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
    const events = await platform.container.knex('outbox_events').where({ entityId: written.id });
    expect(events).toMatchObject([
      { type: 'catalog.review.submitted', payload: { reviewId: written.id, productId } },
    ]);
  });

  it('refuses strangers, orders on their way, unknown products and broken bodies', async () => {
    const { productId } = await product();
    const stranger = await createBuyer(platform.container);
    expect(refusal(await as(stranger).post(path(productId), { rating: 5 }))).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    const { buyer, orderId } = await deliverProduct(platform.container, { productId, vendorId });
    await platform.container
      .knex('orders_sub_orders')
      .where({ orderId })
      .update({ status: 'fulfilled', deliveredAt: null });
    expect((await as(buyer).post(path(productId), { rating: 5 })).status).toBe(403);
    expect((await as(buyer).post(path(newId()), { rating: 5 })).status).toBe(404);
    expect((await platform.http.post(path(productId), { rating: 5 })).status).toBe(401);
    for (const [body, broken] of [
      [{ rating: 0 }, 'rating'],
      [{ rating: 6 }, 'rating'],
      [{ rating: 4.5 }, 'rating'],
      [{ rating: 1, title: 'x'.repeat(256) }, 'title'],
      [{ rating: 1, text: 'x'.repeat(5001) }, 'text'],
    ] as const)
      expect(refusal(await as(buyer).post(path(productId), body))).toMatchObject({
        status: 400,
        paths: [`body.${broken}`],
      });
  });

  it('review-race: one of ten requests of a buyer is taken', async () => {
    const { productId } = await product();
    const { buyer } = await deliverProduct(platform.container, { productId, vendorId });
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => as(buyer).post(path(productId), { rating: 3 })),
    );
    const outcomes = responses
      .map(({ status, body: { errorCode } }) => `${status} ${errorCode ?? ''}`)
      .sort();
    expect(outcomes).toEqual(['201 ', ...Array<string>(9).fill('409 CONFLICT')]);
  });
});

describe('moderation', () => {
  it('reaches each state from each, keeps the rating in step, and repeats without effect', async () => {
    const { productId, slug } = await product();
    const [item, two] = [await review(productId, 5), await review(productId, 2)];
    expect(await ratingOf(slug)).toEqual({ average: 0, count: 0 });
    await moderate(item.id, 'approve');
    expect(await ratingOf(slug)).toEqual({ average: 5, count: 1 });
    await moderate(two.id, 'approve');
    expect(await ratingOf(slug)).toEqual({ average: 3.5, count: 2 });
    const { knex } = platform.container;
    const events = () => knex('outbox_events').where({ entityId: two.id, type: 'catalog.review.moderated' });
    expect((await moderate(two.id, 'approve')).status).toBe('approved');
    expect(await events()).toHaveLength(1);
    for (const [verb, status] of [
      ['reject', 'rejected'],
      ['spam', 'spam'],
      ['approve', 'approved'],
      ['spam', 'spam'],
      ['reject', 'rejected'],
    ] as const)
      expect(await moderate(two.id, verb)).toMatchObject({ status, userId: two.buyer.userId });
    expect(await ratingOf(slug)).toEqual({ average: 5, count: 1 });
    const audit = (await knex('audit_entries')
      .where({ entityId: two.id })
      .orderBy('id')
      .pluck('action')) as string[];
    expect(audit).toEqual(['approve', 'reject', 'spam', 'approve', 'spam', 'reject']);
    expect((await admin.post(`/admin/reviews/${newId()}/approve`)).status).toBe(404);
  });

  it('at the same moment by many counts each review once', async () => {
    const { productId, slug } = await product();
    const reviews = [await review(productId, 4), await review(productId, 5), await review(productId, 1)];
    const verbs = ['approve', 'reject', 'spam', 'approve'];
    await Promise.all(reviews.flatMap(({ id }) => verbs.map((verb) => moderate(id, verb))));
    await Promise.all(reviews.map(({ id }) => moderate(id, 'approve')));
    expect(await ratingOf(slug)).toEqual({ average: 3.33, count: 3 });
  });

  it('lists reviews by state, rating and product for those who may', async () => {
    const { productId } = await product();
    const item = await review(productId, 1);
    await review(productId, 2);
    await moderate(item.id, 'reject');
    const list = async (filter: string) =>
      done(
        await admin.get<ReviewResponse[]>(
          `/admin/reviews?filters[]=productId:eq:${productId}&filters[]=${filter}`,
        ),
      ).map(({ rating }) => rating);
    expect(await list('status:eq:rejected')).toEqual([1]);
    expect(await list('rating:gte:1')).toEqual([2, 1]);
    expect((await as(item.buyer).get('/admin/reviews')).status).toBe(403);
  });
});

describe('reading reviews', () => {
  it('shows approved ones, newest first, without who wrote them beyond first name and initial', async () => {
    const { productId } = await product();
    const shown = [await review(productId, 5), await review(productId, 4)];
    await review(productId, 1);
    for (const { id } of shown) await moderate(id, 'approve');
    const { body } = await platform.http.get<ReviewResponse[]>(path(productId));
    expect(body.metadata).toEqual({ total: 2, limit: 20, offset: 0, hasMore: false });
    expect(body.data.map(({ rating, authorName }) => [rating, authorName])).toEqual([
      [4, 'Asha R.'],
      [5, 'Asha R.'],
    ]);
    const fields = ['authorName', 'createdAt', 'id', 'rating', 'repliedAt', 'reply', 'text', 'title'];
    expect(Object.keys(body.data[0] ?? {}).sort()).toEqual(fields);
    await platform.container.knex('products').where({ id: productId }).update({ status: 'draft' });
    expect((await platform.http.get(path(productId))).status).toBe(404);
  });

  it('keeps the review of an account that was deleted, without its name', async () => {
    const { productId, slug } = await product();
    const { id, buyer } = await review(productId, 4);
    await moderate(id, 'approve');
    const { knex } = platform.container;
    await knex('accounts_users').where({ id: buyer.userId }).delete();
    const [left] = done(await platform.http.get<ReviewResponse[]>(path(productId)));
    expect(left).toMatchObject({ id, authorName: null, rating: 4 });
    expect(await ratingOf(slug)).toEqual({ average: 4, count: 1 });
  });

  it('says of a name its first word and an initial', () => {
    expect(
      ['Asha Rao', ' asha  devi rao ', 'Asha', 'आशा राव', '', null, 'asha@example.com'].map(publicName),
    ).toEqual(['Asha R.', 'asha R.', 'Asha', 'आशा र.', null, null, null]);
    fc.assert(
      fc.property(fc.string(), (name) => expect(publicName(name) ?? '').not.toContain('@')),
      { numRuns: 30 },
    );
    expect(reviewStatuses).toHaveLength(4);
  });
});
