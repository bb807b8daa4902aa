import type { DrainPass, RoundControl } from '#activities/events/events.activities.js';
import {
  type ClaimedDelivery,
  createDeliveriesRepository,
  type SettledAttempt,
} from '#db/outbound-webhooks/deliveries.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';
import type { DeliveryAttempts } from './attempt-delivery.js';
import { createDeliveryLanes } from './delivery-lanes.js';
import type { createEndpointResults } from './endpoint-results.js';
import { waitAtMost } from '#lib/wait-at-most.js';

/** A round ends after this, so that a stop is noticed and the engine's history has rounds of some length. */
const ROUND_MS = 10_000;
/** A round whose requests all take longer leaves them to themselves. */
const LINGER_MS = 250;
/** Results that are recorded at once, or after this: each exchange costs several statements. */
const RECORD_AT = 100;
const RECORD_MS = 25;
/** What a process holds: all of its slots and what waits for them. */
const MAX_HELD = 512;

type Deps = Pick<Platform, 'unitOfWork' | 'clock' | 'logger' | 'metrics'> & {
  attempt: DeliveryAttempts;
  recordResults: ReturnType<typeof createEndpointResults>;
};

/**
 * Sends what is due. Results are recorded in the transaction that claims the next deliveries, several at a time: a process
 * claims more of an endpoint that responds fast than it sends at once, and gives back what waited for a second. Requests that
 * take long outlive the round that began them: their endpoint has its share of the slots, and nobody else waits for it. A
 * worker that dies leaves its deliveries to the next after their lease.
 */
export function createDeliveryPass(deps: Deps): { pass: DrainPass; settled: () => Promise<void> } {
  const { unitOfWork, clock, logger, metrics, attempt, recordResults } = deps;
  const deliveries = createDeliveriesRepository();
  const leaseId = newId();
  const lanes = createDeliveryLanes(send);
  let results: SettledAttempt[] = [];
  let unsent: string[] = [];
  let awaken: () => void = () => undefined;
  let rounds = 0;

  async function send(delivery: ClaimedDelivery): Promise<void> {
    try {
      const settled = await attempt(delivery);
      if (!settled) return;
      results.push(settled);
      metrics.webhooks.attempts.inc({ outcome: settled.attempt.outcome });
    } catch (error) {
      logger.error({ err: error, deliveryId: delivery.id }, 'webhook attempt failed');
    } finally {
      if (rounds === 0) recordLate();
      else if (results.length >= RECORD_AT || lanes.size <= 1) awaken();
      else if (results.length === 1) setTimeout(() => awaken(), RECORD_MS);
    }
  }

  /**
   * Records what has ended, gives back what is not sent, and claims up to `room`.
   * @returns what it recorded and claimed
   */
  async function exchange(room: number): Promise<{ recorded: SettledAttempt[]; claimed: ClaimedDelivery[] }> {
    const recorded = results;
    results = [];
    const gone = recorded.filter(({ attempt: { outcome } }) => outcome === 'gone');
    unsent.push(...lanes.takeBackLate(), ...lanes.takeBackOf(new Set(gone.map((item) => item.endpointId))));
    const givenBack = unsent;
    unsent = [];
    const ctx = systemContext({ name: 'webhook-deliveries' }, clock.now());
    try {
      const claimed = await unitOfWork.run(ctx, async (tx) => {
        await deliveries.settle(tx, recorded);
        await deliveries.giveBack(tx, leaseId, givenBack);
        await recordResults(tx, ctx, recorded);
        if (room <= 0) return [];
        return deliveries.claim(tx, { limit: room, now: ctx.now, leaseId, ahead: lanes.nextAhead() });
      });
      return { recorded, claimed };
    } catch (error) {
      // Not lost: recorded with the next exchange, as long as their leases last.
      results = [...recorded, ...results];
      unsent = [...givenBack, ...unsent];
      throw error;
    }
  }

  /** A result that comes when no round is under way. One that cannot be recorded now is, by the next round. */
  function recordLate(): void {
    if (results.length === 0) return;
    exchange(0).catch((error: unknown) => logger.warn({ err: error }, 'webhook result not recorded yet'));
  }

  /** Waits until there are results to be recorded, or for as long as a round lingers. */
  async function wake(): Promise<void> {
    const ms = results.length > 0 ? RECORD_MS : LINGER_MS;
    if (results.length >= RECORD_AT || (results.length > 0 && lanes.size === 0)) return;
    await waitAtMost(ms, new Promise<void>((resolve) => (awaken = resolve)));
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
      await lanes.settled();
      if (results.length > 0) await exchange(0);
    },
  };

  async function round({ signal, heartbeat }: RoundControl): Promise<{ taken: number; failed: number }> {
    const until = Date.now() + ROUND_MS;
    let taken = 0;
    let failed = 0;
    let quietSince = Date.now();
    try {
      while (!signal.aborted && Date.now() < until) {
        const { recorded, claimed } = await exchange(MAX_HELD - lanes.size);
        lanes.add(claimed);
        taken += claimed.length;
        failed += recorded.filter(({ attempt: { outcome } }) => outcome !== 'delivered').length;
        if (claimed.length + recorded.length > 0) quietSince = Date.now();
        else if (lanes.size === 0 || Date.now() - quietSince >= LINGER_MS) break;
        heartbeat();
        await wake();
      }
    } finally {
      // The next round sends them.
      unsent.push(...lanes.takeBackAll());
    }
    if (results.length + unsent.length > 0) await exchange(0);
    return { taken, failed };
  }
}
