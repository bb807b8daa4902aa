import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createMerchantConnectionActivities } from '#plugins/merchant-feed/activities/merchant-connection.activities.js';
import { createMerchantRemote } from '#plugins/merchant-feed/operations/merchant-remote.js';
import { connectMerchantFeed } from '#plugins/merchant-feed/workflows/merchant-feed.contract.js';
import { inSimulatedTime } from '../_support/simulated-time.js';
import { data } from '../_support/shop.js';
import { type ChaosShop, differences, startChaosShop } from '../feeds/chaos-shop.js';

const MINUTE_MS = 60_000;
const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'test' };
let chaos: ChaosShop;
beforeAll(async () => {
  chaos = await startChaosShop(5);
});
afterAll(() => chaos.shop.stop());

const status = async () => data(await chaos.shop.asAdmin.get<unknown>('/admin/merchant-feed/status'));

it('registration-delay: a registration without effect yet pauses the feed, fails nothing, and is waited for', async () => {
  const { shop, forward } = chaos;
  shop.merchant.control({ needsRegistration: true, registrationDelayMs: 5 * MINUTE_MS });
  const { generation } = (await shop.container
    .knex('feeds_connections')
    .where({ feed: 'merchant' })
    .first()) as { generation: number };
  const steps = createMerchantConnectionActivities({
    ...shop.container,
    remote: createMerchantRemote(shop.container),
  });
  const inActivity = new MockActivityEnvironment();
  const read = (waits: number) =>
    inActivity.run(() => steps.readMerchantAccount({ generation, origin, waits }));
  expect(await inActivity.run(() => steps.registerMerchant({ generation, origin }))).toBe('ok');
  expect(await read(0)).toEqual({ outcome: 'not_registered', retryAfterMs: 5 * MINUTE_MS });
  await chaos.change(chaos.variantIds, () => Promise.resolve());
  await chaos.round();
  expect(await status()).toMatchObject({ paused: { reason: 'not_registered' }, reconnectRequired: false });
  const open = (await shop.container.knex('feeds_intents').where({ state: 'open' })) as {
    attempts: number;
  }[];
  expect(open.map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0, 0]);
  forward(4 * MINUTE_MS);
  expect(await read(1)).toEqual({ outcome: 'not_registered', retryAfterMs: MINUTE_MS });
  forward(MINUTE_MS);
  expect(await read(2)).toEqual({ outcome: 'ok', retryAfterMs: null });
  expect(await status()).toMatchObject({ paused: null, merchantAccount: { reachable: true } });
  await chaos.untilIdle();
  expect(await differences(chaos)).toEqual([]);
});

inSimulatedTime((simulated) => {
  it('registration-delay: the run of the connection waits five minutes, then looks every minute', async () => {
    const time = simulated();
    const began = await time.now();
    const looks: number[] = [];
    const effective = began + 7 * MINUTE_MS;
    await time.run(connectMerchantFeed, { generation: 1, origin }, {
      registerMerchant: () => Promise.resolve('ok'),
      async readMerchantAccount({ waits }: { waits: number }) {
        const now = await time.now();
        looks.push(now - began);
        if (now >= effective) return { outcome: 'ok', retryAfterMs: null };
        return { outcome: 'not_registered', retryAfterMs: waits === 0 ? 5 * MINUTE_MS : MINUTE_MS };
      },
    } as never);
    expect(looks.map((ms) => Math.floor(ms / MINUTE_MS))).toEqual([0, 5, 6, 7]);
  });
});
