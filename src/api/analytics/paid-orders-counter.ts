import type { LiveChannel } from '#db/kernel/live-channel.js';
import type { Knex } from '#db/kernel/knex.js';
import { type PaidOrder, readPaidIds, readPaidOrders } from '#db/analytics/paid-orders.query.js';
import { dayStart, localDayOf } from '#domain/analytics/local-days.js';
import type { Clock } from '#lib/clock.js';
import type { Logger } from '#lib/logger.js';

/** A burst of payments within this time is one statement. */
const BURST_MS = 10;
const RETRY_MS = 1_000;

export interface PaidOrdersListener {
  /** An order was counted. */
  paid(order: PaidOrder, count: number): void;
  /** The count was read anew: at midnight, and after the database connection was lost. */
  reset(count: number): void;
}

/**
 * The orders paid today, by id, so that an order that is read and notified counts once. Everything that reads or counts
 * is done one after the other; subscribed first and read then, nothing is missed.
 */
export function createPaidOrdersCounter(deps: {
  knex: Knex;
  live: LiveChannel;
  clock: Clock;
  logger: Logger;
  zone: () => string;
  listener: PaidOrdersListener;
}) {
  const { knex, live, clock, logger, zone, listener } = deps;
  const counted = new Set<string>();
  const notified = new Set<string>();
  /** The local day and zone of what is counted; undefined when it has to be read. */
  let counting: string | undefined;
  let since = new Date(0);
  let queue = Promise.resolve();
  let leave: (() => void) | undefined;
  let flush: NodeJS.Timeout | undefined;

  function enqueue(task: () => Promise<void>): Promise<void> {
    const result = queue.then(task);
    queue = result.catch(() => undefined);
    return result;
  }

  const current = () => `${localDayOf(clock.now(), zone())} ${zone()}`;

  /** Reads everything when another day has begun. @returns whether it did */
  async function readDay(): Promise<boolean> {
    const now = current();
    if (counting === now) return false;
    const start = dayStart(localDayOf(clock.now(), zone()), zone());
    const ids = await readPaidIds(knex, start);
    counted.clear();
    for (const id of ids) counted.add(id);
    since = start;
    counting = now;
    return true;
  }

  async function count(ids: readonly string[]): Promise<void> {
    const unknown = ids.filter((id) => !counted.has(id));
    if (unknown.length === 0) return;
    for (const order of await readPaidOrders(knex, unknown)) {
      if (order.paidAt < since || counted.has(order.id)) continue;
      counted.add(order.id);
      listener.paid(order, counted.size);
    }
  }

  async function reset(): Promise<void> {
    if (await readDay()) listener.reset(counted.size);
  }

  function later(ms: number): void {
    flush ??= setTimeout(() => {
      flush = undefined;
      const ids = [...notified];
      notified.clear();
      enqueue(async () => {
        await reset();
        await count(ids);
      }).catch((error: unknown) => {
        logger.warn({ err: error }, 'paid orders could not be read');
        for (const id of ids) notified.add(id);
        if (leave) later(RETRY_MS);
      });
    }, ms);
  }

  function onPaid(id: string): void {
    // After a reconnect anything may have been missed.
    if (id === '') counting = undefined;
    else notified.add(id);
    later(BURST_MS);
  }

  return {
    start(): void {
      counting = undefined;
      leave ??= live.subscribe('order.paid', onPaid);
    },

    stop(): void {
      leave?.();
      leave = undefined;
      clearTimeout(flush);
      flush = undefined;
      notified.clear();
    },

    /** Reads all orders of today, counts those without a notification, and hands over the count. */
    async read(take: (count: number) => void): Promise<void> {
      await enqueue(async () => {
        if (!(await readDay())) await count(await readPaidIds(knex, since));
        take(counted.size);
      });
    },

    /** Notices that another day has begun. */
    async checkDay(): Promise<void> {
      if (counting !== undefined && counting !== current()) await enqueue(reset);
    },

    get size(): number {
      return counted.size;
    },
  };
}
