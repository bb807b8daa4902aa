import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPushPass } from '#activities/feeds/push-intents.js';
import { createFeatureServices } from '#api/feature-services.js';
import { eligibleInOrderSql, isEligibleSql } from '#db/feeds/eligible-sql.js';
import { readFeedVariantsAfter } from '#db/feeds/feed-variants.query.js';
import { createIntentsRepository } from '#db/feeds/intents.repository.js';
import { createItemLists } from '#db/feeds/items-list.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { systemContext } from '#domain/_shared/context.js';
import { parseConfig } from '#lib/config.js';
import { payloadHash } from '#operations/feeds/payload-hash.js';
import type { Feed } from '#operations/feeds/feed.js';
import { createFeeds } from '#operations/feeds/registered-feeds.js';
import { createContainer } from '#runtime/container.js';
import { SANDBOX_MERCHANT_ID, writeFeedSettings } from '../../scripts/seed/feed-settings.js';

const eligibleVariants = `from products_variants v join products p on p.id = v.product_id where ${isEligibleSql}`;

/**
 * Measures the feeds in one process beside the plainest form of the same work:
 * `node feeds.js <variants> <paced items> <unthrottled items> <allowance a second>`. Prints a line of JSON.
 */
const [variants = 10_000, paced = 400, unthrottled = 1_000, allowance = 40] = process.argv
  .slice(2)
  .map(Number);
const CHUNK = 500;
const SMALL_PART = 10;
const ROUND_MS = 3;
const MINUTE = 60;
const PARALLEL = 8;
const PAGES = 40;
let minutesAhead = 0;

const container = await createContainer(parseConfig(process.env), { name: 'bench' });
await container.start();
const { knex, unitOfWork, clock, config } = container;
const context = () => systemContext({ name: 'bench' }, clock.now());
const run = <T>(work: (tx: Tx) => Promise<T>) => unitOfWork.run(context(), work);
const intents = createIntentsRepository();

await run((tx) => writeFeedSettings(tx, container));
await container.settings.refresh();
const feed = registeredFeed();
const control = { heartbeat: () => undefined, signal: new AbortController().signal, limit: CHUNK };
const push = createPushPass(container, feed);
const sandbox = async (settings: object): Promise<void> => {
  const response = await fetch(`${config.MERCHANT_API_URL}/_control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
  if (!response.ok) throw new Error(await response.text());
};

const scope = { feed: feed.id, target: feed.target() };
await connect();
await knex('feeds_connections')
  .where({ feed: feed.id })
  .update({ startedAt: new Date(), startedTarget: scope.target });
const small = Math.floor(variants / SMALL_PART);
await addVariants(small);
const listSmall = await lists();
const bootSmall = await bootstrap();
await addVariants(variants - small);
const bare = await bareInsert();
const boot = await bootstrap();
const listLarge = await lists();
const mapping = await mapAndHash();
const plain = await send(unthrottled, 600_000);
const loop = await bareLoop(unthrottled);
const unchanged = await unchangedStock();
const limited = await send(paced, allowance * MINUTE);
await container.stop();
console.log(
  JSON.stringify({
    variants,
    small,
    bootSmall,
    boot,
    bare,
    listSmall,
    listLarge,
    mapping,
    plain,
    loop,
    unchanged,
    limited,
  }),
);

function registeredFeed(): Feed {
  const found = createFeeds(container).get('merchant');
  if (!found) throw new Error('The plugin merchant-feed is not registered');
  return found;
}

async function connect(): Promise<void> {
  await sandbox({ needsRegistration: false, minuteLimit: 600_000, dayLimit: 100_000_000 });
  const { merchantFeed: service } = createFeatureServices(container, {});
  const page = new URL(await service.startOauth(context()));
  page.pathname += '/allow';
  const agreed = await fetch(page, { redirect: 'manual' });
  const back = new URL(agreed.headers.get('location') ?? '');
  await service.finishOauth(context(), Object.fromEntries(back.searchParams));
}

async function addVariants(count: number): Promise<void> {
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(`select id from vendors limit 1`);
  const vendorId = rows[0]?.id ?? (await addVendor());
  for (let left = count; left > 0; left -= CHUNK * 10) {
    await knex.raw(
      `with made as (
         insert into products (vendor_id, title, slug, description, status, published_at, thumbnail)
         select ?, 'Item of the bench', 'bench-' || uuidv7(), repeat('A description of some length. ', 10), 'active',
           now() - interval '1 hour', 'media/platform/demo/kurtas.png' from generate_series(1, ?) returning id, vendor_id
       ), variants as (
         insert into products_variants (product_id, vendor_id, sku, price)
         select id, vendor_id, 'B-' || id, 49900 from made returning id, vendor_id
       ) insert into inventory_levels (variant_id, vendor_id, on_hand) select id, vendor_id, 100 from variants`,
      [vendorId, Math.min(left, CHUNK * 10)],
    );
  }
  await knex.raw('analyze products; ');
  await knex.raw('analyze products_variants');
}

async function addVendor(): Promise<string> {
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(
    `with org as (
       insert into accounts_organizations (id, name, slug, created_at) values (uuidv7(), 'Bench', 'bench', now()) returning id
     ) insert into vendors (organization_id, slug, display_name) select id, 'bench', 'Bench' from org returning id`,
  );
  return rows[0]?.id ?? '';
}

/** The fan-out of a bootstrap, chunk by chunk, each a transaction. */
async function bootstrap() {
  await emptyIntents();
  const select = `select v.id as variant_id, array['merchant']::text[] as feeds, 'bootstrap' as origin ${eligibleInOrderSql}`;
  let most = 0;
  const began = performance.now();
  let after: { variantId: string } | null = null;
  do {
    const cursor: { variantId: string } | null = after;
    after = await run((tx) => intents.requestAfter(tx, select, [], cursor, CHUNK));
    most = Math.max(most, process.memoryUsage().rss);
  } while (after);
  const seconds = (performance.now() - began) / 1_000;
  const [row] = (await knex('feeds_intents').count({ n: '*' })) as { n: number }[];
  return { intents: row?.n ?? 0, seconds, perSecond: (row?.n ?? 0) / seconds, memoryMb: most / 1_048_576 };
}

/** Both begin with empty indexes: entries of deleted rows would be read by whichever comes second. */
async function emptyIntents(): Promise<void> {
  await knex.raw('truncate feeds_intents');
}

/** The same rows by one plain statement. */
async function bareInsert() {
  await emptyIntents();
  const began = performance.now();
  await knex.raw(
    `insert into feeds_intents (feed, variant_id, kind, origin)
     select 'merchant', v.id, 'upsert', 'bootstrap' ${eligibleVariants}`,
  );
  const seconds = (performance.now() - began) / 1_000;
  return { seconds, perSecond: variants / seconds };
}

/** Milliseconds of CPU for a page and the counts, of this process and of the database. */
async function lists() {
  const items = createItemLists({ knex, counts: container.counts });
  // Half of the variants were pushed, each at its own instant.
  await knex.raw(
    `insert into feeds_items (feed, target, variant_id, status, last_pushed_at)
     select 'merchant', '${scope.target}', id, 'synced', now() - make_interval(secs => n) from (
       select id, row_number() over (order by id) as n from products_variants) as numbered where n % 2 = 0`,
  );
  await knex.raw('vacuum analyze feeds_items');
  const page = { page: 1, limit: 50, eligibleOnly: false };
  const read = async () => {
    await items.list(scope, page);
    await items.counts(scope);
  };
  for (let turn = 0; turn < 20; turn += 1) await read();
  const rounds: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const [before, database] = [process.cpuUsage(), await databaseCpuMs()];
    for (let turn = 0; turn < PAGES; turn += 1) await read();
    const { user, system } = process.cpuUsage(before);
    rounds.push(((user + system) / 1_000 + (await databaseCpuMs()) - database) / PAGES);
  }
  await knex.raw('truncate feeds_items');
  return { pageMs: median(rounds) };
}

/** CPU of the connections of this process, in milliseconds; they are processes of this machine. */
async function databaseCpuMs(): Promise<number> {
  const { rows } = await knex.raw<{ rows: { pid: number }[] }>(
    'select pid from pg_stat_activity where application_name = current_setting(?)',
    ['application_name'],
  );
  return rows.reduce(
    (sum, { pid }) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  );
}

/** Milliseconds of CPU for each payload, and for its JSON alone. */
async function mapAndHash() {
  const rows = await readFeedVariantsAfter(knex, null, CHUNK);
  const now = clock.now();
  const map = () => {
    for (const row of rows) {
      const mapped = feed.map(row, now);
      if ('payload' in mapped) payloadHash(mapped.payload, feed.mapperVersion);
    }
  };
  const payloads = rows.flatMap((row) => {
    const mapped = feed.map(row, now);
    return 'payload' in mapped ? [mapped.payload] : [];
  });
  const json = () => {
    for (const payload of payloads) JSON.stringify(payload);
  };
  for (let turn = 0; turn < 20; turn += 1) [map, json].forEach((work) => work());
  return { mapMs: cpuOf(map) / rows.length, jsonMs: cpuOf(json) / payloads.length };
}

function cpuOf(work: () => void): number {
  const times = Array.from({ length: 15 }, () => {
    const before = process.cpuUsage();
    for (let turn = 0; turn < ROUND_MS; turn += 1) work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / ROUND_MS;
  });
  return median(times);
}

/** Pushes so many items at an allowance, from the first round to the last. */
async function send(count: number, minuteLimit: number) {
  // Its own minute: what an earlier part has called counts against the limit of its minute.
  minutesAhead += 1;
  await sandbox({ minuteLimit, aheadMs: minutesAhead * MINUTE * 1_000 });
  await knex('feeds_intents').delete();
  await knex('feeds_items').delete();
  await knex('feeds_connections').where({ feed: 'merchant' }).update({ quota: null });
  await run((tx) =>
    intents.appendSelected(
      tx,
      ['merchant'],
      'bootstrap',
      `select v.id as variant_id ${eligibleVariants} limit ?`,
      [count],
    ),
  );
  const before = process.cpuUsage();
  const began = performance.now();
  while (await open()) await push(control);
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(before);
  const [row] = (await knex('feeds_items').where({ status: 'synced' }).count({ n: '*' })) as { n: number }[];
  if (row?.n !== count) throw new Error(`${row?.n} of ${count} items were sent`);
  return { items: count, seconds, perSecond: count / seconds, cpuMs: (user + system) / 1_000 / count };
}

async function open(): Promise<boolean> {
  return (await knex('feeds_intents').where({ state: 'open' }).first('id')) !== undefined;
}

/** The same requests with nothing around them. */
async function bareLoop(count: number) {
  const rows = await readFeedVariantsAfter(knex, null, count);
  const token = await accessToken();
  const merchant = SANDBOX_MERCHANT_ID;
  const url = `${config.MERCHANT_API_URL}/products/v1/accounts/${merchant}/productInputs:insert?dataSource=accounts/${merchant}/dataSources/1001`;
  const bodies = rows.flatMap((row) => {
    const mapped = feed.map(row, clock.now());
    return 'payload' in mapped ? [JSON.stringify({ ...mapped.payload, versionNumber: '999999999' })] : [];
  });
  const before = process.cpuUsage();
  const lane = async () => {
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      });
      if (!response.ok) throw new Error(await response.text());
      await response.json();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  const { user, system } = process.cpuUsage(before);
  return { items: rows.length, cpuMs: (user + system) / 1_000 / rows.length };
}

async function accessToken(): Promise<string> {
  const row = (await knex('feeds_connections').where({ feed: 'merchant' }).first('credentials')) as {
    credentials: string;
  };
  return (JSON.parse(container.keyring.decrypt(row.credentials)) as { accessToken: string }).accessToken;
}

/** Stock events of items whose payload stays what it is: no call is made. */
async function unchangedStock() {
  const rows = (await knex('feeds_items').where({ status: 'synced' }).select('variantId')) as {
    variantId: string;
  }[];
  const ids = rows.map(({ variantId }) => variantId);
  let seconds = 0;
  let settled = 0;
  for (let turn = 0; turn < 5; turn += 1) {
    const began = performance.now();
    await run((tx) =>
      intents.appendSelected(tx, ['merchant'], 'event', 'select unnest(?::uuid[]) as variant_id', [ids]),
    );
    while (await open()) await push(control);
    seconds += (performance.now() - began) / 1_000;
    settled += ids.length;
    await sleep(1);
  }
  return { events: settled, seconds, perSecond: settled / seconds };
}

function median(values: readonly number[]): number {
  return [...values].sort((item, other) => item - other)[Math.floor(values.length / 2)] ?? 0;
}
