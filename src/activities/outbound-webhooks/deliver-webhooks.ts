import { setTimeout as sleep } from 'node:timers/promises';
import type { DrainPass, RoundControl } from '#activities/events/events.activities.js';
import { type ClaimedDelivery, createDeliveriesRepository, type SettledAttempt } from '#db/outbound-webhooks/deliveries.repository.js'; // prettier-ignore
import { systemContext } from '#domain/_shared/context.js';
import { AT_ONCE } from '#domain/outbound-webhooks/delivery.js';
import type { Platform } from '#operations/platform.js';
import type { DeliveryAttempts } from './attempt-delivery.js';
import type { createEndpointResults } from './endpoint-results.js';

/** A round ends after this, so that a stop is noticed and the engine's history has rounds of some length. */
const ROUND_MS = 10_000;
/** A round whose requests all take longer leaves them to themselves. */
const LINGER_MS = 250;

type Deps = Pick<Platform, 'unitOfWork' | 'clock' | 'logger' | 'metrics'> & {
  attempt: DeliveryAttempts;
  recordResults: ReturnType<typeof createEndpointResults>;
};

/**
 * Sends what is due. Results are recorded in the transaction that claims the next deliveries, so that a slot is filled
 * again in one trip to the database. Requests that take long outlive the round that began them: their endpoint has its
 * share of the slots, and nobody else waits for it. A worker that dies leaves its deliveries to the next after their lease.
 */
export function createDeliveryPass(deps: Deps): { pass: DrainPass; settled: () => Promise<void> } {
  const { unitOfWork, clock, logger, metrics, attempt, recordResults } = deps;
  const deliveries = createDeliveriesRepository();
  const underWay = new Set<Promise<void>>();
  let results: SettledAttempt[] = [];
  let awaken: () => void = () => undefined;
  let rounds = 0;

  function begin(delivery: ClaimedDelivery): void {
    const work = attempt(delivery)
      .then((settled) => {
        if (!settled) return;
        results.push(settled);
        metrics.webhooks.attempts.inc({ outcome: settled.attempt.outcome });
      })
      .catch((error: unknown) =>
        logger.error({ err: error, deliveryId: delivery.id }, 'webhook attempt failed'),
      )
      .finally(() => {
        underWay.delete(work);
        awaken();
        if (rounds === 0) recordLate();
      });
    underWay.add(work);
  }

  /** Records what has ended and claims as many as there is room for. @returns how many it claimed */
  async function exchange(room: number): Promise<{ recorded: SettledAttempt[]; claimed: ClaimedDelivery[] }> {
    const recorded = results;
    results = [];
    const ctx = systemContext({ name: 'webhook-deliveries' }, clock.now());
    try {
      const claimed = await unitOfWork.run(ctx, async (tx) => {
        await deliveries.settle(tx, recorded);
        await recordResults(tx, ctx, recorded);
        return room > 0 ? deliveries.claim(tx, room, ctx.now) : [];
      });
      return { recorded, claimed };
    } catch (error) {
      // Not lost: recorded with the next exchange, as long as their leases last.
      results = [...recorded, ...results];
      throw error;
    }
  }

  /** A result that comes when no round is under way. One that cannot be recorded now is, by the next round. */
  function recordLate(): void {
    if (results.length === 0) return;
    exchange(0).catch((error: unknown) => logger.warn({ err: error }, 'webhook result not recorded yet'));
  }

  async function wake(ms: number): Promise<void> {
    if (results.length > 0) return;
    const timer = new AbortController();
    const awakened = new Promise<void>((resolve) => (awaken = resolve));
    await Promise.race([awakened, sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined)]);
    timer.abort();
    awaken = () => undefined;
  }

  return {
    async pass(control) {
      rounds += 1;
      try {
        return await round(control);
      } finally {
        rounds -= 1;
      }
    },

    /** Waits for requests that were ended, and records what others have come to. */
    async settled() {
      await Promise.all(underWay);
      if (results.length > 0) await exchange(0);
    },
  };

  async function round({ signal, heartbeat }: RoundControl): Promise<{ taken: number; failed: number }> {
    const until = Date.now() + ROUND_MS;
    let taken = 0;
    let failed = 0;
    let quietSince = Date.now();
    while (!signal.aborted && Date.now() < until) {
      const { recorded, claimed } = await exchange(AT_ONCE - underWay.size);
      for (const delivery of claimed) begin(delivery);
      taken += claimed.length;
      failed += recorded.filter(({ attempt: { outcome } }) => outcome !== 'delivered').length;
      if (claimed.length + recorded.length > 0) quietSince = Date.now();
      else if (underWay.size === 0 || Date.now() - quietSince >= LINGER_MS) break;
      heartbeat();
      await wake(LINGER_MS);
    }
    if (results.length > 0) await exchange(0);
    return { taken, failed };
  }
}
