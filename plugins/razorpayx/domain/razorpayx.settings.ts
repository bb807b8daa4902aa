import { payoutCredentialSetting } from 'haat/plugin';

/** The RazorpayX account; empty is "not set up". Its keys are others than those of Razorpay payments. */
export const razorpayxSettings = {
  keyId: payoutCredentialSetting('razorpayx.key_id', 'RazorpayX key id', false),
  keySecret: payoutCredentialSetting('razorpayx.key_secret', 'RazorpayX key secret'),
  accountNumber: payoutCredentialSetting(
    'razorpayx.account_number',
    'Number of the RazorpayX account that payouts are taken from',
  ),
  webhookSecret: payoutCredentialSetting('razorpayx.webhook_secret', 'Secret of the RazorpayX webhook'),
  webhookSecretPrevious: payoutCredentialSetting(
    'razorpayx.webhook_secret_previous',
    'The webhook secret before the last change: older events are still signed with it',
  ),
} as const;
