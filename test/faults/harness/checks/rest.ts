import { setTimeout as sleep } from 'node:timers/promises';
import { followOrder } from '#workflows/orders/orders.contract.js';
import { readGatewayWebhooks } from '../clients/gateway-log.js';
import { countUnsettledFollowers } from './followed-orders.js';
import type { Flow, Fixtures } from '../flow.js';

/** Longest backoffs: a webhook of the gateway after a minute, a delivery after a minute or two. */
const TIMEOUT_MS = 240_000;
/** A backlog that shrinks is waited for: feeds send no faster than their services allow. */
const MAX_MS = 900_000;

/**
 * Waits until nothing is left to do; returns what is left when it no longer becomes less, or takes too long.
 * @param idle workflows that may still run, because they wait for days by design
 */
export async function untilAtRest(
  fixtures: Fixtures,
  flows: readonly Flow[],
  paymentsUrl: string,
  idle: readonly string[] = [],
): Promise<string[]> {
  const begun = Date.now();
  let left: string[] = [];
  let least = Infinity;
  for (let until = begun + TIMEOUT_MS; Date.now() < until; await sleep(500)) {
    for (const flow of flows) await flow.hasten?.(fixtures);
    left = [...(await openWork(fixtures, flows)), ...(await openElsewhere(fixtures, paymentsUrl, idle))];
    if (left.length === 0) return [];
    const count = left.reduce((sum, line) => sum + Number.parseInt(line, 10), 0);
    if (count >= least) continue;
    least = count;
    until = Math.min(Date.now() + TIMEOUT_MS, begun + MAX_MS);
  }
  return left;
}

/** What our tables say is under way, of each flow and of the outbox. */
export async function openWork(
  { container: { knex } }: Pick<Fixtures, 'container'>,
  flows: readonly Pick<Flow, 'rest'>[],
): Promise<string[]> {
  const work = Object.assign(
    { 'deliveries due': `outbox_deliveries where state = 'due'` },
    ...flows.map(({ rest }) => rest),
  ) as Record<string, string>;
  const counts = Object.entries(work).map(
    ([what, from]) => `select '${what}' as what, count(*)::int as n from ${from}`,
  );
  const { rows } = await knex.raw<{ rows: { what: string; n: number }[] }>(counts.join(' union all '));
  return rows.filter(({ n }) => n > 0).map(({ what, n }) => `${n} ${what}`);
}

async function openElsewhere(
  fixtures: Fixtures,
  paymentsUrl: string,
  idle: readonly string[],
): Promise<string[]> {
  const { container } = fixtures;
  const left: string[] = [];
  const waiting = (await readGatewayWebhooks(paymentsUrl)).filter(({ state }) => state === 'waiting');
  if (waiting.length > 0) left.push(`${waiting.length} webhooks of the gateway`);
  const apart = [...idle, followOrder.name].map((name) => ` and WorkflowType != '${name}'`).join('');
  const others = await container.gateway.client.workflow.count(`ExecutionStatus = 'Running'${apart}`);
  const count =
    others.count + (idle.includes(followOrder.name) ? 0 : await countUnsettledFollowers(fixtures));
  if (count > 0) left.push(`${count} workflows running`);
  return left;
}
