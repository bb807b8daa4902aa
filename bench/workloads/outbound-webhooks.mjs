import { measuredLoad } from '../load/measured-load.mjs';
import { target } from '../report.mjs';
import { runBenchProcess } from '../stand/bench-process.mjs';
import { preparedCarts } from '../stand/prepared-carts.mjs';
import { buyerTokens, sellableVariants } from '../stand/sessions.mjs';

/**
 * Webhooks to several endpoints beside a bare client that keeps its connections and posts the same bodies; and what
 * endpoints that listen cost the API as it places orders, in turns with none.
 */
export const defaults = { events: 10_000, endpoints: 5, orders: 2_000, turns: 10, seconds: 5, carts: 600 };

const round = (value) => Math.round(value * 1_000) / 1_000;
const sorted = (values) => [...values].sort((a, b) => a - b);
const median = (values) => sorted(values)[Math.floor(values.length / 2)];

export async function run({ options, start, say }) {
  const { events, endpoints } = options;
  const stand = await start({ size: { products: 1_000, orders: options.orders }, apps: ['api'] });
  const { plain, listening, ratios } = await placing(stand, options, say);
  const { queue, bare } = await runBenchProcess('outbound-webhooks', [events, endpoints], stand.env);
  const row = (what, { perSecond, cpuMs }) => ({
    what,
    'posts/s': round(perSecond),
    'CPU a post, ms': round(cpuMs),
  });
  return {
    tables: {
      'Deliveries beside the bare client': [row('deliveries', queue), row('bare client', bare)],
      [`The API's CPU milliseconds an order, median of ${options.turns} turns`]: [
        { endpoints: 0, median: median(plain), least: sorted(plain)[0], most: sorted(plain).at(-1) },
        { endpoints, median: median(listening), least: sorted(listening)[0], most: sorted(listening).at(-1) },
      ],
    },
    targets: [
      target('deliveries beside a bare client', queue.perSecond / bare.perSecond, { least: 0.5 }),
      target('the API placing orders, with endpoints beside without', round(median(ratios)), { most: 1.05 }),
    ],
  };
}

/** No worker runs: what is delivered later is no part of what the API spends. */
async function placing(stand, { endpoints, turns, seconds, carts }, say) {
  const tokens = await buyerTokens(stand, 200);
  const variantIds = await sellableVariants(stand, 400);
  await stand.query(
    `insert into outbound_webhooks_endpoints (id, url, events, contact_email, secret_encrypted, deleted_at)
     select gen_random_uuid(), 'https://example.com/' || n, array['*'], 'bench@example.com', 'unused', now()
     from generate_series(1, $1::integer) n`,
    [endpoints],
  );
  const place = async (listen) => {
    await stand.query(`update outbound_webhooks_endpoints set deleted_at = ${listen ? 'null' : 'now()'}`);
    const prepared = await preparedCarts(stand, { count: carts, tokens, variantIds, couponIds: [] });
    const data = { url: stand.url, carts: prepared };
    const { cpuMs } = await measuredLoad(stand, { flow: 'place-prepared', data, connections: 4, seconds });
    return cpuMs.api;
  };
  say('warming up');
  await place(true);
  const [plain, listening] = [[], []];
  for (let turn = 0; turn < turns; turn += 1)
    for (const listen of turn % 2 === 0 ? [false, true] : [true, false])
      (listen ? listening : plain).push(await place(listen));
  await stand.query('delete from outbound_webhooks_endpoints');
  await stand.query('delete from outbound_webhooks_messages');
  return { plain, listening, ratios: listening.map((value, turn) => value / plain[turn]) };
}
