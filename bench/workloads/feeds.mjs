import { target } from '../report.mjs';
import { drained } from '../stand/backlog.mjs';
import { runBenchProcess } from '../stand/bench-process.mjs';

/** The feeds beside the plainest form of the same work: bootstrap, drain, mapping, lists, events without a change. */
export const defaults = {
  variants: 100_000,
  paced: 2_000,
  unthrottled: 5_000,
  allowance: 40,
  events: 20_000,
};

/** What the worker's drain does with as many cheap events, for comparison. */
async function cheapEvents(stand, count) {
  const write = () =>
    stand.query(
      `with written as (
         insert into outbox_events (type, entity_id, payload, actor, request_id)
         select 'order.confirmed', uuidv7()::text, jsonb_build_object('orderId', uuidv7(), 'orderNumber', 'HT-00000000'),
           '{"type":"system","id":"bench"}', 'bench' from generate_series(1, $1::integer) returning id, entity_id
       ), delivered as (
         insert into outbox_deliveries (event_id, subscription, entity_id) select id, 'invoice-requests', entity_id from written
       ) select pg_notify('live', 'outbox:')`,
      [count],
    );
  const began = performance.now();
  await write();
  await drained(stand);
  return count / ((performance.now() - began) / 1000);
}

export async function run({ options, start }) {
  const { variants, paced, unthrottled, allowance, events } = options;
  const stand = await start({ apps: ['sandboxes'] });
  // Without it a platform in production asks the real service for consent.
  const env = { ...stand.env, MERCHANT_OAUTH_URL: stand.env.MERCHANT_API_URL };
  const measured = await runBenchProcess('feeds', [variants, paced, unthrottled, allowance], env);
  await stand.query('truncate feeds_intents, feeds_items');
  await stand.start('worker');
  await cheapEvents(stand, 2_000);
  const eventsPerSecond = await cheapEvents(stand, events);
  const { boot, bootSmall, bare, listSmall, listLarge, mapping, plain, loop, unchanged, limited } = measured;
  const round = (value) => Math.round(value * 1000) / 1000;
  return {
    tables: {
      'Beside the plainest form of the same work': [
        { what: 'bootstrap, intents/s', measured: round(boot.perSecond), beside: round(bare.perSecond) },
        { what: 'worker memory, MB', measured: round(boot.memoryMb), beside: round(bootSmall.memoryMb) },
        { what: 'drain at an allowance, items/s', measured: round(limited.perSecond), beside: allowance },
        { what: 'CPU an item, ms', measured: round(plain.cpuMs), beside: round(loop.cpuMs) },
        {
          what: 'unchanged stock events/s',
          measured: round(unchanged.perSecond),
          beside: round(eventsPerSecond),
        },
        { what: 'map and hash, ms', measured: round(mapping.mapMs), beside: round(mapping.jsonMs) },
        {
          what: 'items page and counts, ms',
          measured: round(listLarge.pageMs),
          beside: round(listSmall.pageMs),
        },
      ],
    },
    targets: [
      target('bootstrap beside INSERT … SELECT', boot.perSecond / bare.perSecond, { least: 0.4 }),
      target('memory beside a tenth of the variants', boot.memoryMb / bootSmall.memoryMb, { most: 1.2 }),
      target('drain beside its allowance', limited.perSecond / allowance, { least: 0.9 }),
      target('CPU an item beside a bare loop', plain.cpuMs / loop.cpuMs, { most: 3 }),
      target('unchanged events beside a cheap drain', unchanged.perSecond / eventsPerSecond, { least: 0.25 }),
      target('map and hash beside JSON.stringify', mapping.mapMs / mapping.jsonMs, { most: 6 }),
      target('items page and counts beside a tenth of the variants', listLarge.pageMs / listSmall.pageMs, {
        most: 1.3,
      }),
    ],
    details: { ...measured, eventsPerSecond },
  };
}
