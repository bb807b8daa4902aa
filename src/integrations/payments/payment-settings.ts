import { paymentsErrors } from '#domain/payments/payments.errors.js';

/**
 * The resolved settings of all payment providers by their names (`payment.stripe.secret_key`), secrets in clear. It never
 * leaves the process.
 */
export type PaymentSettings = Readonly<Record<string, string | null | undefined>>;

/** The value of a setting, or undefined when it is blank. */
export function settingOf(settings: PaymentSettings, key: string): string | undefined {
  const value = settings[key]?.trim();
  return value ? value : undefined;
}

/** The value of a setting that a call cannot do without. @throws AppError CONFLICT 409 naming the key. */
export function requiredSetting(settings: PaymentSettings, key: string): string {
  const value = settingOf(settings, key);
  if (!value) throw paymentsErrors.notConfigured({ key });
  return value;
}
