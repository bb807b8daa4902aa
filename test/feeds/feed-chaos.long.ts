import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ChaosShop, differences, sentOutOfOrder, startChaosShop, wreakHavoc } from './chaos-shop.js';

const VARIANTS = 5_000;
const SEEDS = 100;
const STEPS = 20;
let world: ChaosShop;

beforeAll(async () => {
  world = await startChaosShop(VARIANTS);
  await world.change(world.variantIds, () => Promise.resolve());
  await world.untilIdle();
}, 600_000);
afterAll(() => world.shop.stop());

it('feed-chaos: 100 seeds on 5,000 variants', async () => {
  for (let seed = 1_000; seed < 1_000 + SEEDS; seed += 1) {
    await wreakHavoc(world, seed, STEPS);
    expect([seed, await differences(world)]).toEqual([seed, []]);
    expect([seed, sentOutOfOrder(world.sent)]).toEqual([seed, []]);
    world.sent.length = 0;
  }
}, 3_000_000);
