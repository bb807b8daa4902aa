import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecipientLimit } from '#api/accounts/recipient-limit.js';
import { beginStatement, timeoutsAtConnect } from '#db/kernel/pooler.js';
import { queryClasses } from '#db/kernel/query-classes.js';
import { parseConfig } from '#lib/config.js';
import { eventually } from '../_support/eventually.js';
import { poolerProgram } from '../_support/pooler.js';
import {
  data,
  placeOrder,
  readyCart,
  sandboxOrderOf,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';

const root = join(import.meta.dirname, '..', '..');

/** Their connections go past a pooler. */
const DIRECT = [
  'src/db/kernel/live-channel.ts',
  'src/db/kernel/streaming-connection.ts',
  'src/db/kernel/held-lease.ts',
  'src/db/kernel/migrate.ts',
  'src/db/kernel/pooler.ts',
];
/** What stays on a connection when its transaction has ended. */
const KEPT = [
  /pg_(try_)?advisory_(lock|unlock)/,
  /\blisten \$|\bunlisten\b/i,
  /\bset session\b|\bdiscard all\b/i,
  /set_config\([^)]*,\s*false\s*\)/,
  /["'`;]\s*set (?!local|transaction|constraints)[a-z_]+ (=|to)\s/i,
  /with hold\b/i,
  /create (global |local )?temp(orary)? table(?![\s\S]{0,120}on commit drop)/i,
];

describe('what processes keep on a connection', () => {
  it('is nothing that outlives a transaction, but where they have one of their own', () => {
    const files = ['src', 'plugins']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${String(name)}`),
      )
      .filter((file) => !DIRECT.includes(file) && file.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return KEPT.filter((pattern) => pattern.test(text)).map((pattern) => `${file}: ${pattern.source}`);
    });
    expect(found).toEqual([]);
  });

  it('is no time-out behind a pooler: the role has those of requests, work sets its own', () => {
    const { request, work } = queryClasses;
    expect(timeoutsAtConnect(request)).toEqual({ statement_timeout: 30_000, lock_timeout: 3_000 });
    expect(timeoutsAtConnect(request, 'transaction')).toEqual({});
    expect(beginStatement(request, 'transaction')).toBe('BEGIN;');
    expect(beginStatement(work, 'transaction')).toBe('BEGIN; set local lock_timeout = 0;');
    expect(beginStatement(work, 'none')).toBe('BEGIN;');
  });

  it('goes past the pooler, so that its address is asked for', () => {
    expect(() => parseConfig({ DATABASE_POOLER: 'transaction' })).toThrow('DATABASE_DIRECT_URL');
  });
});

const withPooler = poolerProgram === undefined ? describe.skip : describe;
withPooler('behind PgBouncer in transaction mode', () => {
  const POOL = 4;
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startShop({ workers: ['core', 'relay'], pooler: POOL, queries: queryClasses.request });
  });
  afterAll(() => shop.stop());

  it('has the time-outs of requests in statements and transactions', async () => {
    const { knex } = shop.container;
    const shown = async (name: string) =>
      (await knex.raw<{ rows: Record<string, string>[] }>(`show ${name}`)).rows[0];
    expect(await shown('statement_timeout')).toEqual({ statementTimeout: '30s' });
    expect(await shown('lock_timeout')).toEqual({ lockTimeout: '3s' });
  });

  it('runs the same statement on whatever connection it is given', async () => {
    const { knex } = shop.container;
    const ask = (n: number) => knex.raw<{ rows: { n: number }[] }>('select ?::int as n', [n]);
    const responses = await Promise.all(Array.from({ length: 60 }, (_item, n) => ask(n)));
    expect(responses.map(({ rows }) => rows[0]?.n)).toEqual(responses.map((_item, n) => n));
  });

  it('counts calls over few connections, although the library names its statement', async () => {
    const { knex, config, logger } = shop.container;
    const mayMail = createRecipientLimit({ knex, config: { ...config, RATE_LIMIT_FACTOR: 1 }, logger });
    const sameAddress = await Promise.all(Array.from({ length: 60 }, () => mayMail('asha@example.test')));
    expect(sameAddress.filter(Boolean)).toHaveLength(10);
    const otherAddresses = await Promise.all(
      Array.from({ length: 60 }, (_item, n) => mayMail(`buyer-${n}@example.test`)),
    );
    expect(otherAddresses.filter(Boolean)).toHaveLength(60);
  });

  it('places, pays and confirms orders of many buyers over few connections', async () => {
    const { variantId } = await vendorWithVariant(shop, { onHand: 100 });
    const carts = await Promise.all(Array.from({ length: 12 }, () => readyCart(shop, [{ variantId }])));
    const placed = (await Promise.all(carts.map((cart) => placeOrder(cart)))).map((response) =>
      data(response),
    );
    await Promise.all(placed.map((order) => shop.sandbox.pay(sandboxOrderOf(order))));
    const ids = placed.map(({ order }) => order.id);
    await eventually(async () => {
      const confirmed = await shop.container.knex('orders').whereIn('id', ids).where({ status: 'confirmed' });
      expect(confirmed).toHaveLength(ids.length);
    });
    const { rows } = await shop.container.knex.raw<{ rows: { pooled: number }[] }>(
      `select count(*)::int as pooled from pg_stat_activity
       where datname = current_database() and application_name not in ('haat-live', 'haat-relay')`,
    );
    expect(rows[0]?.pooled).toBeLessThanOrEqual(POOL);
  });
});
