import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rows } from '#db/tables.js';
import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { feedItems } from '../feeds/feed-items.js';
import { createTestClock } from '../_support/test-clock.js';
import { CATALOG_ID, type SocialShop, startSocialShop } from './social-shop.js';

interface Item {
  syncStatus: string;
  lastError: string | null;
  mappedProductInput: Record<string, unknown> | null;
}

const path = '/admin/social-catalog';
const clock = createTestClock();
let shop: SocialShop;
beforeAll(async () => {
  shop = await startSocialShop({ clock });
  // A batch is looked at two seconds after it was sent: here as soon as somebody looks.
  await shop.container.knex.raw(`
    create function look_at_once() returns trigger language plpgsql as
      $$ begin new.next_poll_at := now(); return new; end $$;
    create trigger look_at_once before insert on feeds_handles for each row execute function look_at_once();
  `);
  await shop.consent();
  data(await shop.select());
  data(await shop.asAdmin.post<unknown>(`${path}/bootstrap`));
});
afterAll(() => shop.stop());
beforeEach(async () => {
  shop.social.resetControls();
  shop.social.control({ batchMs: 0, batchesPerMinute: 1_000 });
  // The pace of a new catalog would be eight calls a minute.
  const quota = {
    minuteLimit: 6_000,
    dayLimit: 1_000_000,
    readAt: new Date(),
    nextCallAt: new Date(),
    day: '',
    dayUsed: 0,
  };
  await shop.container
    .knex('feeds_connections')
    .where({ feed: 'social' })
    .update({ quota: JSON.stringify(quota), blockedUntil: null, pauseReason: null });
});

const { item, resync, inState, variant } = feedItems<Item>(path, () => shop);
const remote = (id: string) => shop.social.items(CATALOG_ID).get(id);

describe('a variant in the social catalog', () => {
  it('is submitted in a batch exactly as the preview says, and synced once the batch is finished', async () => {
    shop.social.control({ batchMs: 2_500 });
    const id = await variant();
    const preview = (await item(id)).mappedProductInput;
    await resync(id);
    await inState(id, 'submitted');
    await inState(id, 'synced');
    expect(remote(id)).toEqual(preview);
    expect(preview).toMatchObject({ id, price: '499.00 INR', availability: 'in stock' });
    const seen = data(
      await shop.asAdmin.get<{ found: boolean; errors: unknown[] }>(`${path}/items/${id}/remote-status`),
    );
    expect(seen).toMatchObject({ found: true, errors: [] });
  });

  it('partial-batch: fails by its own error in a finished batch while others are saved', async () => {
    const [bad, good] = [await variant(), await variant()];
    shop.social.control({ itemErrors: { [bad]: 'The image could not be fetched' } });
    await resync(bad);
    await resync(good);
    await inState(good, 'synced');
    expect(await inState(bad, 'failed')).toMatchObject({ lastError: 'The image could not be fetched' });
  });

  it('is kept with all others of a batch of fifty that are refused alike, and the feed pauses', async () => {
    const { knex } = shop.container;
    const enable = async (value: boolean) =>
      data(await shop.asAdmin.patch<unknown>('/admin/settings/admin', { 'social.sync_enabled': value }));
    await enable(false);
    shop.social.control({ itemErrors: { '*': 'The business is not verified' } });
    const ids: string[] = [];
    for (let n = 0; n < 50; n += 1) ids.push(await variant());
    const inStates = async (status: Rows['feeds_items']['status']) =>
      (await knex('feeds_items').where({ feed: 'social', status }).whereIn('variantId', ids)).length;
    await knex('feeds_intents').insert(
      ids.map((variantId) => ({ feed: 'social', variantId, kind: 'upsert', origin: 'bootstrap' })),
    );
    await enable(true);
    await eventually(async () =>
      expect(data(await shop.asAdmin.get<unknown>(`${path}/status`))).toMatchObject({
        paused: { reason: 'repeated_refusals', message: 'The business is not verified' },
      }),
    );
    expect([await inStates('failed'), await inStates('pending')]).toEqual([0, 50]);
    shop.social.control({ itemErrors: {} });
    await resync(ids[0] ?? '');
    await eventually(async () => expect(await inStates('synced')).toBe(50));
  });

  it('fails at once by what the validation says', async () => {
    const id = await variant();
    shop.social.control({ validationErrors: { [id]: 'title is not allowed' } });
    await resync(id);
    expect(await inState(id, 'failed')).toMatchObject({ lastError: 'title is not allowed' });
  });

  it('goes again by itself after a batch that ended in an error', async () => {
    const id = await variant();
    shop.social.control({ outcomes: ['error'] });
    await resync(id);
    await eventually(async () =>
      expect(await item(id)).toMatchObject({ lastError: expect.stringContaining('ended in an error') }),
    );
    await inState(id, 'synced');
    expect(remote(id)).toBeDefined();
  });

  it('fails with a batch that is canceled, and can be sent again', async () => {
    const id = await variant();
    shop.social.control({ outcomes: ['canceled'] });
    await resync(id);
    expect(await inState(id, 'failed')).toMatchObject({ lastError: 'canceled' });
    await resync(id);
    await inState(id, 'synced');
  });

  it('is tried again when a batch was not taken in', async () => {
    const id = await variant();
    shop.social.control({ emptyHandles: 1 });
    await resync(id);
    await inState(id, 'synced');
  });

  it('is sent again after the remote side was away, or its response was lost', async () => {
    for (const fault of [{ failNext: 1 }, { loseNext: 1 }]) {
      const id = await variant();
      shop.social.control(fault);
      await resync(id);
      await eventually(async () =>
        expect(data(await shop.asAdmin.get<unknown>(`${path}/status`))).toMatchObject({
          paused: { reason: 'unavailable' },
        }),
      );
      expect(await item(id)).toMatchObject({ syncStatus: 'pending' });
      await resync(id);
      await inState(id, 'synced');
      expect(remote(id)).toMatchObject({ id });
    }
  });

  it('that leaves the catalog is deleted there', async () => {
    const { variants, productId } = await shop.product();
    const id = variants[0]?.id ?? '';
    await resync(id);
    await inState(id, 'synced');
    await shop.container.knex('products').where({ id: productId }).update({ status: 'archived' });
    await resync(id);
    expect(await inState(id, 'deleted')).toMatchObject({ lastError: 'product_not_active' });
    expect(remote(id)).toBeUndefined();
  });

  it('pauses the feed when the catalog takes no more calls, and goes on afterwards', async () => {
    const id = await variant();
    shop.social.control({ batchesPerMinute: 0 });
    await resync(id);
    await eventually(async () =>
      expect(data(await shop.asAdmin.get<unknown>(`${path}/status`))).toMatchObject({
        paused: { reason: 'quota_used_up' },
      }),
    );
    shop.social.control({ batchesPerMinute: 1_000 });
    await resync(id);
    await inState(id, 'synced');
  });

  it('explains what was sent, what would be sent, and what differs', async () => {
    const { variants, productId } = await shop.product();
    const id = variants[0]?.id ?? '';
    await resync(id);
    await inState(id, 'synced');
    await shop.container.knex('products').where({ id: productId }).update({ title: 'Another lamp' });
    const explained = data(await shop.asAdmin.get<unknown>(`${path}/items/${id}/explain`));
    expect(explained).toMatchObject({
      eligibility: { eligible: true, reason: null },
      changed: true,
      differences: [{ path: 'description' }, { path: 'title', after: 'Another lamp' }],
      remote: { found: true },
    });
  });

  it('handle-stuck: fails with poll_timeout when its batch does not end, and can be sent again', async () => {
    const id = await variant();
    shop.social.control({ stuckItems: [id] });
    await resync(id);
    await inState(id, 'submitted');
    clock.shift(59 * 60_000);
    await sleep(2_500);
    expect((await item(id)).syncStatus).toBe('submitted');
    // The next look was put off by the clock that is ahead; the database has its own.
    const { knex } = shop.container;
    await knex('feeds_handles').where({ state: 'open' }).update({ nextPollAt: knex.fn.now() });
    clock.shift(61 * 60_000);
    expect(await inState(id, 'failed')).toMatchObject({ lastError: 'poll_timeout' });
    clock.shift(0);
    shop.social.control({ stuckItems: [] });
    await resync(id);
    await inState(id, 'synced');
  });
});
