import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ChaosShop, differences, sentOutOfOrder, startChaosShop, wreakHavoc } from './chaos-shop.js';

const VARIANTS = 200;
const STEPS = 35;
let chaos: ChaosShop;

beforeAll(async () => {
  chaos = await startChaosShop(VARIANTS);
  await chaos.change(chaos.variantIds, () => Promise.resolve());
  await chaos.untilIdle();
});
afterAll(() => chaos.shop.stop());

it.each([1, 2, 3, 4, 5])(
  'feed-chaos: the remote side has what every variant maps to, whatever happened, seed %i',
  async (seed) => {
    await wreakHavoc(chaos, seed, STEPS);
    expect(await differences(chaos)).toEqual([]);
    expect(sentOutOfOrder(chaos.sent)).toEqual([]);
    const open = await chaos.shop.container.knex('feeds_intents').whereIn('state', ['open', 'taken']);
    expect(open).toEqual([]);
  },
);
