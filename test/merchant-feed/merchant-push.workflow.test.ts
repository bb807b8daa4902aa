import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { feedItems } from '../feeds/feed-items.js';
import { MERCHANT_ID, type MerchantShop, startMerchantShop } from './merchant-shop.js';

interface Item {
  variantId: string;
  syncStatus: string;
  googleProductId: string | null;
  lastPushedAt: string | null;
  lastError: string | null;
  mappedProductInput: { productAttributes: { price: { amountMicros: string } } } | null;
}

const path = '/admin/merchant-feed';
let shop: MerchantShop;
beforeAll(async () => {
  shop = await startMerchantShop();
  await shop.connect();
  data(await shop.asAdmin.post<unknown>(`${path}/bootstrap`));
});
afterAll(() => shop.stop());
beforeEach(() => shop.merchant.resetControls());

const { item, resync, inState, variant } = feedItems<Item>(path, () => shop);
const remote = (id: string) => shop.merchant.products(MERCHANT_ID).get(id);

describe('a variant in the merchant feed', () => {
  it('is pushed exactly as the preview says, with the time of its intent as its version', async () => {
    const id = await variant();
    const preview = (await item(id)).mappedProductInput;
    await resync(id);
    const { googleProductId, lastPushedAt } = await inState(id, 'synced');
    expect(googleProductId).toBe(`en~IN~${id}`);
    expect(lastPushedAt).not.toBeNull();
    const { versionNumber, ...sent } = remote(id)?.input ?? {};
    expect(sent).toEqual(preview);
    expect(Math.abs(Date.now() - Number(versionNumber))).toBeLessThan(600_000);
    expect(preview?.productAttributes.price.amountMicros).toBe('499000000');
  });

  it('with an equal payload is synced without a call', async () => {
    const id = await variant();
    await resync(id);
    await inState(id, 'synced');
    const calls = shop.merchant
      .requests()
      .filter(({ path: called }) => called.includes('productInputs')).length;
    await resync(id);
    await eventually(async () => {
      const [open] = (await shop.container
        .knex('feeds_intents')
        .where({ variantId: id })
        .whereNot({ state: 'done' })
        .count({ n: '*' })) as { n: number }[];
      expect(open?.n).toBe(0);
    });
    await inState(id, 'synced');
    expect(
      shop.merchant.requests().filter(({ path: called }) => called.includes('productInputs')),
    ).toHaveLength(calls);
  });

  it('that leaves the catalog is deleted at the remote side, and one that was never there is skipped', async () => {
    const sent = await variant();
    const draft = await variant({ status: 'draft' });
    await resync(sent);
    await resync(draft);
    await inState(sent, 'synced');
    expect(await inState(draft, 'skipped')).toMatchObject({ lastError: 'product_not_active' });
    await shop.container
      .knex('products')
      .where({ id: ((await item(sent)) as unknown as { productId: string }).productId })
      .update({ visibility: 'private' });
    await resync(sent);
    expect(await inState(sent, 'deleted')).toMatchObject({
      lastError: 'product_not_public',
      googleProductId: null,
    });
    expect(remote(sent)).toBeUndefined();
  });

  it('is removed by hand, and is sent again when its product changes', async () => {
    const id = await variant();
    await resync(id);
    await inState(id, 'synced');
    const removed = await shop.asAdmin.post<unknown>(`${path}/items/${id}/delete-from-google`);
    expect(removed.status).toBe(202);
    await inState(id, 'deleted');
    expect(remote(id)).toBeUndefined();
    await resync(id);
    await inState(id, 'synced');
  });

  it('that the remote side refuses fails with its message while others go on', async () => {
    const [bad, good] = [await variant(), await variant()];
    shop.merchant.control({ refuse: { [bad]: 'The title is not allowed' } });
    await resync(bad);
    await resync(good);
    await inState(good, 'synced');
    expect(await inState(bad, 'failed')).toMatchObject({ lastError: 'The title is not allowed' });
    const errors = data(await shop.asAdmin.get<{ variantId: string }[]>(`${path}/errors`));
    expect(errors.map(({ variantId }) => variantId)).toContain(bad);
    shop.merchant.resetControls();
    expect(
      data(await shop.asAdmin.post<{ enqueued: number }>(`${path}/items/bulk/resync-failed`)).enqueued,
    ).toBe(1);
    await inState(bad, 'synced');
  });

  it('is pushed by the events of the catalog alone', async () => {
    const id = await variant();
    await resync(id);
    await inState(id, 'synced');
    const asVendor = shop.http.as(shop.vendor.token);
    data(await asVendor.post<unknown>(`/vendor/inventory/${id}/adjust`, { delta: -100, reason: 'count' }));
    await eventually(async () => {
      expect(remote(id)?.input['productAttributes']).toMatchObject({ availability: 'OUT_OF_STOCK' });
    });
  });

  it('comes with all others by a bootstrap', async () => {
    const ids = [await variant(), await variant(), await variant()];
    const response = await shop.asAdmin.post<{ enqueuedVariants: number }>(`${path}/bootstrap`);
    expect(response.status).toBe(202);
    expect(data(response).enqueuedVariants).toBeGreaterThanOrEqual(3);
    for (const id of ids) await inState(id, 'synced');
  });

  it('explains what was sent, what would be sent, what differs, and what its intent waits for', async () => {
    const { variants, productId } = await shop.product();
    const id = variants[0]?.id ?? '';
    await resync(id);
    await inState(id, 'synced');
    data(await shop.asAdmin.patch<unknown>('/admin/settings/admin', { 'merchant_feed.sync_enabled': false }));
    await shop.container.knex('products').where({ id: productId }).update({ title: 'Another lamp' });
    await resync(id);
    shop.merchant.control({ visibilityMs: 0 });
    const explained = data(await shop.asAdmin.get<unknown>(`${path}/items/${id}/explain`));
    expect(explained).toMatchObject({
      eligibility: { eligible: true, reason: null },
      lastSent: { payload: { offerId: id } },
      nextPayload: { productAttributes: { title: 'Another lamp' } },
      changed: true,
      differences: [
        { path: 'productAttributes.description' },
        { path: 'productAttributes.title', after: 'Another lamp' },
      ],
      intent: { kind: 'upsert', origin: 'resync', waitsFor: 'sync_enabled is off' },
      remote: { found: true },
    });
    expect(data(await shop.asAdmin.get<unknown>(`${path}/status`))).toMatchObject({
      syncEnabled: false,
      waitsFor: 'sync_enabled is off',
    });
    data(await shop.asAdmin.patch<unknown>('/admin/settings/admin', { 'merchant_feed.sync_enabled': true }));
    await eventually(async () =>
      expect(remote(id)?.input['productAttributes']).toMatchObject({ title: 'Another lamp' }),
    );
  });

  it('is kept while the account refuses every call, and sent once the setting is mended', async () => {
    const id = await variant();
    const source = (dataSourceId: string) =>
      shop.asAdmin.patch<unknown>('/admin/settings/admin', { 'merchant_feed.data_source_id': dataSourceId });
    data(await source('9999'));
    await resync(id);
    await eventually(async () =>
      expect(data(await shop.asAdmin.get<unknown>(`${path}/status`))).toMatchObject({
        reconnectRequired: false,
        paused: { reason: 'account_refused' },
      }),
    );
    expect(await item(id)).toMatchObject({ syncStatus: 'pending', attempts: 0 });
    data(await source('1001'));
    await inState(id, 'synced');
    expect(remote(id)).toBeDefined();
  });

  it('is tried again after the remote side was away, and a lost response makes no second version', async () => {
    const id = await variant();
    shop.merchant.control({ loseNext: 1 });
    await resync(id);
    await inState(id, 'synced');
    const other = await variant();
    shop.merchant.control({ failNext: 2 });
    await resync(other);
    await inState(other, 'synced');
  });
});
