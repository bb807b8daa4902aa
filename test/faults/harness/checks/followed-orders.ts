import { followOrder } from '#workflows/orders/orders.contract.js';
import type { Fixtures } from '../flow.js';

/** Ids of runs that wait for a vendor or a carrier: of orders that are confirmed and not settled yet. */
export async function runsOfMovingOrders({ container }: Pick<Fixtures, 'container'>): Promise<Set<string>> {
  const ids = (await container
    .knex('orders')
    .whereIn('status', ['confirmed', 'partially_fulfilled', 'fulfilled'])
    .pluck('id')) as string[];
  return new Set(ids.map((id) => `orders-follow-${id}`));
}

/** How many runs that follow orders have something left to do by themselves. */
export async function countUnsettledFollowers(fixtures: Fixtures): Promise<number> {
  const waiting = await runsOfMovingOrders(fixtures);
  let count = 0;
  const query = `ExecutionStatus = 'Running' and WorkflowType = '${followOrder.name}'`;
  for await (const { workflowId } of fixtures.container.gateway.client.workflow.list({ query }))
    if (!waiting.has(workflowId)) count += 1;
  return count;
}
