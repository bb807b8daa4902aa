import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import { HttpCallError } from '#integrations/http/http-call-error.js';
import { refundedPayment } from '#integrations/payments/payment-provider.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import { readPaymentSettings } from '#integrations/payments/read-payment-settings.js';
import type { Platform } from '#operations/platform.js';
import type { ProviderPayment, Refund } from '#domain/payments/payment.js';
import { createRefundQuestion } from '#operations/payments/ask-refund.js';

/**
 * How the provider took a refund. `pending` ends by webhook, or by asking; `unclear` may have moved money or not, so it
 * stays open; `settled` was ended by somebody else.
 */
export interface RefundResponse {
  status: 'processed' | 'pending' | 'failed' | 'unclear' | 'settled';
  providerRefundId: string | null;
  /** Why it was refused, or why nobody knows. */
  reason?: string;
}

/** What we say of a refund that the provider has let fail without a word. */
export const REFUND_FAILED = 'The payment provider could not refund';
/** Providers forget idempotency keys after a day; what is older than this is looked for before it is sent. */
const KEY_IS_FRESH_MS = 60 * 60 * 1_000;

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'operations' | 'settings' | 'clock'> & {
  providers: PaymentProviders;
};

export function createPaymentsActivities(deps: Deps) {
  const { knex, unitOfWork, settings, clock, providers } = deps;
  const payments = createPaymentsRepository();
  const refunds = createRefundsRepository();
  const settleRefund = deps.operations.refundSettlement;
  const ask = createRefundQuestion(deps);

  async function openRefund(
    refundId: string,
  ): Promise<{ refund: Refund; payment: ProviderPayment } | undefined> {
    const refund = await refunds.find(knex, refundId);
    const payment = refund && (await payments.find(knex, refund.paymentId));
    // What somebody made at the provider is sent by nobody here.
    const isOwn = refund?.origin === 'platform' && !refund.awaitingApproval;
    return isOwn && refund.status === 'pending' && payment ? { refund, payment } : undefined;
  }

  /** Whether somebody may have sent it before us, and its key is no protection any more. */
  function mayBeThere(refund: Refund): boolean {
    const age = clock.now().getTime() - refund.createdAt.getTime();
    return refund.providerRefundId !== null || refund.retries > 0 || age > KEY_IS_FRESH_MS;
  }

  return {
    /** Asks the provider for a refund, under its own id: asking again moves no money again. */
    async sendRefund({ refundId }: { refundId: string; origin: Origin }): Promise<RefundResponse> {
      const open = await openRefund(refundId);
      // It ended by a webhook before we could ask again, or the row is gone.
      if (!open) return { status: 'settled', providerRefundId: null };
      const { refund, payment } = open;
      // An operator pays it; only a run that is older than this rule gets here.
      if (refund.byHand) return { status: 'settled', providerRefundId: null };
      // All of it becomes store credit: nothing leaves the platform.
      if (refund.storeCredit === refund.amount) return { status: 'processed', providerRefundId: null };
      const provider = providers.get(payment.providerId);
      if (!provider) {
        const reason = `There is no payment provider ${payment.providerId}`;
        return { status: 'failed', providerRefundId: null, reason };
      }
      try {
        const known = mayBeThere(refund) ? await ask(refund, payment) : undefined;
        if (known?.current && known.current.status !== 'failed') return known.current;
        return await provider.refund({
          settings: readPaymentSettings(settings),
          ...refundedPayment(payment),
          refundId,
          // A refusal is repeated under its key, so that a refund which an operator sends again has another.
          attempt: Math.max(known?.failures ?? 0, refund.retries) + 1,
          amount: refund.amount - refund.storeCredit,
          currency: payment.currency,
          reason: refund.reason,
        });
      } catch (error) {
        // Only a clear no is final: whatever else went wrong, the money may have moved, and is asked for again.
        const refused = error instanceof HttpCallError && error.outcome === 'answered' && !error.retryable;
        if (!refused) throw error;
        return { status: 'failed', providerRefundId: null, reason: error.reason };
      }
    },

    /** What the provider made of a refund that was perhaps sent; null when it has none. */
    async askRefund({ refundId }: { refundId: string; origin: Origin }): Promise<RefundResponse | null> {
      const open = await openRefund(refundId);
      if (!open) return { status: 'settled', providerRefundId: null };
      const { current } = await ask(open.refund, open.payment);
      return current && { ...current, reason: current.status === 'failed' ? REFUND_FAILED : undefined };
    },

    /** Notes how the provider took it. */
    async recordRefund({
      refundId,
      origin,
      status,
      providerRefundId,
      reason,
      request,
    }: RefundResponse & { refundId: string; origin: Origin; request?: string }): Promise<void> {
      if (status === 'settled') return;
      const ctx = systemContext(origin, clock.now());
      await unitOfWork.run(ctx, async (tx) => {
        if (status === 'pending') await refunds.recordSent(tx, { refundId, request }, providerRefundId);
        else if (status === 'unclear') await refunds.recordUnclear(tx, { refundId, request }, reason ?? '');
        else await settleRefund(tx, ctx, refundId, { status, providerRefundId, reason, request });
      });
    },
  };
}

export type PaymentsActivities = ReturnType<typeof createPaymentsActivities>;
