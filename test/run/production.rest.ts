import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseConfig } from '#lib/config.js';
import { type Container, createContainer } from '#runtime/container.js';
import { freePort } from '../../scripts/supervisor/ports.mjs';
import { adminQuery, provided } from '../_support/database.js';
import { eventually } from '../_support/eventually.js';
import { createHttpClient, type HttpClient } from '../_support/http-client.js';
import { startOwnEngine, type OwnEngine } from '../_support/own-engine.js';
import type { TestPlatform } from '../_support/platform.js';
import { data, placeOrder, readyCart, vendorWithVariant } from '../_support/shop.js';
import { type Ended, Production, runCommand } from './production.js';

const NAMESPACE = 'production';
const SCHEDULE = 'events-sweep';

let engine: OwnEngine;
let folder: string;
let database: string;
let env: Record<string, string>;
let container: Container;
let http: HttpClient;
const started: Production[] = [];

/** As `npm run <name>` does. */
const script = (name: string): Promise<Ended> => runCommand(['scripts/run.mjs', name], env);

function start(file: string): Production {
  const item = new Production(file, env);
  started.push(item);
  return item;
}

beforeAll(async () => {
  engine = await startOwnEngine();
  folder = mkdtempSync(join(tmpdir(), 'haat-production-'));
  database = `production_${randomBytes(6).toString('hex')}`;
  await adminQuery(`create database ${database}`);
  const url = new URL(provided('TEST_DATABASE_ADMIN_URL'));
  url.pathname = `/${database}`;
  const { PATH = '', HOME = '' } = process.env;
  const PORT = String(await freePort());
  env = {
    PATH,
    HOME,
    NODE_ENV: 'production',
    PORT,
    PUBLIC_API_BASE_URL: `http://127.0.0.1:${PORT}`,
    DATABASE_URL: url.href,
    TEMPORAL_ADDRESS: engine.address,
    TEMPORAL_NAMESPACE: NAMESPACE,
    TEMPORAL_PAYLOAD_KEY: randomBytes(32).toString('base64'),
    AUTH_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ADMIN_EMAIL: 'owner@example.com',
    ADMIN_PASSWORD: randomBytes(12).toString('hex'),
    STORAGE_DIR: join(folder, 'storage'),
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(await freePort()),
    SHUTDOWN_GRACE_SECONDS: '25',
    CHROME_PATH: process.env['CHROME_PATH'] ?? '',
    // The note of commands on an older Node is no part of what they say.
    HAAT_NODE_NOTED: '1',
  };
  http = createHttpClient(env['PUBLIC_API_BASE_URL'] ?? '');
  container = await createContainer(parseConfig({ ...env, LOG_LEVEL: 'silent' }), { name: 'test' });
});

afterAll(async () => {
  for (const item of started) await item.end('SIGKILL');
  await container.stop();
  await engine.remove();
  await adminQuery(`drop database ${database} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

const connections = async () =>
  (
    await adminQuery<{ n: string }>(
      `select count(*) as n from pg_stat_activity where datname = '${database}'`,
    )
  )[0]?.n;

/** What the engine was set up with. */
async function engineSetUp(): Promise<object> {
  const { client } = container.gateway;
  const { customAttributes } = await client.connection.operatorService.listSearchAttributes({
    namespace: NAMESPACE,
  });
  const { config } = await client.workflowService.describeNamespace({ namespace: NAMESPACE });
  const { spec, action, policies, state } = await client.schedule.getHandle(SCHEDULE).describe();
  return {
    attributes: Object.keys(customAttributes).sort(),
    retention: Number(config?.workflowExecutionRetentionTtl?.seconds),
    schedule: { spec, action, policies, paused: state.paused, note: state.note },
  };
}

describe('production', () => {
  test('is built by npm run build', async () => {
    expect(await runCommand(['scripts/build.mjs'], env)).toMatchObject({ code: 0 });
  });

  test('refuses the secrets of development, naming each', async () => {
    const { PATH = '', DATABASE_URL = '', TEMPORAL_ADDRESS = '' } = env;
    const bare = { PATH, DATABASE_URL, TEMPORAL_ADDRESS, NODE_ENV: 'production' };
    expect(await runCommand(['dist/server.js'], bare)).toEqual({
      code: 1,
      text:
        'Configuration refused: production needs its own value for AUTH_SECRET, ENCRYPTION_KEY, ADMIN_PASSWORD, ' +
        'PUBLIC_API_BASE_URL',
    });
  });

  test('does not migrate by itself: an empty database is refused and stays empty', async () => {
    for (const file of ['dist/server.js', 'dist/worker.js']) {
      const { code, text } = await runCommand([file], env);
      // One line of the log, as all others of a process are.
      const { err } = JSON.parse(text) as { err: { message: string } };
      expect([code, err.message]).toEqual([
        1,
        expect.stringMatching(/^The database is older than this code: .*npm run migrate/),
      ]);
    }
    const { rows } = await container.knex.raw<{ rows: unknown[] }>(
      "select 1 from pg_class where relname = 'orders'",
    );
    expect(rows).toEqual([]);
  });

  test('is migrated and its engine set up, twice without a difference, and a pause stays', async () => {
    expect(await script('migrate')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^Migrated: 20261124/),
    });
    expect(await script('migrate')).toEqual({ code: 0, text: 'The schema is up to date' });

    const ready = { code: 0, text: `The workflow engine is ready: namespace ${NAMESPACE}` };
    expect(await script('engine-setup')).toEqual(ready);
    const first = await eventually(engineSetUp);
    expect(first).toMatchObject({ retention: 30 * 24 * 3600, schedule: { paused: false } });
    expect(first).toHaveProperty('attributes', expect.arrayContaining(['OrderNumber', 'VendorId']));
    await container.gateway.client.schedule.getHandle(SCHEDULE).pause('by hand');
    expect(await script('engine-setup')).toEqual(ready);
    expect(await engineSetUp()).toEqual({
      ...first,
      schedule: { ...(first as { schedule: object }).schedule, paused: true, note: 'by hand' },
    });
  });

  test('sells: an order paid on delivery is confirmed and its invoice printed; the sandbox is no way to pay', async () => {
    await container.start();
    const api = start('dist/server.js');
    const worker = start('dist/worker.js');
    await eventually(async () => {
      expect([api.running, worker.running]).toEqual([true, true]);
      expect((await http.raw('GET', '/health/ready')).status).toBe(200);
      expect(worker.text).toContain('"workers are running"');
    });

    const credentials = { email: env['ADMIN_EMAIL'], password: env['ADMIN_PASSWORD'] };
    const signedIn = await http.post('/auth/sign-in/email', credentials);
    expect(signedIn.status).toBe(200);
    const admin = http.as((signedIn.body as unknown as { token: string }).token);

    const shop = { container, http, url: env['PUBLIC_API_BASE_URL'] } as unknown as TestPlatform;
    const { variantId } = await vendorWithVariant(shop);
    const cart = await readyCart(shop, [{ variantId, quantity: 2 }]);
    expect((await placeOrder(cart, { paymentOption: 'sandbox' })).status).toBe(400);
    const { order } = data(await placeOrder(cart, { paymentOption: 'cod' }, { 'idempotency-key': 'once' }));
    expect(order.status).toBe('confirmed');

    const invoice = `/store/orders/${order.id}/invoice`;
    expect((await cart.http.post(`${invoice}/generate`)).status).toBeLessThan(300);
    const pdf = await eventually(async () => {
      const response = await cart.http.raw('GET', invoice);
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await admin.get<{ status: string }>(`/admin/orders/${order.id}`)).body.data.status).toBe(
      'confirmed',
    );
    // No stack, no message of the database reaches a client.
    const broken = await admin.raw('GET', '/admin/orders?filters[]=%00');
    expect(await broken.text()).not.toMatch(/debug|stack|node_modules/);
  });

  test('ends with 0 when it is told to, API and worker, with every connection given back', async () => {
    const [api, worker] = started;
    expect(await Promise.all([api?.end('SIGTERM'), worker?.end('SIGTERM')])).toEqual([0, 0]);
    for (const item of [api, worker]) expect(item?.text).not.toContain('shutdown timed out');
    await container.stop();
    await eventually(async () => expect(await connections()).toBe('0'));
    for (const name of ['AUTH_SECRET', 'ENCRYPTION_KEY', 'ADMIN_PASSWORD', 'TEMPORAL_PAYLOAD_KEY'])
      for (const item of [api, worker]) expect(item?.text.includes(env[name] ?? '')).toBe(false);
  });
});
