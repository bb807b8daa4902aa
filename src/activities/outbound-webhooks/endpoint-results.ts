import type { DeliveriesRepository, SettledAttempt } from '#db/outbound-webhooks/deliveries.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { isToBeDisabled } from '#domain/outbound-webhooks/endpoint.js';
import type { EndpointDisabling } from '#operations/outbound-webhooks/disable-endpoint.js';

/** A success is written down at most so often, where nothing failed since: every delivery would write the same row. */
const NOTED_MS = 1_000;

/** Counts what attempts say of their endpoints, and disables those that are gone or have failed for too long. */
export function createEndpointResults(deliveries: DeliveriesRepository, disable: EndpointDisabling) {
  /** When the last success of an endpoint was written; absent after a failure. */
  const notedAt = new Map<string, number>();

  function summarize(settled: readonly SettledAttempt[]) {
    const byEndpoint = new Map<string, SettledAttempt[]>();
    for (const item of settled)
      byEndpoint.set(item.endpointId, [...(byEndpoint.get(item.endpointId) ?? []), item]);
    return [...byEndpoint].flatMap(([endpointId, items]) => {
      const failed = items.filter(({ attempt }) => attempt.outcome !== 'delivered').at(-1);
      const succeeded = items.filter(({ attempt }) => attempt.outcome === 'delivered').at(-1);
      const at = succeeded?.attempt.at ?? null;
      if (!failed && at && at.getTime() - (notedAt.get(endpointId) ?? -Infinity) < NOTED_MS) return [];
      if (failed || !at) notedAt.delete(endpointId);
      else notedAt.set(endpointId, at.getTime());
      return [
        {
          endpointId,
          succeededAt: at,
          failedAt: failed?.attempt.at ?? null,
          failures: items.filter(({ attempt }) => attempt.outcome !== 'delivered').length,
          error: failed?.attempt.error ?? null,
        },
      ];
    });
  }

  return async (tx: Tx, ctx: Context, settled: readonly SettledAttempt[]): Promise<void> => {
    const results = summarize(settled);
    if (results.length === 0) return;
    const endpoints = await deliveries.recordResults(tx, results);
    const gone = new Set(
      settled.filter(({ attempt }) => attempt.outcome === 'gone').map(({ endpointId }) => endpointId),
    );
    for (const endpoint of endpoints) {
      if (gone.has(endpoint.id)) await disable(tx, ctx, endpoint.id, 'gone');
      else if (isToBeDisabled(endpoint, ctx.now)) await disable(tx, ctx, endpoint.id, 'failures');
    }
  };
}
