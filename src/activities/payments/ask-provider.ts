import type { SettleOutcome } from '#operations/payments/settle-payment.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import type { Payment } from '#domain/payments/payment.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import { readPaymentSettings } from '#integrations/payments/read-payment-settings.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'unitOfWork' | 'operations' | 'settings' | 'clock'> & {
  providers: PaymentProviders;
};

export type AskableProvider = (
  payment: Pick<Payment, 'id' | 'providerId' | 'providerOrderId'>,
  by: Partial<Origin> & { name: string },
  signal?: AbortSignal,
) => Promise<SettleOutcome | null>;

/**
 * Asks a payment's provider whether it holds money for it, for when a webhook was lost, and settles what it reports as
 * the webhook would have. Null when there is nothing to ask or nothing was paid.
 * @throws HttpCallError when the provider cannot be reached
 */
export function createProviderQuestion({
  providers,
  unitOfWork,
  settings,
  clock,
  operations,
}: Deps): AskableProvider {
  const settlement = operations.paymentSettlement;
  return async ({ id, providerId, providerOrderId }, { name, requestId }, signal) => {
    const provider = providers.get(providerId);
    if (!provider?.findCapture || !providerOrderId) return null;
    const capture = await provider.findCapture({
      settings: readPaymentSettings(settings),
      providerOrderId,
      signal,
    });
    if (!capture) return null;
    const { providerPaymentId, amount, currency, capturedAt: at } = capture;
    const ctx = systemContext({ name, requestId }, clock.now());
    return unitOfWork.run(ctx, (tx) =>
      settlement.captured(tx, ctx, id, { providerPaymentId, amount, currency, at }),
    );
  };
}
