import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ChaosShop, differences, sentOutOfOrder, startChaosShop, wreakHavoc } from './chaos-shop.js';

const VARIANTS = 5_000;
const SEEDS = 100;
const STEPS = 20;
let chaos: ChaosShop;

beforeAll(async () => {
  chaos = await startChaosShop(VARIANTS);
  await chaos.change(chaos.variantIds, () => Promise.resolve());
  await chaos.untilIdle();
});
afterAll(() => chaos.shop.stop());

it('feed-chaos: 100 seeds on 5,000 variants', async () => {
  for (let seed = 1_000; seed < 1_000 + SEEDS; seed += 1) {
    await wreakHavoc(chaos, seed, STEPS);
    expect([seed, await differences(chaos)]).toEqual([seed, []]);
    expect([seed, sentOutOfOrder(chaos.sent)]).toEqual([seed, []]);
    chaos.sent.length = 0;
  }
});
