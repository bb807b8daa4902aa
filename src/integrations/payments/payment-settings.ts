import { paymentsErrors } from '#domain/payments/payments.errors.js';

/** The settings that providers read, named as in the settings registry (scope `admin`). */
export const paymentSettingKeys = [
  'payment.razorpay.key_id',
  'payment.razorpay.key_secret',
  'payment.razorpay.webhook_secret',
  'payment.razorpay.webhook_secret_previous',
  'payment.stripe.secret_key',
  'payment.stripe.publishable_key',
  'payment.stripe.webhook_secret',
] as const;
export type PaymentSettingKey = (typeof paymentSettingKeys)[number];

/** The resolved settings, secrets in clear. It never leaves the process. */
export type PaymentSettings = Readonly<Partial<Record<PaymentSettingKey, string | null>>>;

/** The value of a setting, or undefined when it is blank. */
export function settingOf(settings: PaymentSettings, key: PaymentSettingKey): string | undefined {
  const value = settings[key]?.trim();
  return value ? value : undefined;
}

/** The value of a setting that a call cannot do without. @throws AppError CONFLICT 409 naming the key. */
export function requiredSetting(settings: PaymentSettings, key: PaymentSettingKey): string {
  const value = settingOf(settings, key);
  if (!value) throw paymentsErrors.notConfigured({ key });
  return value;
}
