import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ChaosShop, differences, sentOutOfOrder, startChaosShop, wreakHavoc } from './chaos-shop.js';

const VARIANTS = 200;
const STEPS = 35;
let world: ChaosShop;

beforeAll(async () => {
  world = await startChaosShop(VARIANTS);
  await world.change(world.variantIds, () => Promise.resolve());
  await world.untilIdle();
}, 120_000);
afterAll(() => world.shop.stop());

it.each([1, 2, 3, 4, 5])(
  'feed-chaos: the remote side has what every variant maps to, whatever happened, seed %i',
  async (seed) => {
    await wreakHavoc(world, seed, STEPS);
    expect(await differences(world)).toEqual([]);
    expect(sentOutOfOrder(world.sent)).toEqual([]);
    const open = await world.shop.container.knex('feeds_intents').whereIn('state', ['open', 'taken']);
    expect(open).toEqual([]);
  },
  120_000,
);
