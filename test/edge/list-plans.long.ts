import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { type Explained, logStatements } from './explained-statements.js';
import { referencedLists, requestsOf } from './list-requests.js';
import { writeListRows } from './list-rows.js';

/** Every filter and sort of every list, as the reference has them, over a million orders and what grows with them. */
const ORDERS = Number(process.env['ORDERS'] ?? 1_000_000);
/** Rows of a table that may be read one after the other for a page. */
const LARGE = 10_000;
/** Filters without a plan, and why. */
const WITHOUT_PLAN = [
  // Nobody looks for a part of an id, and a trigram index would be written ten times for each order.
  /^\/admin\/event-deliveries filter entityId:like/,
  // Asks every text of the platform whether it names the image.
  /^\/(admin|vendor)\/media filter unused:/,
  // Hardly any confirmed order has such a payment, which no statistics of one table can say.
  /^\/vendor\/orders filter paymentStatus:/,
];

/** Buffers of a page of 20. */
const BUFFERS = 2_000;

let platform: TestPlatform;
let callers: Record<string, HttpClient>;
let ids: Record<string, string>;

beforeAll(async () => {
  // The rows are no more than a list reads of them.
  platform = await startPlatform({ environment: { CHECK_ANSWERS: 'false' } });
  const { container, http } = platform;
  await writeListRows(container, ORDERS);
  const read = async (sql: string) =>
    (await container.knex.raw<{ rows: Record<string, string>[] }>(sql)).rows;
  const [order = {}] = await read(
    `select o.id as order_id, o.user_id, p.id as sub_order_id, p.vendor_id, (select id from discounts where code = 'BULK1') as discount,
       (select id from products_variants order by id limit 1) as variant, (select vendor_id from products_variants order by id limit 1) as variant_vendor,
       (select id from products limit 1) as product,
       (select id from outbound_webhooks_endpoints where vendor_id is null) as endpoint,
       (select e.id from outbound_webhooks_endpoints e where e.vendor_id = p.vendor_id) as vendor_endpoint
     from orders o join orders_sub_orders p on p.order_id = o.id where o.confirmed_at is not null order by o.id desc limit 1`,
  );
  ids = {
    orderId: order['orderId'] ?? '',
    orderVendorId: order['subOrderId'] ?? '',
    id: order['discount'] ?? '',
    variantId: order['variant'] ?? '',
    productId: order['product'] ?? '',
    taxonomy: 'brands',
    'admin endpointId': order['endpoint'] ?? '',
    'vendor endpointId': order['vendorEndpoint'] ?? '',
  };
  const as = async (options: Parameters<typeof createSession>[1]) =>
    http.as((await createSession(container, options)).token);
  callers = {
    admin: await as({ roles: ['superAdmin'] }),
    vendor: await as({ vendorId: order['vendorId'] ?? '' }),
    store: await as({ userId: order['userId'] ?? '' }),
  };
});
afterAll(() => platform.stop());

it('every filter, sort and search finds its page on an index', async () => {
  const log = await logStatements(platform.container);
  const failures: string[] = [];
  const figures: object[] = [];
  const judge = (name: string, statements: Explained[]) => {
    for (const { sql, plan, isCount, buffers, ms, scanned } of statements) {
      const isLarge = !isCount && buffers > BUFFERS;
      figures.push({ name, isCount, buffers, ms, scanned, sql, ...(isLarge && { plan }) });
      if (isCount || WITHOUT_PLAN.some((pattern) => pattern.test(name))) continue;
      const read = scanned.filter(({ rows }) => rows > LARGE);
      if (read.length > 0)
        failures.push(
          `${name}: reads ${read.map(({ table, rows }) => `${rows} rows of ${table}`).join(', ')}`,
        );
      else if (buffers > BUFFERS) failures.push(`${name}: ${buffers} buffers`);
    }
  };
  try {
    for (const list of referencedLists()) {
      const audience = list.path.split('/')[1] ?? '';
      const client = callers[audience];
      if (!client) throw new Error(`No caller for ${list.path}`);
      const path = list.path.replace(
        /\{(\w+)\}/g,
        (_all, name: string) => ids[`${audience} ${name}`] ?? ids[name] ?? name,
      );
      const first = await client.get<Record<string, unknown>[]>(`${path}?limit=1`);
      if (first.status !== 200) {
        failures.push(`${list.path}: status ${first.status} ${JSON.stringify(first.body)}`);
        continue;
      }
      for (const { what, query } of requestsOf(list, first.body.data[0] ?? {})) {
        const url = `${path}?${new URLSearchParams({ limit: '20', ...query }).toString()}`;
        const name = `${list.path} ${what}`;
        try {
          const statements = await log.explain(async () => {
            const response = await client.get(url);
            if (response.status !== 200) failures.push(`${name}: status ${response.status}`);
          });
          judge(name, statements);
        } catch (error) {
          failures.push(`${name}: ${(error as Error).message}`);
        }
      }
    }
  } finally {
    await log.end();
    const file = process.env['LIST_PLANS'];
    if (file) writeFileSync(file, JSON.stringify(figures, null, 1));
  }
  expect(failures).toEqual([]);
});
