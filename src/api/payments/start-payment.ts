import { setTimeout as sleep } from 'node:timers/promises';
import { createPaymentCreationRepository } from '#db/payments/payment-creation.repository.js';
import type { OrderView } from '#db/orders/order.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { Payment } from '#domain/payments/payment.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { HttpCallError } from '#integrations/http/http-call-error.js';
import type { CreatePaymentInput } from '#integrations/payments/payment-provider.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import { readPaymentSettings } from '#integrations/payments/read-payment-settings.js';
import type { Platform } from '#operations/platform.js';

/** How long an equal request waits for the one that is creating the payment. */
const WAIT_MS = 5_000;
const POLL_MS = 50;

/** Creates payments at their provider, outside of any transaction and once each. */
export function createPaymentInitiator(platform: Platform, providers: PaymentProviders) {
  const { knex, unitOfWork, settings, config, logger } = platform;
  const creation = createPaymentCreationRepository();
  const settlement = platform.operations.paymentSettlement;

  function inputOf(order: OrderView, payment: Payment, returnUrl: string | undefined): CreatePaymentInput {
    const { email, customerName: name, orderNumber, shippingAddress } = order;
    return {
      settings: readPaymentSettings(settings),
      paymentId: payment.id,
      orderNumber,
      amount: payment.amount,
      currency: payment.currency,
      method: payment.method,
      customer: { email, name, phone: shippingAddress.phone },
      returnUrl: returnUrl ?? returnUrlOf(order),
      callbackBaseUrl: config.PUBLIC_API_BASE_URL,
    };
  }

  /** The order's page in the store; where the store has no address, the API's own. */
  function returnUrlOf(order: OrderView): string {
    const base = settings.get(storeSettings.storeUrl) || settings.get(storeSettings.canonicalBaseUrl);
    return base ? `${base.replace(/\/+$/, '')}/orders/${order.id}` : config.PUBLIC_API_BASE_URL;
  }

  /** Another request is at it: takes what comes out of that, or the payment as it is when that takes too long. */
  async function settledElsewhere(paymentId: string): Promise<void> {
    for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
      if (!(await creation.isClaimed(knex, paymentId))) return;
      await sleep(POLL_MS);
    }
  }

  return {
    returnUrlOf,

    /**
     * Creates a pending payment at its provider where that has not been done. A provider that cannot be reached leaves
     * it pending, to be tried again; one that refuses it counts as a declined attempt. The order stands either way.
     * @returns whether the payment may have changed
     */
    async start(ctx: Context, order: OrderView, paymentId: string, returnUrl?: string): Promise<boolean> {
      const payment = order.payments.find((item) => item.id === paymentId);
      const provider = payment && providers.get(payment.providerId);
      if (!payment || !provider || payment.status !== 'pending' || payment.providerOrderId) return false;
      if (!(await unitOfWork.run(ctx, (tx) => creation.claim(tx, paymentId)))) {
        await settledElsewhere(paymentId);
        return true;
      }
      try {
        const created = await provider.createPayment(inputOf(order, payment, returnUrl));
        await unitOfWork.run(ctx, (tx) => creation.setCreated(tx, paymentId, { ...created, returnUrl }));
      } catch (error) {
        if (!(error instanceof HttpCallError)) throw error;
        logger.warn({ err: error, paymentId, provider: provider.id }, 'payment could not be created');
        await unitOfWork.run(ctx, async (tx) => {
          await creation.dropClaim(tx, paymentId);
          if (!error.retryable) await settlement.declined(tx, ctx, paymentId, error.reason);
        });
      }
      return true;
    },
  };
}

export type PaymentInitiator = ReturnType<typeof createPaymentInitiator>;
