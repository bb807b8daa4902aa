import { createHmac } from 'node:crypto';
import type { PayoutEntity } from '../payouts/payout-book.js';
import {
  type DisputeEntity,
  entityId,
  epochSeconds,
  type OrderEntity,
  type PaymentEntity,
  type RefundEntity,
  type SettlementEntity,
} from './entities.js';

/** The gateway gives a receiver five seconds. */
const RESPONSE_TIMEOUT_MS = 5_000;
/** Waits between attempts; the real gateway goes on for a day, which no development session lasts. */
const DEFAULT_RETRY_DELAYS_MS = [1, 2, 4, 8, 15, 30, 60, 60, 120, 300, 600].map((s) => s * 1000);
/** How long events are collected before they are sent in the wrong order. */
const SHUFFLE_WINDOW_MS = 100;
const LOG_LENGTH = 500;

export interface EventPayload {
  order?: OrderEntity;
  payment?: PaymentEntity;
  refund?: RefundEntity;
  payout?: PayoutEntity;
  dispute?: DisputeEntity;
  settlement?: SettlementEntity;
  payment_link?: PaymentLinkEntity;
}

/** A link that a person of the shop made in the gateway's console and that belongs to no order of the shop. */
export interface PaymentLinkEntity {
  id: string;
  entity: 'payment_link';
  amount: number;
  currency: string;
  description: string;
  order_id: string;
  status: 'paid';
}

export interface DeliveryAttempt {
  at: string;
  status: number | null;
  error?: string;
}

export interface WebhookDelivery {
  eventId: string;
  event: string;
  state: 'waiting' | 'delivered' | 'given_up' | 'dropped';
  attempts: DeliveryAttempt[];
  body: string;
}

export interface WebhookFaults {
  duplicateWebhooks: boolean;
  shuffle: boolean;
  dropWebhooks: boolean;
  /** Events are kept back until it is set back. */
  holdWebhooks?: boolean;
}

export interface WebhookSender {
  send(event: string, payload: EventPayload | Record<string, { id: string }>): void;
  /** Sends what was kept back: the newest first where `shuffle` is set. */
  release(): void;
  /** Sends an event again under its own id, also one that was dropped. @returns false when it is not known */
  resend(eventId: string): boolean;
  /** Newest last, bounded. */
  readonly log: readonly WebhookDelivery[];
  /** Resolves when nothing is being delivered and nothing waits for another attempt. */
  settled(): Promise<void>;
  /** Gives up what is waiting. */
  stop(): Promise<void>;
}

export interface WebhookSenderOptions {
  /** Where events go, read for each attempt; undefined sends none. */
  url: () => string | undefined;
  secret: string;
  faults: WebhookFaults;
  now: () => Date;
  retryDelaysMs?: readonly number[];
}

/** Sends signed events and repeats each until it gets 2xx. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const delays = options.retryDelaysMs ?? DEFAULT_RETRY_DELAYS_MS;
  const log: WebhookDelivery[] = [];
  const running = new Set<Promise<void>>();
  const stopped = new AbortController();
  let held: WebhookDelivery[] = [];
  let kept: WebhookDelivery[] = [];

  function start(work: () => Promise<void>): void {
    const promise = work().finally(() => running.delete(promise));
    running.add(promise);
  }

  async function post(delivery: WebhookDelivery): Promise<boolean> {
    const attempt: DeliveryAttempt = { at: options.now().toISOString(), status: null };
    delivery.attempts.push(attempt);
    try {
      const response = await fetch(options.url() ?? '', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-razorpay-event-id': delivery.eventId,
          'x-razorpay-signature': createHmac('sha256', options.secret).update(delivery.body).digest('hex'),
        },
        body: delivery.body,
        signal: AbortSignal.any([AbortSignal.timeout(RESPONSE_TIMEOUT_MS), stopped.signal]),
      });
      await response.arrayBuffer();
      attempt.status = response.status;
      return response.ok;
    } catch (error) {
      attempt.error = reasonOf(error);
      return false;
    }
  }

  async function deliver(delivery: WebhookDelivery): Promise<void> {
    for (const delay of [...delays, null]) {
      if (await post(delivery)) {
        delivery.state = 'delivered';
        if (options.faults.duplicateWebhooks) await post(delivery);
        return;
      }
      if (delay === null || stopped.signal.aborted) break;
      await pause(delay, stopped.signal);
    }
    delivery.state = 'given_up';
  }

  function hold(delivery: WebhookDelivery): void {
    held.push(delivery);
    if (held.length > 1) return;
    start(async () => {
      await pause(SHUFFLE_WINDOW_MS, stopped.signal);
      const batch = held.reverse();
      held = [];
      for (const each of batch) await deliver(each);
    });
  }

  function dispatch(delivery: WebhookDelivery): void {
    if (options.faults.holdWebhooks) kept.push(delivery);
    else if (options.faults.shuffle) hold(delivery);
    else start(() => deliver(delivery));
  }

  return {
    log,
    send(event, payload) {
      const entities = Object.entries(payload).filter(([, entity]) => entity !== undefined);
      const delivery: WebhookDelivery = {
        eventId: entityId('evt').replace('evt_', ''),
        event,
        state: options.url() && !options.faults.dropWebhooks ? 'waiting' : 'dropped',
        attempts: [],
        body: JSON.stringify({
          entity: 'event',
          account_id: 'acc_Sandbox0000001',
          event,
          contains: entities.map(([kind]) => kind),
          payload: Object.fromEntries(entities.map(([kind, entity]) => [kind, { entity }])),
          created_at: epochSeconds(options.now()),
        }),
      };
      log.push(delivery);
      if (log.length > LOG_LENGTH) log.shift();
      if (delivery.state === 'dropped') return;
      dispatch(delivery);
    },
    release() {
      const batch = options.faults.shuffle ? kept.reverse() : kept;
      kept = [];
      start(async () => {
        for (const each of batch) await deliver(each);
      });
    },
    resend(eventId) {
      const delivery = log.find((each) => each.eventId === eventId);
      if (!delivery || !options.url()) return false;
      delivery.state = 'waiting';
      start(() => deliver(delivery));
      return true;
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
    async stop() {
      stopped.abort();
      await Promise.all(running);
    },
  };
}

/** Waits; ends early when the sandbox stops. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}

function reasonOf(error: unknown): string {
  const cause = (error as { cause?: { code?: string } } | null)?.cause;
  return cause?.code ?? (error instanceof Error ? error.message : String(error));
}
