import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  OrderAboutToBePlaced,
  PlaceOrderHooks,
  PluginHooks,
} from '#operations/plugins/place-order-hooks.js';
import {
  data,
  placeOrder,
  readyCart,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';

/** Shared with the running platform: each test puts its hooks in. */
const hooks: PluginHooks[] = [];
const plug = (plugin: string, own: PlaceOrderHooks) => hooks.push({ plugin, hooks: own });

let shop: TestShop;
let variantId: string;

beforeAll(async () => {
  shop = await startShop({ services: { placeOrderHooks: hooks } });
  ({ variantId } = await vendorWithVariant(shop, { onHand: 10_000 }));
});
afterAll(() => shop.stop());
afterEach(() => void hooks.splice(0));

const cart = () => readyCart(shop, [{ variantId, quantity: 2 }]);
const orders = async () => {
  const [row] = (await shop.container.knex('orders').count('* as count')) as { count: number }[];
  return Number(row?.count);
};
const failed = (plugin: string) => ({
  status: 503,
  body: {
    errorCode: 'SERVICE_UNAVAILABLE',
    reason: 'plugins.hook_failed',
    message: expect.stringContaining(plugin),
  },
});

/** The statements of the transactions that `work` opens, and how many transactions; each takes one connection. */
async function counted(
  work: () => Promise<unknown>,
): Promise<{ statements: string[]; transactions: number }> {
  const { knex } = shop.container;
  const statements: string[] = [];
  const transactions = new Set<string>();
  // What runs outside of a transaction by the clock, such as the look at settings, has no such id.
  const onQuery = ({ sql, __knexTxId: id }: { sql: string; __knexTxId?: string }) => {
    if (id === undefined) return;
    transactions.add(id);
    statements.push(sql);
  };
  knex.on('query', onQuery);
  try {
    await work();
  } finally {
    knex.removeListener('query', onQuery);
  }
  return { statements, transactions: transactions.size };
}

describe('hooks around the placement of an order', () => {
  it('see what is ordered, frozen, before and after it is written', async () => {
    const seen: Record<string, OrderAboutToBePlaced> = {};
    plug('watcher', {
      async beforePlaceOrder({ act }) {
        expect(() => Object.assign(act, { grandTotal: 0 })).toThrow(TypeError);
        seen['before'] = act;
      },
      async afterPlaceOrder({ tx, act }) {
        expect(await tx('orders').where({ id: act.orderId }).first()).toBeDefined();
        seen['after'] = act;
      },
    });
    const { order } = data(await placeOrder(await cart()));
    expect(seen['before']).toMatchObject({
      grandTotal: order.grandTotal,
      lines: [{ variantId, quantity: 2 }],
    });
    expect(seen['after']).toMatchObject({ orderId: order.id, orderNumber: order.orderNumber });
  });

  it.each(['beforePlaceOrder', 'afterPlaceOrder'] as const)(
    '%s may refuse in words, and nothing is written',
    async (phase) => {
      plug('wholesale', {
        [phase]: async ({ refuse }: { refuse: (reason: string) => never }) =>
          refuse('Order ten pieces at least'),
      });
      const before = await orders();
      expect(await placeOrder(await cart())).toMatchObject({
        status: 409,
        body: { reason: 'plugins.refused', message: 'Order ten pieces at least' },
      });
      expect(await orders()).toBe(before);
    },
  );

  it('undo everything when one throws, with a 503 that names the plugin, and a metric', async () => {
    plug('points', {
      async afterPlaceOrder({ tx, act }) {
        await tx('audit_entries').count();
        throw new Error(`no points for ${act.orderId}`);
      },
    });
    const before = await orders();
    expect(await placeOrder(await cart())).toMatchObject(failed('points'));
    expect(await orders()).toBe(before);
    expect(await shop.container.metrics.text()).toMatch(
      /haat_plugin_hooks_total\{plugin="points",hook="afterPlaceOrder",outcome="failed"\} 1/,
    );
  });

  it.each([
    ['waits for something else', () => sleep(3_600_000, undefined, { ref: false })],
    [
      'runs a long statement',
      ({ tx }: { tx: { raw(sql: string): Promise<unknown> } }) => tx.raw('select pg_sleep(3600)'),
    ],
  ])('are given up after a second when one %s', async (_, work) => {
    plug('slow', { beforePlaceOrder: async (call) => void (await work(call as never)) });
    const [ready, before] = [await cart(), await orders()];
    expect(await placeOrder(ready)).toMatchObject(failed('slow'));
    expect(await orders()).toBe(before);
  });

  it('share one second, whichever plugins they are of', async () => {
    for (const plugin of ['one', 'two'])
      plug(plugin, {
        beforePlaceOrder: async ({ tx }) => void (await tx.raw('select pg_sleep(0.6)')),
      });
    expect(await placeOrder(await cart())).toMatchObject(failed('two'));
  });

  it('hold statements to what is left of the second', async () => {
    plug('quick', { beforePlaceOrder: async () => undefined });
    let limit = '';
    plug('reader', {
      async afterPlaceOrder({ tx }) {
        const { rows } = await tx.raw<{ rows: { limit: string }[] }>(
          `select current_setting('statement_timeout') as limit`,
        );
        limit = rows[0]?.limit ?? '';
      },
    });
    data(await placeOrder(await cart()));
    expect(limit).toMatch(/^(\d{1,3}ms|1s)$/);
  });

  it('cost nothing where there are none: not one statement and not one connection', async () => {
    const [first, second, third] = [await cart(), await cart(), await cart()];
    data(await placeOrder(first));
    const without = await counted(async () => data(await placeOrder(second)));
    expect(without.statements.filter((sql) => /statement_timeout/.test(sql))).toEqual([]);
    plug('quick', { beforePlaceOrder: async () => undefined });
    const withOne = await counted(async () => data(await placeOrder(third)));
    // Reads the limit, lowers it, puts it back.
    expect(withOne.statements).toHaveLength(without.statements.length + 3);
    expect(withOne.transactions).toBe(without.transactions);
    expect(without.statements.length).toBeGreaterThan(5);
  });
});
