import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createFeedsQueues } from '#activities/feeds/feeds.queues.js';
import { createIntentsRepository } from '#db/feeds/intents.repository.js';
import type { IntentOrigin } from '#domain/feeds/feed.js';
import { merchantFeed } from '#plugins/merchant-feed/domain/merchant-feed.feed.js';
import { feedsSchedulesFor } from '#workflows/feeds/feeds.schedules.js';
import { feedsSubscriptionsFor } from '#events/feeds.subscriptions.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct, type NewTestProduct } from '../_support/products.js';
import { createTestClock } from '../_support/test-clock.js';
import { createVendor } from '../_support/vendors.js';
import { systemContext } from '#domain/_shared/context.js';
import { createFakeFeed, roundsOf } from './fake-feed.js';

const DAY_MS = 86_400_000;
const clock = createTestClock();
const intents = createIntentsRepository();
let platform: TestPlatform;
let vendorId: string;
let feed: ReturnType<typeof createFakeFeed>;
let rounds: ReturnType<typeof roundsOf>;

beforeAll(async () => {
  platform = await startPlatform({ clock });
  vendorId = (await createVendor(platform.container)).vendorId;
});
afterAll(() => platform.stop());
beforeEach(async () => {
  clock.shift(0);
  const { knex } = platform.container;
  for (const table of ['feeds_intents', 'feeds_items', 'feeds_passes', 'feeds_revocations'])
    await knex(table).delete();
  await knex('feeds_connections').where({ feed: 'merchant' }).update({
    connected: true,
    startedAt: new Date(),
    startedTarget: 'fake',
    generation: 1,
    quota: null,
    pauseReason: null,
    blockedUntil: null,
  });
  feed = createFakeFeed();
  rounds = roundsOf(platform.container, feed);
});

const knex = () => platform.container.knex;
const run = <T>(work: Parameters<typeof platform.container.unitOfWork.run<T>>[1]) =>
  platform.container.unitOfWork.run(systemContext({ name: 'test' }, clock.now()), work);
const append = (ids: string[], origin: IntentOrigin = 'event') =>
  run((tx) =>
    intents.appendSelected(tx, ['merchant', 'social'], origin, 'select unnest(?::uuid[]) as variant_id', [
      ids,
    ]),
  );
const item = (variantId: string) =>
  knex()('feeds_items').where({ feed: 'merchant', variantId }).first() as Promise<Record<string, unknown>>;

async function variant(given: NewTestProduct = {}): Promise<{ id: string; productId: string }> {
  const { variants, productId } = await createProduct(platform.container, vendorId, {
    thumbnail: 'media/a.png',
    ...given,
  });
  return { id: variants[0]?.id ?? '', productId };
}

describe('intents', () => {
  it('are collected by feeds that were connected alone, and once for an upsert that nobody has taken', async () => {
    const { id } = await variant();
    expect(await append([id, id])).toBe(1);
    expect(await append([id])).toBe(0);
    expect(await knex()('feeds_intents').pluck('feed')).toEqual(['merchant']);
  });

  it('that come while their variant is sent are sent afterwards, so that no change is lost', async () => {
    const { id, productId } = await variant();
    await append([id]);
    feed.response = () => {
      // The round has read its variants: this change comes too late for it.
      feed.response = () => undefined;
      return undefined;
    };
    const send = feed.send.bind(feed);
    feed.send = async (changes, control) => {
      feed.send = send;
      await knex()('products').where({ id: productId }).update({ title: 'Changed meanwhile' });
      expect(await append([id])).toBe(1);
      return send(changes, control);
    };
    await rounds.untilIdle();
    expect(feed.remote.get(id)).toMatchObject({ title: 'Changed meanwhile' });
  });

  it('are sent first in, first out, and the newest of a variant alone', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => variant()));
    const ids = made.map(({ id }) => id);
    for (const id of ids) await append([id]);
    await run((tx) => intents.appendByHand(tx, 'merchant', ids[0] ?? '', 'delete', 'operator'));
    await run((tx) => intents.appendByHand(tx, 'merchant', ids[0] ?? '', 'upsert', 'resync'));
    await rounds.untilIdle();
    expect(feed.sent.map(({ variantId }) => variantId)).toEqual([...ids.slice(1), ids[0]]);
    const states = (await knex()('feeds_intents').orderBy('id').pluck('state')) as string[];
    expect(states.filter((state) => state === 'superseded')).toHaveLength(2);
    expect(states.filter((state) => state === 'done')).toHaveLength(5);
  });

  it('back off alone, and end as failed after ten attempts', async () => {
    const [bad, good] = [await variant(), await variant()];
    await append([bad.id, good.id]);
    feed.response = ({ variantId }) =>
      variantId === bad.id ? { kind: 'retry', message: 'busy' } : undefined;
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await rounds.untilIdle();
      clock.shift(attempt * 3_600_000);
    }
    expect(await item(good.id)).toMatchObject({ status: 'synced' });
    expect(await item(bad.id)).toMatchObject({ status: 'failed', attempts: 10, lastError: 'busy' });
  });

  it('wait for as long as the remote side asks for', async () => {
    const { id } = await variant();
    await append([id]);
    feed.response = () => ({ kind: 'retry', message: 'busy', retryAfterSeconds: 600 });
    await rounds.round();
    feed.response = () => undefined;
    clock.shift(590_000);
    await rounds.untilIdle();
    expect(await item(id)).toMatchObject({ status: 'pending', attempts: 1 });
    clock.shift(611_000);
    await rounds.untilIdle();
    expect(await item(id)).toMatchObject({ status: 'synced', attempts: 0 });
  });

  it('are deleted seven days after their end, credentials a day after the disconnection, open ones never', async () => {
    const [done, old] = [await variant(), await variant()];
    await append([done.id, old.id]);
    await rounds.untilIdle();
    await append([done.id]);
    await knex()('feeds_intents')
      .where({ state: 'open' })
      .update({ createdAt: new Date(0), dueAt: new Date(0) });
    const finishedAt = new Date(Date.now() - 8 * DAY_MS);
    await knex()('feeds_intents').where({ variantId: old.id }).update({ finishedAt });
    const revocation = (days: number) => ({
      feed: 'merchant',
      credentials: String(days),
      createdAt: new Date(Date.now() - days * DAY_MS),
    });
    await knex()('feeds_revocations').insert([revocation(0.9), revocation(1.1)]);
    const sweep = createFeedsQueues(platform.container).sweeps?.core?.['feeds'];
    const swept = await new MockActivityEnvironment().run(sweep as () => Promise<unknown>);
    expect(swept).toMatchObject({ intents: 1, revocations: 1 });
    const kept = await knex()('feeds_intents').orderBy('id').select('variantId', 'state');
    expect(kept).toEqual([
      { variantId: done.id, state: 'done' },
      { variantId: done.id, state: 'open' },
    ]);
    expect(await knex()('feeds_revocations').pluck('credentials')).toEqual(['0.9']);
  });

  it('survive a worker that dies in the middle of a round', async () => {
    const { id } = await variant();
    await append([id]);
    await run((tx) =>
      intents.take(tx, 'merchant', {
        limit: 10,
        leaseSeconds: 60,
        now: clock.now(),
        target: null,
        byHandOnly: false,
      }),
    );
    expect((await rounds.round()).taken).toBe(0);
    clock.shift(61_000);
    await rounds.untilIdle();
    expect(await item(id)).toMatchObject({ status: 'synced' });
  });

  it('correct what a dead worker sent without recording it, also where the variant is as it was before', async () => {
    const [changed, removed] = [await variant({ title: 'Before' }), await variant()];
    await append([changed.id]);
    await rounds.untilIdle();
    await knex()('products').where({ id: changed.productId }).update({ title: 'Meanwhile' });
    await append([changed.id, removed.id]);
    const dying = { ...feed, send: feed.send.bind(feed) };
    const sent = new Promise<void>((resolve) => {
      dying.send = async (...given) => {
        await feed.send(...given);
        resolve();
        return new Promise<never>(() => undefined);
      };
    });
    void roundsOf(platform.container, dying).round();
    await sent;
    expect([...feed.remote.keys()].sort()).toEqual([changed.id, removed.id].sort());
    await knex()('products').where({ id: changed.productId }).update({ title: 'Before' });
    await knex()('products').where({ id: removed.productId }).update({ status: 'archived' });
    await append([changed.id, removed.id]);
    clock.shift(61_000);
    await rounds.untilIdle();
    expect(feed.remote.get(changed.id)).toMatchObject({ title: 'Before' });
    expect(feed.remote.has(removed.id)).toBe(false);
  });

  it('are given back when fifty equal refusals come in a row, and the feed pauses', async () => {
    const made = [];
    for (let n = 0; n < 60; n += 1) made.push((await variant()).id);
    await append(made);
    feed.response = () => ({ kind: 'refused', message: 'account suspended' });
    await rounds.round();
    const row = (await knex()('feeds_connections').where({ feed: 'merchant' }).first()) as {
      pauseReason: string;
    };
    expect(row.pauseReason).toBe('repeated_refusals');
    expect(await knex()('feeds_intents').where({ state: 'open' }).count({ n: '*' })).toEqual([{ n: 60 }]);
  });

  it('in a dry run do everything but the remote write', async () => {
    const { id } = await variant();
    feed.dryRun = true;
    await append([id]);
    await rounds.untilIdle();
    expect(feed.sent).toEqual([]);
    expect(await item(id)).toMatchObject({ hash: null, dryRun: { kind: 'upsert', payload: { id } } });
    feed.dryRun = false;
    await rounds.reconcile();
    await rounds.untilIdle();
    expect(feed.remote.has(id)).toBe(true);
  });

  it('beyond the daily updates of an item wait for the next day, unless the price changed', async () => {
    const { id, productId } = await variant();
    const rename = async (title: string) => {
      await knex()('products').where({ id: productId }).update({ title });
      await append([id]);
      await rounds.untilIdle();
    };
    for (const title of ['First', 'Second', 'Third', 'Fourth']) await rename(title);
    expect(feed.remote.get(id)).toMatchObject({ title: 'Third' });
    await knex()('products_variants').where({ id }).update({ price: 1_000 });
    await append([id]);
    await rounds.untilIdle();
    expect(feed.remote.get(id)).toMatchObject({ title: 'Fourth', price: '10.00 INR' });
  });
});

describe('passes', () => {
  it('boundary-after-outage: find special prices and publications whose time came during an outage', async () => {
    const soon = new Date(Date.now() + 3_600_000);
    const priced = await variant({
      variants: [{ specialPrice: 100, specialPriceStart: soon.toISOString() }],
    });
    const published = await variant({ publishedAt: soon.toISOString() });
    await append([priced.id, published.id]);
    await rounds.untilIdle();
    await rounds.boundaries();
    expect([...feed.remote.keys()]).toEqual([priced.id]);
    clock.shift(5 * DAY_MS);
    await rounds.boundaries();
    await rounds.untilIdle();
    expect(feed.remote.get(priced.id)).toMatchObject({ sale_price: '1.00 INR' });
    expect(feed.remote.has(published.id)).toBe(true);
  });

  it('thirty-day-expiry: push items again before the remote side drops them', async () => {
    const { id } = await variant();
    await append([id]);
    await rounds.untilIdle();
    clock.shift(24 * DAY_MS);
    await rounds.refresh();
    await rounds.untilIdle();
    expect(feed.sent).toHaveLength(1);
    clock.shift(26 * DAY_MS);
    await rounds.refresh();
    await rounds.untilIdle();
    expect(feed.sent).toHaveLength(2);
  });

  it('reconcile: send changes without an event, remove orphans, and leave alone what an operator removed', async () => {
    const [changed, gone, withdrawn] = [await variant(), await variant(), await variant()];
    await append([changed.id, gone.id, withdrawn.id]);
    await rounds.untilIdle();
    await run((tx) => intents.appendByHand(tx, 'merchant', withdrawn.id, 'delete', 'operator'));
    await rounds.untilIdle();
    await knex()('products').where({ id: changed.productId }).update({ title: 'Silently' });
    await knex()('products').where({ id: gone.productId }).update({ deletedAt: new Date() });
    await rounds.reconcile();
    await rounds.untilIdle();
    expect(feed.remote.get(changed.id)).toMatchObject({ title: 'Silently' });
    expect([feed.remote.has(gone.id), feed.remote.has(withdrawn.id)]).toEqual([false, false]);
    await append([withdrawn.id]);
    await rounds.untilIdle();
    expect(feed.remote.has(withdrawn.id)).toBe(true);
  });
});

it('a feed that is not registered has neither subscriptions nor schedules', () => {
  expect([feedsSubscriptionsFor([]), feedsSchedulesFor([])]).toEqual([[], []]);
  const merchant = feedsSubscriptionsFor([merchantFeed]).map(({ name }) => name);
  expect([merchant.includes('feeds-merchant'), merchant.includes('feeds-social')]).toEqual([true, false]);
  expect(feedsSchedulesFor(['merchant']).map(({ id }) => id)).not.toContain('feeds-refresh-social');
});
