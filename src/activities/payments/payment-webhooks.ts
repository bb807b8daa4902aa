import type { DeliveryOutcome, DrainHandler } from '#activities/events/events.activities.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { createMovementsRepository } from '#db/reconciliation/movements.repository.js';
import type { ListedDispute, ListedSettlement } from '#domain/payments/provider-books.js';
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
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import { createProviderQuestion } from './ask-provider.js';
import { createRefundQuestion } from '#operations/payments/ask-refund.js';
import { withDeliveryScope } from '#lib/delivery-scope.js';

/** Reports of different orders do not wait for each other; more at once would only fill the pool. */
const PARALLEL = 8;

/** The outcome of an event of which nothing follows, because it says two things. */
const CONTRADICTION = 'contradiction';
/** The outcome of an event that is too old to be trusted, of what the daily fetch reads anyway. */
const LEFT_TO_FETCH = 'left_to_fetch';
/** Older than this when it arrives, an event is a replay: providers repeat for a day, some for three. */
const STALE_MS = 3 * 24 * 3_600_000;

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'operations' | 'settings' | 'clock' | 'logger'> & {
  providers: PaymentProviders;
};

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
  const { providerMoney, disputeSteps, settlementSteps } = deps.operations;
  const movements = createMovementsRepository();

  /** A refund, as the provider has it. */
  async function applyRefund(tx: Tx, ctx: Context, event: WebhookEventRow): Promise<string> {
    const { providerId, payload, occurredAt } = event;
    const { type, amount = 0, currency = '', providerPaymentId, providerRefundId, refundId } = payload;
    const refund = await refunds.findReported(tx, payload);
    const refunded = refund && (await payments.find(tx, refund.paymentId));
    if (providerPaymentId && refunded?.providerPaymentId && providerPaymentId !== refunded.providerPaymentId)
      return CONTRADICTION;
    const states = { 'refund.processed': 'done', 'refund.failed': 'failed' } as const;
    const report = {
      providerId,
      kind: 'refund' as const,
      providerRef: providerRefundId ?? refund?.id ?? event.id,
      providerPaymentId: providerPaymentId ?? refunded?.providerPaymentId ?? null,
      providerOrderId: payload.providerOrderId,
      orderNumber: payload.orderNumber,
      state: type === 'refund.processed' || type === 'refund.failed' ? states[type] : ('pending' as const),
      stateAt: occurredAt,
      amount: -(amount || (refund ? refund.amount - refund.storeCredit : 0)),
      currency: currency || (refunded?.currency ?? ''),
      occurredAt,
      paymentId: payload.paymentId,
      refundId: refund?.id ?? refundId,
    };
    return providerMoney.takeRefund(tx, ctx, report, payload.failureReason);
  }

  /** Applies one event; returns what became of it, for the log of events. */
  async function apply(tx: Tx, ctx: Context, event: WebhookEventRow): Promise<string> {
    const { providerId, payload, occurredAt } = event;
    const { type, amount, currency, providerPaymentId, providerOrderId, failureReason } = payload;
    if (payload.dispute) {
      const at = occurredAt;
      return disputeSteps.take(tx, ctx, providerId, readDispute(payload.dispute), { at });
    }
    if (payload.settlement) {
      await settlementSteps.take(tx, ctx, providerId, readSettlement(payload.settlement));
      return 'recorded';
    }
    if (type.startsWith('refund.')) return applyRefund(tx, ctx, event);
    const payment = await payments.findReported(tx, { providerId, ...payload });
    if (payment && contradicts(payload, payment)) return CONTRADICTION;
    if (type === 'payment.failed' && payment) {
      const reason = failureReason ?? 'The payment was declined';
      return (await settlement.declined(tx, ctx, payment.id, reason)) ?? 'nothing_new';
    }
    const money = {
      providerPaymentId: providerPaymentId ?? null,
      amount: amount ?? payment?.amount ?? 0,
      currency: currency ?? payment?.currency ?? '',
      at: occurredAt,
    };
    // Its row of the provider's books is written with those of the whole batch: a buyer waits for the confirmation.
    const outcome = payment && ((await settlement.captured(tx, ctx, payment.id, money)) ?? 'nothing_new');
    if (outcome && (outcome === 'confirmed' || outcome === 'nothing_new' || !providerPaymentId))
      return outcome;
    const report = {
      providerId,
      kind: 'payment' as const,
      providerRef: providerPaymentId ?? event.id,
      providerPaymentId: providerPaymentId ?? null,
      providerOrderId,
      orderNumber: payload.orderNumber,
      paymentId: payload.paymentId,
      state: type === 'payment.captured' ? ('done' as const) : ('failed' as const),
      stateAt: occurredAt,
      amount: money.amount,
      currency: money.currency,
      fee: payload.fee,
      feeTax: payload.tax,
      occurredAt,
    };
    const recorded = await providerMoney.takePayment(tx, ctx, report);
    return outcome ?? recorded;
  }

  /** For an event that is too old to be trusted, asks its provider for the current state and applies that. */
  async function askInstead({ providerId, payload }: WebhookEventRow, requestId: string): Promise<string> {
    if (payload.type === 'payment.failed') return 'too_old';
    // The daily fetch reads these from the provider itself.
    if (payload.dispute ?? payload.settlement) return LEFT_TO_FETCH;
    if (payload.type === 'payment.captured') {
      const payment = await payments.findReported(knex, { providerId, ...payload });
      if (!payment) return LEFT_TO_FETCH;
      if (contradicts(payload, payment)) return CONTRADICTION;
      return `asked_${(await askProvider(payment, { name: 'payments-webhooks', requestId })) ?? 'nothing'}`;
    }
    const refund = await refunds.findReported(knex, payload);
    const payment = refund && (await payments.find(knex, refund.paymentId));
    if (!refund || !payment) return LEFT_TO_FETCH;
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

  async function process(id: string, requestId: string, confirmed: string[]): Promise<void> {
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
      if (outcome === 'unmatched')
        logger.warn(
          { webhookEvent: id },
          'payment webhook without a matching payment: it waits for a person',
        );
      await events.markProcessed(tx, id, outcome);
      if (outcome === 'confirmed') confirmed.push(id);
    });
  }

  /** The rows of the provider's books for captures, all of a batch at once; what is lost here the daily fetch writes. */
  async function recordCaptures(confirmed: readonly string[]): Promise<void> {
    if (confirmed.length === 0) return;
    try {
      await movements.recordCaptures(knex, confirmed);
    } catch (error) {
      logger.warn({ err: error }, 'captures are left to the daily fetch of the books');
    }
  }

  return async (deliveries) => {
    const outcomes: DeliveryOutcome[] = [];
    const confirmed: string[] = [];
    for (let start = 0; start < deliveries.length; start += PARALLEL) {
      const slice = deliveries.slice(start, start + PARALLEL);
      const results = await Promise.allSettled(
        slice.map(({ event }) =>
          withDeliveryScope(event, 'payment webhook', () =>
            process(event.entityId, event.requestId, confirmed),
          ),
        ),
      );
      results.forEach((result, index) => {
        const { id } = slice[index] as (typeof slice)[number];
        if (result.status === 'fulfilled') outcomes.push({ id });
        else outcomes.push({ id, error: String(result.reason) });
      });
    }
    await recordCaptures(confirmed);
    return outcomes;
  };
}

type Stored<Name extends 'dispute' | 'settlement'> = NonNullable<StoredPaymentEvent[Name]>;

function readDispute(stored: Stored<'dispute'>): ListedDispute {
  const { dueAt, createdAt, ...dispute } = stored;
  return { ...dispute, dueAt: dueAt === null ? null : new Date(dueAt), createdAt: new Date(createdAt) };
}

function readSettlement(stored: Stored<'settlement'>): ListedSettlement {
  const { processedAt, createdAt, ...settlement } = stored;
  return {
    ...settlement,
    processedAt: processedAt === null ? null : new Date(processedAt),
    createdAt: new Date(createdAt),
  };
}
