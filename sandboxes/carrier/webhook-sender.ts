import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const RESPONSE_TIMEOUT_MS = 5_000;
const DEFAULT_RETRY_DELAYS_MS = [1, 2, 4, 8, 15, 30, 60, 120, 300].map((seconds) => seconds * 1000);
/** How long webhooks are collected before they are sent in another order. */
const SHUFFLE_WINDOW_MS = 100;
const LOG_LENGTH = 2_000;

export interface CarrierDelivery {
  url: string;
  state: 'waiting' | 'delivered' | 'given_up' | 'dropped';
  /** The status of each attempt, null without a response. */
  attempts: (number | null)[];
  body: string;
}

export interface CarrierWebhookOptions {
  secret: string;
  faults: { webhookDelayMs: number; duplicateWebhooks: boolean; shuffle: boolean; dropWebhooks: boolean };
  retryDelaysMs?: readonly number[];
}

/** Sends signed webhooks and repeats each until it gets 200. */
export function createCarrierWebhooks({ secret, faults, retryDelaysMs }: CarrierWebhookOptions) {
  const delays = retryDelaysMs ?? DEFAULT_RETRY_DELAYS_MS;
  const log: CarrierDelivery[] = [];
  const running = new Set<Promise<void>>();
  const stopped = new AbortController();
  let held: CarrierDelivery[] = [];

  const pause = (ms: number) =>
    sleep(ms, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);

  function start(work: () => Promise<void>): void {
    const promise = work().finally(() => running.delete(promise));
    running.add(promise);
  }

  async function post(delivery: CarrierDelivery): Promise<boolean> {
    try {
      const response = await fetch(delivery.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-carrier-signature': createHmac('sha256', secret).update(delivery.body).digest('hex'),
        },
        body: delivery.body,
        signal: AbortSignal.any([AbortSignal.timeout(RESPONSE_TIMEOUT_MS), stopped.signal]),
      });
      await response.arrayBuffer();
      delivery.attempts.push(response.status);
      return response.status === 200;
    } catch {
      delivery.attempts.push(null);
      return false;
    }
  }

  async function deliver(delivery: CarrierDelivery): Promise<void> {
    if (faults.webhookDelayMs > 0) await pause(faults.webhookDelayMs);
    for (const delay of [...delays, null]) {
      if (stopped.signal.aborted) break;
      if (await post(delivery)) {
        delivery.state = 'delivered';
        if (faults.duplicateWebhooks) await post(delivery);
        return;
      }
      if (delay === null) break;
      await pause(delay);
    }
    delivery.state = 'given_up';
  }

  function hold(delivery: CarrierDelivery): void {
    held.push(delivery);
    if (held.length > 1) return;
    start(async () => {
      await pause(SHUFFLE_WINDOW_MS);
      const batch = held.reverse();
      held = [];
      for (const each of batch) await deliver(each);
    });
  }

  return {
    /** Newest last, bounded. */
    log: log as readonly CarrierDelivery[],
    send(url: string | undefined, body: Record<string, unknown>): void {
      const dropped = url === undefined || faults.dropWebhooks;
      const delivery: CarrierDelivery = {
        url: url ?? '',
        state: dropped ? 'dropped' : 'waiting',
        attempts: [],
        body: JSON.stringify(body),
      };
      log.push(delivery);
      if (log.length > LOG_LENGTH) log.shift();
      if (dropped) return;
      if (faults.shuffle) hold(delivery);
      else start(() => deliver(delivery));
    },
    /** Resolves when nothing is being delivered and nothing waits for another attempt. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
    /** Gives up what is waiting. */
    async stop(): Promise<void> {
      stopped.abort();
      await Promise.all(running);
    },
  };
}

export type CarrierWebhooks = ReturnType<typeof createCarrierWebhooks>;
