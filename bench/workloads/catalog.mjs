import { join } from 'node:path';
import pg from 'pg';
import { cpuPer, measuredLoad } from '../load/measured-load.mjs';
import { attributesOfFile, writeProductFile } from '../load/product-file.mjs';
import { target } from '../report.mjs';
import { drained } from '../stand/backlog.mjs';
import { importFile } from '../stand/import-file.mjs';
import { jsonClient } from '../stand/json-client.mjs';
import { cpuSeconds } from '../stand/process-usage.mjs';
import { adminToken, vendorToken } from '../stand/sessions.mjs';

/** Whole products saved at once, attributes on a product page, and attributes in an import. */
export const defaults = { products: 10_000, orders: 2_000, rounds: 60, seconds: 6, warmup: 3, rows: 20_000 };

const range = (count) => Array.from({ length: count }, (_, index) => index);
const round = (value) => Math.round(value * 100) / 100;

/** A product with so many variants: numbers by up to ten letters. */
async function createMatrix(call, variants) {
  const letters = Math.ceil(variants / 50);
  const options = [
    { name: 'Number', values: range(50).map((number) => `No ${number}`) },
    { name: 'Letter', values: range(letters).map((letter) => `Letter ${letter}`) },
  ];
  const chosen = (index) => [
    { optionName: 'Number', value: `No ${index % 50}` },
    { optionName: 'Letter', value: `Letter ${Math.floor(index / 50)}` },
  ];
  const rows = range(variants).map((index) => ({ price: 100, optionValues: chosen(index) }));
  return call('POST', '/vendor/products', { title: `Bench of ${variants}`, options, variants: rows });
}

/** CPU milliseconds that each of so many repeats costs API, Postgres and this process. */
async function costOf(stand, repeats, work) {
  await work(0);
  const pids = { api: stand.pids.api, postgres: stand.pids.postgres, client: process.pid };
  const before = cpuSeconds(pids);
  for (let repeat = 1; repeat <= repeats; repeat += 1) await work(repeat);
  return cpuPer(before, cpuSeconds(pids), repeats);
}

async function measureSyncs(stand, call, variants, repeats) {
  const product = await createMatrix(call, variants);
  const ids = product.variants.map(({ id }) => id);
  let price = 1_000;
  const save = () =>
    call('PUT', `/vendor/products/${product.id}/sync`, { variants: ids.map((id) => ({ id, price })) });
  const changed = await costOf(stand, repeats, () => save((price += 1)));
  const unchanged = await costOf(stand, repeats, save);
  // The same rows in one statement, nothing else: no rules, no lock, no event.
  const client = new pg.Client({ connectionString: stand.databaseUrl });
  await client.connect();
  const bare = await costOf(stand, repeats, (repeat) =>
    client.query(
      `update products_variants v set price = given.price, updated_at = now()
       from jsonb_to_recordset($1::jsonb) as given(id uuid, price integer) where v.id = given.id`,
      [JSON.stringify(ids.map((id) => ({ id, price: 5_000 + repeat })))],
    ),
  );
  await client.end();
  const server = ({ api, postgres }) => api + postgres;
  return {
    variants,
    changed,
    unchanged,
    bare,
    changedMs: server(changed),
    unchangedMs: server(unchanged),
    bareMs: bare.postgres + bare.client,
  };
}

/** Two products that differ in attributes alone. */
async function createPages(call, admin) {
  const attributes = [];
  for (const number of range(10)) {
    const body = { title: `Bench ${number}`, code: `bench-page-${number}`, type: 'text' };
    attributes.push(await admin('POST', '/admin/product-attributes', body));
  }
  const assignments = attributes.map(({ id }, index) => ({ attributeId: id, value: `Value ${index}` }));
  const body = { title: 'Bench page', status: 'active', options: [], variants: [{ price: 100 }] };
  const plain = await call('POST', '/vendor/products', body);
  const full = await call('POST', '/vendor/products', { ...body, attributeAssignments: assignments });
  return { plain, full };
}

async function measurePages(stand, pages, { seconds, warmup }) {
  const results = {};
  for (const [what, { slug }] of Object.entries(pages)) {
    const data = { urls: [`${stand.url}/store/products/slug/${slug}`], headers: {} };
    const load = { flow: 'get', data, connections: 4, seconds, warmUpSeconds: warmup };
    const { cpuMs } = await measuredLoad(stand, load);
    results[what] = { ...cpuMs, ms: cpuMs.api + cpuMs.postgres };
  }
  return results;
}

/** In turns, so that the machine's own pace meets both. */
async function measureImports(stand, headers, rows, say) {
  const runs = { plain: [], attributes: [] };
  for (const turn of [0, 1, 2]) {
    for (const kind of Object.keys(runs)) {
      const group = `${kind}-${turn}`;
      const file = join(stand.folder, `${group}.csv`);
      await writeProductFile(file, rows, group, { attributes: kind === 'attributes' });
      runs[kind].push(await importFile(stand, headers, { file, rows, group }, say));
    }
  }
  const median = (list) => list.map(({ perSecond }) => perSecond).sort((a, b) => a - b)[1];
  return { runs, plain: median(runs.plain), attributes: median(runs.attributes) };
}

export async function run({ options, start, say }) {
  const { products, orders, rounds, rows } = options;
  const stand = await start({ size: { products, orders }, apps: ['sandboxes', 'worker', 'api'] });
  const token = await vendorToken(stand);
  const call = jsonClient(stand, token);
  const admin = jsonClient(stand, await adminToken(stand));
  for (const { values, ...fields } of attributesOfFile) {
    const choices = values ? { values: values.map((value) => ({ value })) } : {};
    await admin('POST', '/admin/product-attributes', { ...fields, ...choices });
  }
  await drained(stand);
  say('syncs');
  await measureSyncs(stand, call, 50, 20);
  const small = await measureSyncs(stand, call, 50, rounds);
  const large = await measureSyncs(stand, call, 500, Math.ceil(rounds / 4));
  const pages = await createPages(call, admin);
  say('product pages');
  await drained(stand);
  const page = await measurePages(stand, pages, options);
  say('imports');
  const imports = await measureImports(stand, { authorization: `Bearer ${token}` }, rows, say);
  return {
    tables: {
      'CPU ms of a sync': [small, large].map((result) => ({
        variants: result.variants,
        'changed API': result.changed.api,
        'changed Postgres': result.changed.postgres,
        'unchanged API': result.unchanged.api,
        'unchanged Postgres': result.unchanged.postgres,
        'bare statement': round(result.bareMs),
      })),
      'CPU ms of a product page': Object.entries(page).map(([what, cost]) => ({ what, ...cost })),
      'Rows per second': Object.entries(imports.runs).flatMap(([what, list]) =>
        list.map(({ perSecond, cpu }) => ({
          what,
          'rows/s': Math.round(perSecond),
          'worker CPU s': cpu.worker,
          'Postgres CPU s': cpu.postgres,
        })),
      ),
    },
    targets: [
      target('sync of 50 changed variants beside the bare statement', small.changedMs / small.bareMs, {
        most: 8,
        unit: 'x',
      }),
      target('sync of 500 changed variants beside 50', large.changedMs / small.changedMs, {
        most: 8,
        unit: 'x',
      }),
      target('sync of 50 unchanged variants beside changed', small.unchangedMs / small.changedMs, {
        most: 0.5,
        unit: 'x',
      }),
      target('product page with 10 attributes beside none', page.full.ms / page.plain.ms, {
        most: 1.1,
        unit: 'x',
      }),
      target('import with 3 attribute columns beside none', imports.attributes / imports.plain, {
        least: 0.8,
        unit: 'x',
      }),
    ],
    details: { small, large, page, imports },
  };
}
