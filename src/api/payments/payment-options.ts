import type { FieldIssue } from '#domain/_shared/app-error.js';
import type { OrderPlatform } from '#domain/orders/order.js';
import { checkoutErrors } from '#domain/checkout/checkout.errors.js';
import { formatMoney } from '#domain/mail/template-variables.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { findOption, optionKey } from '#domain/payments/checkout-option.js';
import { paymentsSettings } from '#domain/payments/payments.settings.js';
import { isConfigured, type PaymentProvider, takesAmount } from '#integrations/payments/payment-provider.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import { readPaymentSettings } from '#integrations/payments/read-payment-settings.js';
import type { SettingsReader } from '#lib/settings.js';

/** A way to pay that a buyer may choose. */
export interface PaymentOption {
  key: string;
  provider: PaymentProvider;
  method: string;
}

/** Which ways to pay there are on a platform, by the settings in effect. */
export function createPaymentOptions({
  providers,
  settings,
}: {
  providers: PaymentProviders;
  settings: SettingsReader;
}) {
  function isEnabled(provider: PaymentProvider, platform: OrderPlatform): boolean {
    const enabled = settings.get(paymentsSettings.enabledProviders);
    const served = provider.supportedPlatforms.some((item) => item === 'BOTH' || item === platform);
    return served && enabled[platform === 'APP' ? 'app' : 'web'].includes(provider.id);
  }

  const optionsOf = (provider: PaymentProvider): PaymentOption[] =>
    provider.methods.map((method) => ({ key: optionKey(provider, method), provider, method }));

  return {
    /** Every way to pay that the checkout may show, whether it is enabled or not. */
    all: (): PaymentOption[] =>
      providers
        .list()
        .filter((provider) => !provider.hiddenAtCheckout)
        .flatMap(optionsOf),

    /** On which platforms buyers may choose the provider. */
    enabledOn: (provider: PaymentProvider) => ({
      web: isEnabled(provider, 'WEB'),
      app: isEnabled(provider, 'APP'),
    }),

    /** What is shown at checkout: enabled, set up, not hidden. */
    offered(platform: OrderPlatform): PaymentOption[] {
      const credentials = readPaymentSettings(settings);
      return providers
        .list()
        .filter((provider) => !provider.hiddenAtCheckout && isEnabled(provider, platform))
        .filter((provider) => isConfigured(provider, credentials))
        .flatMap(optionsOf);
    },

    /**
     * The option that a buyer chose.
     * @throws AppError VALIDATION_ERROR 400 for a key that does not exist, CONFLICT 409 for one that cannot be used
     */
    choose(key: string, platform: OrderPlatform): PaymentOption {
      const found = findOption(providers.list(), key);
      const provider = found && providers.get(found.providerId);
      if (!provider) {
        const message = 'unknown payment method';
        const issue: FieldIssue = { path: 'body.paymentOption', message, code: 'not_found' };
        throw platformErrors.validation({}, { errors: [issue] });
      }
      if (!isEnabled(provider, platform)) throw checkoutErrors.optionNotEnabled({ option: provider.label });
      if (!isConfigured(provider, readPaymentSettings(settings)))
        throw checkoutErrors.optionNotConfigured({ option: provider.label });
      return { key, provider, method: found.method };
    },

    /** @throws AppError CONFLICT when the provider of the option does not take so little */
    assertTakes({ provider }: PaymentOption, amount: number, currency: string): void {
      if (takesAmount(provider, amount, currency)) return;
      const minimum = formatMoney(provider.minimumAmount?.(currency) ?? 0, currency);
      throw checkoutErrors.amountTooSmall({ option: provider.label, minimum });
    },
  };
}

export type PaymentOptions = ReturnType<typeof createPaymentOptions>;
