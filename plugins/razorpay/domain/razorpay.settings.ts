import { credentialSetting } from 'haat/plugin';

/** The Razorpay account; empty is "not set up". */
export const razorpaySettings = {
  keyId: credentialSetting('razorpay.key_id', 'Razorpay key id', false),
  keySecret: credentialSetting('razorpay.key_secret', 'Razorpay key secret'),
  webhookSecret: credentialSetting('razorpay.webhook_secret', 'Secret of the Razorpay webhook'),
  webhookSecretPrevious: credentialSetting(
    'razorpay.webhook_secret_previous',
    'The webhook secret before the last change: older events are still signed with it',
  ),
} as const;
