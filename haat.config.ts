import { defineConfig } from 'haat/config';

/** What this installation adds to the platform: docs/plugins.md. */
export const config = defineConfig({
  plugins: [
    {
      from: './plugins/razorpay',
      options: (env) => ({
        apiUrl: env['RAZORPAY_API_URL'],
        sandbox: { url: env['PAYMENT_SANDBOX_URL'], secret: env['PAYMENT_SANDBOX_SECRET'] },
      }),
    },
    {
      from: './plugins/razorpayx',
      options: (env) => ({
        apiUrl: env['RAZORPAY_API_URL'],
        sandbox: { url: env['PAYMENT_SANDBOX_URL'], secret: env['PAYMENT_SANDBOX_SECRET'] },
      }),
    },
    './plugins/stripe',
    {
      from: './plugins/merchant-feed',
      options: (env) => ({ apiUrl: env['MERCHANT_API_URL'], oauthUrl: env['MERCHANT_OAUTH_URL'] }),
    },
    {
      from: './plugins/social-catalog',
      options: (env) => ({
        apiUrl: env['SOCIAL_API_URL'],
        dialogUrl: env['SOCIAL_DIALOG_URL'],
        version: env['SOCIAL_API_VERSION'],
      }),
    },
  ],
});
