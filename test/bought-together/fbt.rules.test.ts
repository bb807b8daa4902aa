import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createMiningRepository } from '#db/bought-together/mining.repository.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { type BasketShop, createBasketShop } from './basket-shop.js';

let kernel: TestKernel;
let shop: BasketShop;

beforeAll(async () => {
  kernel = await startKernel();
  shop = await createBasketShop(kernel.container);
});
beforeEach(() => shop.clear());
afterAll(() => kernel.stop());

it('confidence is the orders with both divided by the orders with the first', async () => {
  await shop.orders(4, 'AB');
  await shop.orders(3, 'AC');
  await shop.orders(1, 'A');
  // B and C twice: too few. A was bought in 10 orders, B in 6, C in 5.
  await shop.orders(2, 'ABC');
  await shop.mine();
  expect(await shop.pairs()).toEqual({
    'A>B': { confidence: 0.6, orders: 6 },
    'B>A': { confidence: 1, orders: 6 },
    'A>C': { confidence: 0.5, orders: 5 },
    'C>A': { confidence: 1, orders: 5 },
  });
  expect(await createMiningRepository().state(kernel.container.knex)).toMatchObject({
    orders: 10,
    pairs: 4,
    lastError: null,
  });
});

it('a product counts once for an order, whatever the number of its lines', async () => {
  await shop.orders(3, 'AAB');
  await shop.mine();
  expect(await shop.pairs()).toEqual({
    'A>B': { confidence: 1, orders: 3 },
    'B>A': { confidence: 1, orders: 3 },
  });
});

it('unconfirmed and old orders do not count, nor do lines of cancelled sub-orders', async () => {
  await shop.orders(3, 'AB', { daysAgo: 179 });
  await shop.orders(5, 'AB', { daysAgo: 181 });
  await shop.orders(5, 'AC', { confirmed: false });
  await shop.orders(4, 'A/C');
  await shop.mine();
  expect(await shop.pairs()).toEqual({
    'A>B': { confidence: 0.428571, orders: 3 },
    'B>A': { confidence: 1, orders: 3 },
  });
});

it('orders of more than 100 products form no pairs, and count for each product alone', async () => {
  const large = Array.from({ length: 101 }, (_, index) => `L${index}`);
  await shop.orders(3, 'AB');
  await shop.order([...large.slice(0, 100), 'A']);
  for (let count = 0; count < 3; count += 1) await shop.order(large.slice(0, 100));
  await shop.mine();
  const pairs = await shop.pairs();
  expect(pairs['A>B']).toEqual({ confidence: 0.75, orders: 3 });
  // Three baskets of exactly 100, one of 101: the 50 best of each product are kept.
  expect(Object.keys(pairs).filter((pair) => pair.startsWith('L7>'))).toHaveLength(50);
  expect(pairs['A>L0']).toBeUndefined();
  expect(Object.values(pairs)).toHaveLength(2 + 100 * 50);
});

it('mining again replaces what was there', async () => {
  await shop.orders(3, 'AB');
  await shop.mine();
  await shop.clear();
  await shop.orders(3, 'CD');
  await shop.mine();
  expect(Object.keys(await shop.pairs()).sort()).toEqual(['C>D', 'D>C']);
});

it('a mining that is older than the current pairs does not replace them', async () => {
  await shop.orders(3, 'AB');
  await shop.mine();
  await shop.clear();
  await shop.mine(undefined, new Date(Date.now() - 60_000));
  expect(Object.keys(await shop.pairs())).toHaveLength(2);
});
