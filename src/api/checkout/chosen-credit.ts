import type { PaymentOption, PaymentOptions } from '#api/payments/payment-options.js';
import type { Context } from '#domain/_shared/context.js';
import type { Quote } from '#domain/checkout/quote.js';
import { formatMoney } from '#domain/mail/template-variables.js';
import { storeCreditErrors } from '#domain/store-credit/store-credit.errors.js';
import { storeCreditSettings } from '#domain/store-credit/store-credit.settings.js';
import { storeCreditProvider } from '#integrations/payments/store-credit-provider.js';
import type { SettingsReader } from '#lib/settings.js';
import type { PlaceOrderInput } from './place-order-input.js';

type Input = Pick<PlaceOrderInput, 'paymentOption' | 'storeCredit' | 'platform'>;

const alone: PaymentOption = {
  key: storeCreditProvider.id,
  provider: storeCreditProvider,
  method: storeCreditProvider.id,
};

/** How an order is paid: with store credit alone, beside another way to pay, or without any. */
export function createPaymentChoice(options: PaymentOptions, settings: Pick<SettingsReader, 'get'>) {
  const namesCredit = ({ paymentOption }: Input) => paymentOption === alone.key;

  return {
    /** The way to pay that the buyer names. @throws AppError for store credit that the store does not have */
    option(ctx: Context, input: Input): PaymentOption {
      if (namesCredit(input) || input.storeCredit) {
        if (!settings.get(storeCreditSettings.enabled)) throw storeCreditErrors.off();
        if (ctx.anonymous) throw storeCreditErrors.needsAccount();
      }
      return namesCredit(input) ? alone : options.choose(input.paymentOption, input.platform);
    },

    /**
     * What of the total store credit pays, and what the rest is paid with: a way to pay that takes nothing is left out.
     * @throws AppError VALIDATION_ERROR for more credit than the order costs, CONFLICT for a rest that is too small
     */
    split(input: Input, named: PaymentOption, quote: Quote): { option: PaymentOption; storeCredit: number } {
      const { currency, totals } = quote;
      const total = totals.grandTotal;
      const storeCredit = namesCredit(input) ? total : (input.storeCredit ?? 0);
      if (storeCredit > total) throw storeCreditErrors.aboveTotal({ total: formatMoney(total, currency) });
      const option = storeCredit > 0 && storeCredit === total ? alone : named;
      if (option !== alone) options.assertTakes(option, total - storeCredit, currency);
      return { option, storeCredit };
    },
  };
}
