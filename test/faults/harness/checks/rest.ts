import { setTimeout as sleep } from 'node:timers/promises';
import { readGatewayWebhooks } from '../clients/gateway-log.js';
import type { World } from '../flow.js';

/** Longest backoffs: a webhook of the gateway after a minute, a delivery after a minute or two. */
const PATIENCE_MS = 240_000;

const openWork = `
  select 'deliveries due' as what, count(*)::int as n from outbox_deliveries where state = 'due'
  union all select 'orders waiting for payment', count(*)::int from orders where status = 'pending_payment'
  union all select 'imports under way', count(*)::int from product_imports where status in ('pending', 'running')
  union all select 'invoices pending', count(*)::int from invoices where status = 'pending'
  union all select 'refunds pending', count(*)::int from payments_refunds where status = 'pending'
  union all select 'mails on their way', count(*)::int from mail_messages where state in ('queued', 'sending')`;

/**
 * Waits until nothing is left to do. Answers what is left when that takes too long, and nothing when all is at rest.
 */
export async function untilAtRest(world: World, paymentsUrl: string): Promise<string[]> {
  let left: string[] = [];
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(500)) {
    left = await whatIsLeft(world, paymentsUrl);
    if (left.length === 0) return [];
  }
  return left;
}

async function whatIsLeft({ container }: World, paymentsUrl: string): Promise<string[]> {
  const { rows } = await container.knex.raw<{ rows: { what: string; n: number }[] }>(openWork);
  const left = rows.filter(({ n }) => n > 0).map(({ what, n }) => `${n} ${what}`);
  const waiting = (await readGatewayWebhooks(paymentsUrl)).filter(({ state }) => state === 'waiting');
  if (waiting.length > 0) left.push(`${waiting.length} webhooks of the gateway`);
  const { count } = await container.gateway.client.workflow.count(`ExecutionStatus = 'Running'`);
  if (count > 0) left.push(`${count} workflows running`);
  return left;
}
