import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { ListedDispute, ListedSettlement, PaymentEventType } from '#domain/payments/provider-books.js';

/** What a provider reported, in the terms of the platform. Instants are ISO 8601, amounts subunits. */
export interface StoredPaymentEvent {
  type: PaymentEventType;
  /** The provider's own name of it. */
  providerEvent: string;
  paymentId?: string;
  refundId?: string;
  providerOrderId?: string;
  providerPaymentId?: string;
  providerRefundId?: string;
  amount?: number;
  currency?: string;
  failureReason?: string;
  orderNumber?: string;
  fee?: number;
  tax?: number;
  dispute?: Stored<ListedDispute>;
  settlement?: Stored<ListedSettlement>;
}

/** As jsonb gives it back. */
type Stored<T> = { [K in keyof T]: Date extends T[K] ? string | Extract<T[K], null> : T[K] };

export interface WebhookEventRow {
  id: string;
  providerId: string;
  eventId: string;
  payload: StoredPaymentEvent;
  occurredAt: Date;
  receivedAt: Date;
  processedAt: Date | null;
}

/** The events that payment providers sent, each kept once. */
export function createWebhookEventsRepository() {
  return {
    /** @returns false for an event that is here already, by its id or by the body that was signed */
    async insert(
      tx: Tx,
      event: {
        id: string;
        providerId: string;
        eventId: string;
        occurredAt: Date;
        bodyHash: string;
        payload: StoredPaymentEvent;
      },
    ): Promise<boolean> {
      const { payload } = event;
      const inserted = await tx('payments_webhook_events')
        .insert({
          ...event,
          type: payload.type,
          payload: JSON.stringify(payload),
          // Nothing follows from it, so nobody will process it.
          ...(payload.type === 'ignored' ? { processedAt: tx.fn.now(), outcome: 'ignored' } : {}),
        })
        .onConflict()
        .ignore()
        .returning('id');
      return inserted.length > 0;
    },

    async find(reader: Reader, id: string): Promise<WebhookEventRow | undefined> {
      return reader('payments_webhook_events').where({ id }).first() as Promise<WebhookEventRow | undefined>;
    },

    /** Locks an event that waits to be processed; undefined when it has been. */
    async takeOpen(tx: Tx, id: string): Promise<WebhookEventRow | undefined> {
      return tx('payments_webhook_events')
        .where({ id })
        .whereNull('processedAt')
        .forUpdate()
        .first() as Promise<WebhookEventRow | undefined>;
    },

    async markProcessed(tx: Tx, id: string, outcome: string): Promise<void> {
      await tx('payments_webhook_events').where({ id }).update({ processedAt: tx.fn.now(), outcome });
    },
  };
}

export type WebhookEventsRepository = ReturnType<typeof createWebhookEventsRepository>;
