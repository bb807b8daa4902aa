import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { createRefundSettlement } from '#db/payments/settle-refund.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import { HttpCallError } from '#integrations/http/http-call-error.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import { readPaymentSettings } from '#integrations/payments/read-payment-settings.js';
import type { Container } from '#lib/container.js';

/** How the provider took a refund. `pending` ends by webhook. */
export interface RefundAnswer {
  status: 'processed' | 'pending' | 'failed' | 'settled';
  providerRefundId: string | null;
  /** Why it was refused. */
  reason?: string;
}

type Deps = Pick<Container, 'knex' | 'unitOfWork' | 'outbox' | 'live' | 'mail' | 'settings' | 'clock'> & {
  providers: PaymentProviders;
};

export function createPaymentsActivities(deps: Deps) {
  const { knex, unitOfWork, settings, clock, providers } = deps;
  const payments = createPaymentsRepository();
  const settleRefund = createRefundSettlement(deps);

  return {
    /** Asks the provider for a refund, under its own id: asking again moves no money again. */
    async sendRefund({ refundId }: { refundId: string; origin: Origin }): Promise<RefundAnswer> {
      const refund = await payments.findRefund(knex, refundId);
      const payment = refund && (await payments.find(knex, refund.paymentId));
      // It ended by a webhook before we could ask again, or the row is gone.
      if (!refund || !payment || refund.status !== 'pending')
        return { status: 'settled', providerRefundId: null };
      const provider = providers.get(payment.providerId);
      if (!provider) {
        const reason = `There is no payment provider ${payment.providerId}`;
        return { status: 'failed', providerRefundId: null, reason };
      }
      try {
        return await provider.refund({
          settings: readPaymentSettings(settings),
          providerPaymentId: payment.providerPaymentId ?? payment.id,
          refundId,
          amount: refund.amount,
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

    /** Notes how the provider took it. */
    async recordRefund({
      refundId,
      origin,
      status,
      providerRefundId,
      reason,
    }: RefundAnswer & { refundId: string; origin: Origin }): Promise<void> {
      if (status === 'settled') return;
      const ctx = systemContext(origin, clock.now());
      await unitOfWork.run(ctx, async (tx) => {
        if (status === 'pending') await payments.noteRefundSent(tx, refundId, providerRefundId);
        else await settleRefund(tx, ctx, refundId, { status, providerRefundId, reason });
      });
    },
  };
}

export type PaymentsActivities = ReturnType<typeof createPaymentsActivities>;
