import { asciiDigits } from '#domain/_shared/ascii-digits.js';
import { z } from 'zod';
import { SECURE_SETTINGS, setting } from '#domain/_shared/setting.js';

const text = (pattern: RegExp, message: string) =>
  z.string().trim().overwrite(asciiDigits).regex(pattern, message).or(z.literal(''));

/** A credential of a payout provider, whose calls get all settings that begin with `payout.`; empty is "not set up". */
export function payoutCredentialSetting(name: string, description: string, secret = true) {
  return setting('admin', `payout.${name}`, {
    schema: z.string().trim().max(500),
    default: '',
    description,
    secret,
    permission: SECURE_SETTINGS,
  });
}

/** When sales are paid out, and where to. */
export const payoutsSettings = {
  holdDays: setting('admin', 'payout.hold_days', {
    schema: z.int().min(0).max(365),
    default: 7,
    description:
      'Days from delivery after which a sale can be paid out; `returns.window_days` where that is longer',
  }),
  bankHoldHours: setting('admin', 'payout.bank_hold_hours', {
    schema: z.int().min(0).max(720),
    default: 48,
    description:
      'Hours after a vendor changed its bank details, or set its first ones with a balance, during which no payout is created for it; with a provider `payout.account_test_hours` counts',
  }),
  accountTestHours: setting('admin', 'payout.account_test_hours', {
    schema: z.int().min(0).max(720),
    default: 24,
    description:
      'Hours after a vendor changed its bank details until the provider sends a test transfer; payouts wait until it has arrived',
    permission: SECURE_SETTINGS,
  }),
  provider: setting('admin', 'payout.provider', {
    schema: z.string().trim().max(50),
    default: '',
    description: 'Id of the provider that sends payouts; empty for the bank file',
    permission: SECURE_SETTINGS,
  }),
} as const;

export const bankSettings = {
  accountHolder: setting('vendor', 'payout.account_holder', {
    schema: z.string().trim().max(200),
    default: '',
    description: 'Holder of the bank account for payouts',
    secret: true,
    ownerOnly: true,
  }),
  accountNumber: setting('vendor', 'payout.account_number', {
    schema: text(/^\d{6,20}$/, 'must be 6 to 20 digits'),
    default: '',
    description: 'Number of the bank account for payouts',
    secret: true,
    ownerOnly: true,
  }),
  ifsc: setting('vendor', 'payout.ifsc', {
    schema: text(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'must be an IFSC'),
    default: '',
    description: 'IFSC of the bank for payouts',
    secret: true,
    ownerOnly: true,
  }),
  pan: setting('vendor', 'payout.pan', {
    schema: text(/^[A-Z]{5}\d{4}[A-Z]$/, 'must be a PAN'),
    default: '',
    description: 'Permanent account number of the vendor',
    secret: true,
    ownerOnly: true,
  }),
} as const;
