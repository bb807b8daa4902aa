import { measuredLoad } from '../load/measured-load.mjs';
import { target } from '../report.mjs';
import { runBenchProcess } from '../stand/bench-process.mjs';
import { cpuSeconds } from '../stand/process-usage.mjs';
import { adminToken } from '../stand/sessions.mjs';

/** The report `orders`: a page of 100, the first and the last, filters varied; figures and trend beside their statements. */
export const defaults = { products: 1_000, orders: 2_000, rows: 200_000, seconds: 10, warmup: 3 };

const PER_DAY = 1_000;
const PAGE = 100;
const round = (value) => Math.round(value * 100) / 100;

const filters = [{}, { status: 'delivered' }, { status: 'cancelled' }, { paymentStatus: 'paid' }];

async function totalOf(url, headers) {
  const response = await fetch(url, { headers });
  const { metadata } = await response.json();
  return metadata.total;
}

/** CPU milliseconds of a statement without the platform, of Postgres alone. */
async function bareMs(stand, sql, seconds) {
  const parts = { postgres: stand.pids.postgres };
  const before = cpuSeconds(parts).postgres;
  const began = performance.now();
  let done = 0;
  for (; performance.now() - began < seconds * 1_000; done += 1) await stand.query(sql);
  return round(((cpuSeconds(parts).postgres - before) * 1_000) / done);
}

export async function run({ options, start, say }) {
  const { products, orders, rows, seconds, warmup } = options;
  const stand = await start({ size: { products, orders }, apps: ['api'] });
  say(`writing ${rows} orders`);
  await runBenchProcess('write-orders', [rows, PER_DAY], stand.env);
  const headers = { authorization: `Bearer ${await adminToken(stand)}` };
  const to = new Date();
  const from = new Date(to.getTime() - (rows * 86_400_000) / PER_DAY);
  const range = `from=${from.toISOString()}&to=${to.toISOString()}`;
  const base = `${stand.url}/admin/reports/orders`;
  const pages = filters.map(
    (entry) => `${base}?limit=${PAGE}&${range}&filters=${encodeURIComponent(JSON.stringify(entry))}`,
  );
  const totals = await Promise.all(pages.map((url) => totalOf(url, headers)));
  const last = pages.map((url, index) => `${url}&offset=${Math.max(0, totals[index] - PAGE)}`);
  const month = `from=${new Date(to.getTime() - 30 * 86_400_000).toISOString()}&to=${to.toISOString()}`;
  const loads = {
    'first page': pages,
    'last page': last,
    summary: [`${base}/summary?${month}`],
    trend: [`${base}/trend?${month}`],
  };
  const results = [];
  for (const [what, urls] of Object.entries(loads)) {
    const load = { flow: 'get', data: { urls, headers }, connections: 1, seconds, warmUpSeconds: warmup };
    const { perSecond, milliseconds, cpuMs } = await measuredLoad(stand, load);
    results.push({
      what,
      'req/s': perSecond,
      ...milliseconds,
      'API ms': round(cpuMs.api),
      'Postgres ms': round(cpuMs.postgres),
    });
  }
  const statements = await runBenchProcess(
    'report-statements',
    [new Date(to.getTime() - 30 * 86_400_000).toISOString(), to.toISOString()],
    stand.env,
  );
  const bare = [];
  for (const what of ['summary', 'trend'])
    bare.push({ what, 'Postgres ms': await bareMs(stand, statements[what], Math.min(seconds, 5)) });
  const cpu = (what) => {
    const row = results.find((entry) => entry.what === what);
    return row['API ms'] + row['Postgres ms'];
  };
  return {
    tables: {
      [`Of ${rows} orders, one connection`]: results,
      'The bare statements of 30 days': bare,
      'Rows of each filter': filters.map((entry, index) => ({
        filter: JSON.stringify(entry),
        rows: totals[index],
      })),
    },
    targets: [
      target('last page beside the first, CPU', cpu('last page') / cpu('first page'), {
        most: 3,
        unit: 'times',
      }),
    ],
    details: { results, bare, totals },
  };
}
