import { credentialSetting } from 'haat/plugin';

/** The Stripe account; empty is "not set up". */
export const stripeSettings = {
  secretKey: credentialSetting('stripe.secret_key', 'Stripe secret key'),
  publishableKey: credentialSetting('stripe.publishable_key', 'Stripe publishable key', false),
  webhookSecret: credentialSetting('stripe.webhook_secret', 'Signing secret of the Stripe webhook'),
} as const;
