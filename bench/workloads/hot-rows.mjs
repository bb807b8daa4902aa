import { runLoad } from '../load/run-load.mjs';
import { target } from '../report.mjs';
import { runBenchProcess } from '../stand/bench-process.mjs';
import { startDelayProxy } from '../stand/delay-proxy.mjs';
import { setCarrierAccount } from '../stand/carrier-account.mjs';
import { createCopies } from '../stand/copies.mjs';
import { watchLocks } from '../stand/lock-waits.mjs';
import { writeParcels } from '../stand/parcels.mjs';
import { preparedCarts } from '../stand/prepared-carts.mjs';
import { adminToken, buyerTokens, sellableVariants } from '../stand/sessions.mjs';

/**
 * Work that meets at one row beside the same work spread out, in turns: orders of one variant, invoices of one vendor, changes
 * of one setting, scans of one parcel. What follows an order waits meanwhile: no worker runs. Last, how many transactions a second
 * one variant takes over a network with a round trip of `--round-trip` ms, by where they lock its stock.
 */
export const defaults = {
  products: 1_000,
  orders: 3_000,
  units: 1_000,
  invoices: 250,
  scans: 500,
  rounds: 2,
  connections: 16,
  apis: 2,
  only: '',
  roundTrip: 4,
};

const SECRET = 'carrier-sandbox-webhook-secret-0000';
const round = (value) => Math.round(value * 100) / 100;

/** One load, with who waited for whom meanwhile. */
async function withLocks(stand, units, work) {
  const locks = watchLocks(stand);
  const began = performance.now();
  const result = await work().catch(async (error) => {
    await locks.end();
    throw error;
  });
  const seconds = result.seconds ?? (performance.now() - began) / 1_000;
  const { waiting, on } = await locks.end();
  return { perSecond: units / seconds, waitMs: (waiting * seconds * 1_000) / units, on };
}

async function orderTurn(stand, { servers, tokens, variantIds, units, connections }) {
  const carts = await preparedCarts(
    { ...stand, url: servers[0] },
    { count: units, tokens, variantIds, items: 1 },
  );
  const job = { flow: 'place-prepared', connections, units, seconds: 600, data: { servers, carts } };
  return withLocks(stand, units, () => runLoad(job));
}

/** Pieces promised of a variant, and pieces in orders of it. */
async function promisedOf(stand, variantId) {
  const [row] = await stand.query(
    `select l.reserved, l.on_hand, (select sum(quantity)::integer from orders_lines where variant_id = l.variant_id) as ordered,
       (select sum(reserved_delta)::integer from inventory_movements where variant_id = l.variant_id) as moved
     from inventory_levels l where l.variant_id = $1`,
    [variantId],
  );
  return row;
}

/** Transactions a second that reserve one variant, by the place of that statement. */
async function heldOver(stand, roundTripMs, rounds, count = 200) {
  const [variantId] = await sellableVariants(stand, 1);
  const url = new URL(stand.databaseUrl);
  const proxy = await startDelayProxy(Number(url.port), roundTripMs);
  url.port = String(proxy.port);
  const rates = { before: [], last: [], commit: [] };
  try {
    for (let turn = 0; turn < rounds; turn += 1)
      for (const [how, all] of Object.entries(rates)) {
        const { seconds } = await runBenchProcess('hold-stock', [variantId, count, how], {
          ...stand.env,
          DATABASE_URL: url.href,
        });
        all.push(count / seconds);
      }
  } finally {
    proxy.close();
  }
  return Object.fromEntries(Object.entries(rates).map(([how, all]) => [how, round(Math.max(...all))]));
}

export async function run({ options, start, say }) {
  const { products, orders, units, invoices, scans, rounds, connections, apis, only, roundTrip } = options;
  const wants = (name) => only === '' || only === name;
  const stand = await start({ size: { products, orders }, apps: ['sandboxes'] });
  const copies = createCopies(stand, say);
  const turns = [];
  const take = async (what, spread, hot) => {
    for (let turn = 0; turn < rounds; turn += 1) {
      turns.push({ what, where: 'spread out', ...(await spread(turn)) });
      turns.push({ what, where: 'one row', ...(await hot(turn)) });
    }
    say(`${what}: done`);
  };
  let stock;
  let held;
  try {
    await copies.scale('api', apis);
    const servers = copies.urls();
    if (wants('orders')) {
      const variantIds = await sellableVariants(stand, 800);
      const tokens = await buyerTokens(stand, 400);
      const [hot] = variantIds;
      const job = { servers, tokens, connections };
      // Both APIs have planned what they ask.
      await orderTurn(stand, { ...job, variantIds, units: 400 });
      await take(
        'orders',
        () => orderTurn(stand, { ...job, variantIds: variantIds.slice(1), units }),
        () => orderTurn(stand, { ...job, variantIds: [hot], units }),
      );
      stock = await promisedOf(stand, hot);
    }
    if (wants('lock')) held = await heldOver(stand, roundTrip, rounds);
    if (wants('invoices')) {
      const issue = async (of) => {
        const locks = watchLocks(stand);
        const { issued, seconds } = await runBenchProcess('issue-invoices', [of, invoices], stand.env);
        const { waiting, on } = await locks.end();
        return { perSecond: issued / seconds, waitMs: (waiting * seconds * 1_000) / issued, on };
      };
      await take(
        'invoices',
        () => issue('many'),
        () => issue('one'),
      );
    }
    if (wants('settings')) {
      const headers = { authorization: `Bearer ${await adminToken(stand)}` };
      const url = `${servers[0]}/admin/settings/store`;
      const load = (keys) => {
        const bodies = Array.from({ length: 100 }, (_, index) => ({
          [keys[index % keys.length]]: `Title ${index}`,
        }));
        const job = {
          flow: 'patch',
          connections,
          perSecond: 100,
          seconds: 5,
          data: { url, bodies, headers },
        };
        return withLocks(stand, 500, () => runLoad(job));
      };
      const keys = ['title', 'description'].flatMap((field) =>
        ['cod', 'razorpay.upi', 'razorpay.card'].map((option) => `checkout_payment.${option}.${field}`),
      );
      await take(
        'settings, 100 a second',
        () => load(keys),
        () => load(keys.slice(0, 1)),
      );
    }
    if (wants('scans')) {
      await setCarrierAccount({ ...stand, url: servers[0] });
      const awbs = (await writeParcels(stand, 400)).map(({ awb }) => awb);
      let run = 0;
      const load = (parcels) => {
        const data = {
          url: `${servers[0]}/webhooks/shipping/carrier/platform`,
          awbs: parcels,
          secret: SECRET,
        };
        run += 1;
        return withLocks(stand, scans, () =>
          runLoad({ flow: 'scan', connections, units: scans, seconds: 600, data: { ...data, run } }),
        );
      };
      await load(awbs);
      await take(
        'scans',
        () => load(awbs.slice(1)),
        () => load(awbs.slice(0, 1)),
      );
    }
  } finally {
    await copies.stop();
  }
  return {
    tables: {
      'In turns': turns.map(({ what, where, perSecond, waitMs, on }) => ({
        what,
        where,
        'a second': round(perSecond),
        'ms of waiting for locks each': round(waitMs),
        'most wait in': on,
      })),
      ...(stock && { 'Stock of the one variant': [stock] }),
      ...(held && {
        [`Reservations of one variant a second, ${roundTrip} ms of round trip`]: [
          {
            'in front of two statements': held.before,
            'behind them': held.last,
            'with the commit': held.commit,
          },
        ],
      }),
    },
    targets: [
      ...(held
        ? [target('with the commit beside before', held.commit / held.before, { least: 3, unit: 'times' })]
        : []),
      ...(stock
        ? [
            target(
              'pieces promised but not ordered',
              Math.abs(stock.reserved - stock.ordered) + Math.abs(stock.reserved - stock.moved),
              { most: 1 },
            ),
          ]
        : []),
    ],
    details: { turns, stock, held },
  };
}
