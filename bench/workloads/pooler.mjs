import { measuredLoad } from '../load/measured-load.mjs';
import { runLoad } from '../load/run-load.mjs';
import { createCopies } from '../stand/copies.mjs';
import { startStandPooler } from '../stand/pooler.mjs';
import { preparedCarts } from '../stand/prepared-carts.mjs';
import { buyerTokens, sellableVariants } from '../stand/sessions.mjs';

/**
 * What it costs to have no named statements: placing orders and reading products by an API on the database itself and by one
 * behind PgBouncer in transaction mode, in turns. No worker runs. Where PgBouncer is 1.21 or newer, `--pooler transaction-named`
 * measures it with them.
 */
export const defaults = {
  products: 1_000,
  orders: 2_000,
  units: 300,
  reads: 4,
  rounds: 3,
  connections: 4,
  pooler: 'transaction',
};

const round = (value) => Math.round(value * 100) / 100;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

export async function run({ options, start, say }) {
  const { products, orders, units, reads, rounds, connections } = options;
  const stand = await start({ size: { products, orders }, apps: ['sandboxes'] });
  const copies = createCopies(stand, say);
  const pooler = await startStandPooler(stand);
  const rows = await stand.query(
    `select slug from products where status = 'active' and published_at <= now() order by md5(slug) limit 200`,
  );
  const behind = {
    DATABASE_URL: pooler.url,
    DATABASE_POOLER: options.pooler,
    DATABASE_DIRECT_URL: stand.databaseUrl,
  };
  const turns = [];
  try {
    await copies.scale('api', 2, (index) => (index === 0 ? {} : behind));
    const tokens = await buyerTokens(stand, 200);
    const variantIds = await sellableVariants(stand, 400);
    const ways = Object.entries({ direct: copies.urls()[0], 'behind PgBouncer': copies.urls()[1] });
    const order = async (url, count, measure) => {
      const carts = await preparedCarts({ ...stand, url }, { count, tokens, variantIds });
      return measure({
        flow: 'place-prepared',
        connections,
        units: count,
        seconds: 600,
        data: { url, carts },
      });
    };
    const read = (url) => ({
      flow: 'get',
      connections,
      seconds: reads,
      data: { urls: rows.map(({ slug }) => `/store/products/slug/${slug}`), servers: [url] },
    });
    for (const [, url] of ways) {
      await order(url, units, runLoad);
      await runLoad(read(url));
    }
    for (let turn = 0; turn < rounds; turn += 1)
      for (const [way, url] of ways) {
        const placed = await order(url, units, (job) => measuredLoad(stand, job));
        const looked = await measuredLoad(stand, read(url));
        for (const [what, { cpuMs }] of Object.entries({ order: placed, read: looked }))
          turns.push({ way, what, cpuMs });
        say(`turn ${turn + 1}, ${way}: done`);
      }
  } finally {
    await copies.stop();
    await pooler.stop();
  }
  const cpu = (way, what, part) =>
    median(
      turns
        .filter((turn) => turn.way === way && turn.what === what)
        .map(({ cpuMs }) => (part === 'api' ? cpuMs['api-1'] + cpuMs['api-2'] : (cpuMs[part] ?? 0))),
    );
  const table = ['order', 'read'].flatMap((what) =>
    ['direct', 'behind PgBouncer'].map((way) => ({
      what,
      way,
      ...Object.fromEntries(
        ['api', 'postgres', 'pgbouncer'].map((part) => [part, round(cpu(way, what, part))]),
      ),
    })),
  );
  return {
    tables: { 'CPU milliseconds each, medians of the turns': table },
    targets: [],
    details: { turns },
  };
}
