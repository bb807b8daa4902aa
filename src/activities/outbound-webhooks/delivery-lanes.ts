import { type ClaimedDelivery, LEASE_SECONDS } from '#db/outbound-webhooks/deliveries.repository.js';
import { AHEAD_PER_ENDPOINT, AT_ONCE, AT_ONCE_PER_ENDPOINT } from '#domain/outbound-webhooks/delivery.js';

/** What waits here for longer goes back: meanwhile its endpoint may have been changed, disabled or deleted. */
const WAITS_MS = 1_000;
/** Nothing is sent in the last part of its lease: another process may begin it then. */
const USABLE_MS = (LEASE_SECONDS * 1_000) / 2;

interface Lane {
  underWay: number;
  waiting: { delivery: ClaimedDelivery; claimedAt: number }[];
  usedAt: number;
  /** How many may be claimed; doubles whenever all that were claimed have been sent. */
  ahead: number;
}

/** Sends what was claimed, a few at a time to each endpoint and in turns between them. */
export function createDeliveryLanes(send: (delivery: ClaimedDelivery) => Promise<void>) {
  const lanes = new Map<string, Lane>();
  const underWay = new Set<Promise<void>>();

  function begin(lane: Lane, delivery: ClaimedDelivery): void {
    lane.underWay += 1;
    const work = send(delivery).finally(() => {
      lane.underWay -= 1;
      underWay.delete(work);
      fill();
    });
    underWay.add(work);
  }

  /** Begins as much as there is room for, one of each endpoint in turn. */
  function fill(): void {
    const now = Date.now();
    for (let begun = true; begun;) {
      begun = false;
      for (const lane of lanes.values()) {
        if (underWay.size >= AT_ONCE) return;
        const [next] = lane.waiting;
        if (!next || lane.underWay >= AT_ONCE_PER_ENDPOINT || now - next.claimedAt > USABLE_MS) continue;
        lane.waiting.shift();
        begin(lane, next.delivery);
        begun = true;
      }
    }
  }

  /** What waits in lanes of which `is` is true; it will not be sent. Their endpoints begin small again. */
  function takeBack(is: (lane: Lane, endpointId: string) => boolean): string[] {
    return [...lanes].flatMap(([endpointId, lane]) => {
      if (lane.waiting.length === 0 || !is(lane, endpointId)) return [];
      lane.ahead = AT_ONCE_PER_ENDPOINT;
      return lane.waiting.splice(0).map(({ delivery }) => delivery.id);
    });
  }

  return {
    add(deliveries: readonly ClaimedDelivery[]): void {
      for (const delivery of deliveries) {
        const { endpointId } = delivery;
        const lane = lanes.get(endpointId) ?? {
          underWay: 0,
          waiting: [],
          usedAt: 0,
          ahead: AT_ONCE_PER_ENDPOINT,
        };
        lane.usedAt = Date.now();
        lane.waiting.push({ delivery, claimedAt: lane.usedAt });
        lanes.set(endpointId, lane);
      }
      fill();
    },

    /**
     * How many of each endpoint may be claimed now: twice as many as the last time where all of those were sent. Endpoints
     * that were long unused are forgotten.
     */
    nextAhead(): Record<string, number> {
      for (const [endpointId, lane] of lanes)
        if (lane.waiting.length === 0) {
          lane.ahead = Math.min(lane.ahead * 2, AHEAD_PER_ENDPOINT);
          if (lane.underWay === 0 && Date.now() - lane.usedAt > USABLE_MS) lanes.delete(endpointId);
        }
      return Object.fromEntries([...lanes].map(([endpointId, lane]) => [endpointId, lane.ahead]));
    },

    takeBackLate: () =>
      takeBack(({ waiting }) => Date.now() - (waiting[0]?.claimedAt ?? Infinity) > WAITS_MS),
    takeBackOf: (endpointIds: ReadonlySet<string>) => takeBack((_lane, id) => endpointIds.has(id)),
    takeBackAll: () => takeBack(() => true),

    /** Requests under way, and deliveries that wait here for theirs. */
    get size(): number {
      let waiting = 0;
      for (const lane of lanes.values()) waiting += lane.waiting.length;
      return underWay.size + waiting;
    },
    settled: async (): Promise<void> => void (await Promise.all(underWay)),
  };
}
