import type { ProviderPayment, Refund } from '#domain/payments/payment.js';
import { type CreatedRefund, refundedPayment } from '#integrations/payments/payment-provider.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import { readPaymentSettings } from '#integrations/payments/read-payment-settings.js';
import type { Platform } from '#operations/platform.js';

/** What a provider has of a refund of ours. */
export interface KnownRefund {
  /** The one that counts: it went back, is on its way, or failed. Null when the provider has none. */
  current: CreatedRefund | null;
  /** How many of it the provider let fail. */
  failures: number;
}

export type RefundQuestion = (
  refund: Pick<Refund, 'id'>,
  payment: Pick<
    ProviderPayment,
    'id' | 'providerId' | 'providerPaymentId' | 'providerOrderId' | 'providerData'
  >,
  signal?: AbortSignal,
) => Promise<KnownRefund>;

/**
 * Asks a payment's provider what it made of a refund, for when its response or its webhook was lost.
 * @throws HttpCallError when the provider cannot be reached
 */
export function createRefundQuestion({
  providers,
  settings,
}: Pick<Platform, 'settings'> & { providers: PaymentProviders }): RefundQuestion {
  return async ({ id: refundId }, payment, signal) => {
    const known = await providers.get(payment.providerId)?.findRefunds?.({
      settings: readPaymentSettings(settings),
      ...refundedPayment(payment),
      refundId,
      signal,
    });
    return summaryOf(known ?? []);
  };
}

function summaryOf(known: readonly CreatedRefund[]): KnownRefund {
  const rank = ['processed', 'pending', 'failed'];
  const [current = null] = [...known].sort((a, b) => rank.indexOf(a.status) - rank.indexOf(b.status));
  return { current, failures: known.filter(({ status }) => status === 'failed').length };
}
