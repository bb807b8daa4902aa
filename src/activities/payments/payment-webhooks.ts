import type { DeliveryOutcome, DrainHandler } from '#activities/events/events.activities.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import {
  createWebhookEventsRepository,
  type WebhookEventRow,
} from '#db/payments/webhook-events.repository.js';
import { type Context, systemContext } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';
import { withDeliveryScope } from '#lib/delivery-scope.js';

/** Reports of different orders do not wait for each other; more at once would only fill the pool. */
const PARALLEL = 8;

type Deps = Pick<Platform, 'unitOfWork' | 'operations' | 'clock' | 'logger'>;

/** Works off what payment providers have told. An event and its effect are one transaction, so each counts once. */
export function createPaymentWebhooksHandler(deps: Deps): DrainHandler {
  const { unitOfWork, clock, logger } = deps;
  const events = createWebhookEventsRepository();
  const payments = createPaymentsRepository();
  const refunds = createRefundsRepository();
  const settlement = deps.operations.paymentSettlement;
  const settleRefund = deps.operations.refundSettlement;

  /** Applies one event; answers what became of it, for the log of events. */
  async function apply(tx: Tx, ctx: Context, event: WebhookEventRow): Promise<string> {
    const { providerId, payload, occurredAt } = event;
    const { type, amount, currency, providerPaymentId, failureReason } = payload;
    if (type === 'refund.processed' || type === 'refund.failed') {
      const refund = await refunds.findReported(tx, payload);
      if (!refund) return 'unknown_refund';
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

  async function process(id: string, requestId: string): Promise<void> {
    const now = clock.now();
    await unitOfWork.run(systemContext({ requestId }, now), async (tx) => {
      const event = await events.takeOpen(tx, id);
      if (!event) return;
      const ctx = systemContext({ requestId, actor: { type: 'webhook', id: event.providerId } }, now);
      const outcome = await apply(tx, ctx, event);
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
