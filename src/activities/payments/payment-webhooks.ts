import type { DeliveryOutcome, DrainHandler } from '#activities/events/events.activities.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import {
  createWebhookEventsRepository,
  type StoredPaymentEvent,
  type WebhookEventRow,
} from '#db/payments/webhook-events.repository.js';
import { type Context, systemContext } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';
import type { Payment } from '#domain/payments/payment.js';
import type { PaymentEventType } from '#domain/payments/provider-books.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import { createProviderQuestion } from './ask-provider.js';
import { createRefundQuestion } from '#operations/payments/ask-refund.js';
import { withDeliveryScope } from '#lib/delivery-scope.js';

/** Reports of different orders do not wait for each other; more at once would only fill the pool. */
const PARALLEL = 8;

/** The outcome of an event of which nothing follows, because it says two things. */
const CONTRADICTION = 'contradiction';
/** Older than this when it arrives, an event is a replay: providers repeat for a day, some for three. */
const STALE_MS = 3 * 24 * 3_600_000;

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'operations' | 'settings' | 'clock' | 'logger'> & {
  providers: PaymentProviders;
};

/** Events that say what stands in the provider's books, and change no payment or refund of ours. */
function isOfBooks(type: PaymentEventType): boolean {
  return type === 'refund.created' || type.startsWith('dispute.') || type.startsWith('settlement.');
}

/** Whether the reference that came back and the provider's own order name two different payments. */
function contradicts({ paymentId, providerOrderId }: StoredPaymentEvent, payment: Payment): boolean {
  const byReference = paymentId === payment.id;
  return (
    byReference &&
    Boolean(providerOrderId && payment.providerOrderId && providerOrderId !== payment.providerOrderId)
  );
}

/** Processes stored payment webhooks. An event and its effect are one transaction, so each counts once. */
export function createPaymentWebhooksHandler(deps: Deps): DrainHandler {
  const { knex, unitOfWork, clock, logger, providers } = deps;
  const askProvider = createProviderQuestion({ ...deps, providers });
  const askRefund = createRefundQuestion({ ...deps, providers });
  const events = createWebhookEventsRepository();
  const payments = createPaymentsRepository();
  const refunds = createRefundsRepository();
  const settlement = deps.operations.paymentSettlement;
  const settleRefund = deps.operations.refundSettlement;

  /** Applies one event; returns what became of it, for the log of events. */
  async function apply(tx: Tx, ctx: Context, event: WebhookEventRow): Promise<string> {
    const { providerId, payload, occurredAt } = event;
    const { type, amount, currency, providerPaymentId, failureReason } = payload;
    if (isOfBooks(type)) return 'recorded';
    if (type === 'refund.processed' || type === 'refund.failed') {
      const refund = await refunds.findReported(tx, payload);
      if (!refund) return 'unknown_refund';
      const refunded = await payments.find(tx, refund.paymentId);
      if (
        providerPaymentId &&
        refunded?.providerPaymentId &&
        providerPaymentId !== refunded.providerPaymentId
      )
        return CONTRADICTION;
      const status = type === 'refund.processed' ? 'processed' : 'failed';
      const end = {
        status,
        providerRefundId: payload.providerRefundId ?? null,
        reason: failureReason,
      } as const;
      return (await settleRefund(tx, ctx, refund.id, end)) ? status : 'nothing_new';
    }
    const payment = await payments.findReported(tx, { providerId, ...payload });
    if (!payment) return 'unknown_payment';
    if (contradicts(payload, payment)) return CONTRADICTION;
    if (type === 'payment.failed') {
      const reason = failureReason ?? 'The payment was declined';
      return (await settlement.declined(tx, ctx, payment.id, reason)) ?? 'unknown_payment';
    }
    const money = {
      providerPaymentId: providerPaymentId ?? null,
      amount: amount ?? payment.amount,
      currency: currency ?? payment.currency,
      at: occurredAt,
    };
    return (await settlement.captured(tx, ctx, payment.id, money)) ?? 'unknown_payment';
  }

  /** For an event that is too old to be trusted, asks its provider for the current state and applies that. */
  async function askInstead({ providerId, payload }: WebhookEventRow, requestId: string): Promise<string> {
    if (isOfBooks(payload.type)) return 'recorded';
    if (payload.type === 'payment.failed') return 'too_old';
    if (payload.type === 'payment.captured') {
      const payment = await payments.findReported(knex, { providerId, ...payload });
      if (!payment) return 'unknown_payment';
      if (contradicts(payload, payment)) return CONTRADICTION;
      return `asked_${(await askProvider(payment, { name: 'payments-webhooks', requestId })) ?? 'nothing'}`;
    }
    const refund = await refunds.findReported(knex, payload);
    const payment = refund && (await payments.find(knex, refund.paymentId));
    if (!refund || !payment) return 'unknown_refund';
    const { current } = await askRefund(refund, payment);
    if (!current || current.status === 'pending') return 'asked_nothing';
    const end = { status: current.status, providerRefundId: current.providerRefundId } as const;
    const ctx = systemContext({ requestId, name: 'payments-webhooks' }, clock.now());
    const settled = await unitOfWork.run(ctx, (tx) => settleRefund(tx, ctx, refund.id, end));
    return settled ? `asked_${current.status}` : 'asked_nothing_new';
  }

  async function processStale(event: WebhookEventRow, requestId: string): Promise<void> {
    const outcome = await askInstead(event, requestId);
    logger.warn(
      { webhookEvent: event.id, outcome },
      'payment webhook was too old: its provider was asked instead',
    );
    const ctx = systemContext({ requestId }, clock.now());
    await unitOfWork.run(ctx, (tx) => events.markProcessed(tx, event.id, outcome));
  }

  async function process(id: string, requestId: string): Promise<void> {
    const stored = await events.find(knex, id);
    if (!stored || stored.processedAt) return;
    if (stored.receivedAt.getTime() - stored.occurredAt.getTime() > STALE_MS)
      return processStale(stored, requestId);
    const now = clock.now();
    await unitOfWork.run(systemContext({ requestId }, now), async (tx) => {
      const event = await events.takeOpen(tx, id);
      if (!event) return;
      const ctx = systemContext({ requestId, actor: { type: 'webhook', id: event.providerId } }, now);
      const outcome = await apply(tx, ctx, event);
      if (outcome === CONTRADICTION)
        logger.error({ webhookEvent: id }, 'payment webhook refused: its reference and its order disagree');
      if (outcome.startsWith('unknown'))
        logger.warn({ webhookEvent: id, outcome }, 'payment webhook ignored: no matching payment');
      await events.markProcessed(tx, id, outcome);
    });
  }

  return async (deliveries) => {
    const outcomes: DeliveryOutcome[] = [];
    for (let start = 0; start < deliveries.length; start += PARALLEL) {
      const slice = deliveries.slice(start, start + PARALLEL);
      const results = await Promise.allSettled(
        slice.map(({ event }) =>
          withDeliveryScope(event, 'payment webhook', () => process(event.entityId, event.requestId)),
        ),
      );
      results.forEach((result, index) => {
        const { id } = slice[index] as (typeof slice)[number];
        if (result.status === 'fulfilled') outcomes.push({ id });
        else outcomes.push({ id, error: String(result.reason) });
      });
    }
    return outcomes;
  };
}
