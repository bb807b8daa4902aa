import type { z } from 'zod';
import type { PaymentOption, PaymentOptions } from '#api/payments/payment-options.js';
import { optionLabels } from '#domain/payments/option-labels.js';
import { checkoutPaymentSettings } from '#domain/payments/payments.settings.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { takesAmount } from '#integrations/payments/payment-provider.js';
import type { SettingsReader } from '#lib/settings.js';
import type { checkoutOptionSchema } from './checkout.schemas.js';

type OptionResponse = z.input<typeof checkoutOptionSchema>;

/** What a buyer may choose from, as the store wants it shown. */
export function createCheckoutOptions(deps: { options: PaymentOptions; settings: SettingsReader }) {
  const { options, settings } = deps;

  /** What the store says of an option; undefined where it says nothing. */
  function shown(key: string, field: string): string | number | undefined {
    const setting = checkoutPaymentSettings[`checkout_payment.${key}.${field}`];
    const value = setting && settings.get(setting);
    return value === '' ? undefined : value;
  }

  function response({ key, provider, method }: PaymentOption): OptionResponse {
    const text = (field: string) => shown(key, field) as string | undefined;
    return {
      value: key,
      label: text('title') ?? provider.methodLabels[method] ?? provider.label,
      description: text('description') ?? provider.description,
      iconUrl: text('icon_url'),
      providerId: provider.id,
      method,
    };
  }

  return {
    /** @param amount subunits to be paid; all options without it */
    list: (platform: 'web' | 'app', amount = 0): OptionResponse[] => {
      const currency = settings.get(storeSettings.currency);
      const position = ({ key }: PaymentOption) => Number(shown(key, 'sort_order') ?? 0);
      const offered = options
        .offered(platform === 'app' ? 'APP' : 'WEB')
        .filter(({ provider }) => takesAmount(provider, amount, currency))
        .sort((a, b) => position(a) - position(b));
      const rows = offered.map(response);
      const labels = optionLabels(
        rows.map(({ label }, index) => ({ label, providerLabel: offered[index]?.provider.label ?? label })),
      );
      return rows.map((row, index) => ({ ...row, label: labels[index] ?? row.label }));
    },
  };
}
