import { startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { startMerchantSandbox } from '../../sandboxes/merchant/merchant-sandbox.js';
import { MERCHANT_SECRET } from '../merchant-feed/merchant-shop.js';
import { startSocialSandbox } from '../../sandboxes/social/social-sandbox.js';
import { SOCIAL_SECRET } from '../social-catalog/social-shop.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { SWEEP_SECRET } from './route-fixtures.js';

/**
 * The platform with what routes reach within their request: a mail server for test mails, the remote sides of the feeds,
 * the payment sandbox's secret.
 */
export async function startSweepPlatform(): Promise<TestPlatform> {
  const mail = await startMailSandbox({ smtpPort: 0, inboxPort: 0, keep: 10 });
  const merchant = await startMerchantSandbox({ port: 0, clientSecret: MERCHANT_SECRET });
  const social = await startSocialSandbox({ port: 0, appSecret: SOCIAL_SECRET });
  const platform = await startPlatform({
    // Nothing prints here: a request for a document ends with 202.
    // Each request of a sweep creates rows, and no sweep deletes those of another.
    services: {
      carrierWaitMs: 50,
      documentWaitMs: 50,
      webhookEndpoints: { platform: 10_000, vendor: 10_000 },
    },
    environment: {
      PAYMENT_SANDBOX_SECRET: SWEEP_SECRET,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mail.smtpPort),
      MERCHANT_API_URL: merchant.url,
      SOCIAL_API_URL: social.url,
    },
  });
  return {
    ...platform,
    async stop() {
      await platform.stop();
      await Promise.all([mail.close(), merchant.close(), social.close()]);
    },
  };
}
