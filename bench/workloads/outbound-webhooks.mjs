import { target } from '../report.mjs';
import { runBenchProcess } from '../stand/bench-process.mjs';

/** Webhooks to several endpoints beside a bare client that keeps its connections and posts the same bodies. */
export const defaults = { events: 10_000, endpoints: 5 };

export async function run({ options, start }) {
  const { events, endpoints } = options;
  const stand = await start({ apps: [] });
  const { queue, bare } = await runBenchProcess('outbound-webhooks', [events, endpoints], stand.env);
  const round = (value) => Math.round(value * 100) / 100;
  const row = (what, { perSecond, cpuMs }) => ({
    what,
    'posts/s': round(perSecond),
    'CPU a post, ms': round(cpuMs),
  });
  return {
    tables: { 'Deliveries beside the bare client': [row('deliveries', queue), row('bare client', bare)] },
    targets: [target('deliveries beside a bare client', queue.perSecond / bare.perSecond, { least: 0.5 })],
  };
}
