import type { WorkerRole } from '#lib/workflow/queues.js';
import { startCarrierSandbox } from '../../sandboxes/carrier/carrier-sandbox.js';
import { startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { startMerchantSandbox } from '../../sandboxes/merchant/merchant-sandbox.js';
import { startSocialSandbox } from '../../sandboxes/social/social-sandbox.js';
import { createSession, type SessionOptions, type TestSession } from '../_support/accounts.js';
import { CARRIER_SECRET } from '../_support/carrier-account.js';
import { startShop } from '../_support/shop.js';
import { createTestClock } from '../_support/test-clock.js';
import { createVendor, type NewVendor, type TestVendor } from '../_support/vendors.js';

/** The addresses of the stand-ins; each takes its controls at `/_control`. */
export interface Sandboxes {
  payments: string;
  carrier: string;
  merchant: string;
  social: string;
  mail: string;
}

/**
 * A running platform as the contract knows it: addresses and accounts. Everything else a table needs it asks for by HTTP.
 */
export interface Deployment {
  url: string;
  sandboxes: Sandboxes;
  /** An account that is signed in; its roles and permissions are those that an operator would have given it. */
  account(options?: SessionOptions): Promise<TestSession>;
  /** A vendor of Maharashtra with a GSTIN, and its owner, who is signed in. */
  vendor(fields?: NewVendor): Promise<TestVendor>;
  /** Sets the clock of the platform ahead of the real one. */
  ahead(ms: number): Promise<void>;
  stop(): Promise<void>;
}

export const MERCHANT_SECRET = 'merchant-sandbox-client-secret-0000';
export const SOCIAL_SECRET = 'social-sandbox-app-secret-0000';
export { CARRIER_SECRET };

export interface DeploymentOptions {
  environment?: Record<string, string>;
  /** All of them when undefined. */
  workers?: readonly WorkerRole[];
}

const everyWorker: readonly WorkerRole[] = [
  'core',
  'documents',
  'exports',
  'feeds',
  'indexing',
  'mail',
  'search',
  'relay',
] as const;

/** Starts a whole platform with every sandbox beside it. */
export async function startDeployment({
  environment = {},
  workers = everyWorker,
}: DeploymentOptions = {}): Promise<Deployment> {
  const clock = createTestClock();
  const mail = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
  const carrier = await startCarrierSandbox({
    port: 0,
    webhookSecret: CARRIER_SECRET,
    retryDelaysMs: [50, 100, 200, 400],
  });
  const merchant = await startMerchantSandbox({ port: 0, clientSecret: MERCHANT_SECRET });
  const social = await startSocialSandbox({ port: 0, appSecret: SOCIAL_SECRET });
  const shop = await startShop({
    clock,
    workers,
    environment: {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mail.smtpPort),
      MAIL_API_BASE_URL: mail.url,
      CARRIER_API_URL: carrier.url,
      MERCHANT_API_URL: merchant.url,
      SOCIAL_API_URL: social.url,
      SOCIAL_DIALOG_URL: social.url,
      ...environment,
    },
  });
  carrier.sendWebhooksTo(shop.url);
  return {
    url: shop.url,
    sandboxes: {
      payments: shop.sandbox.url,
      carrier: carrier.url,
      merchant: merchant.url,
      social: social.url,
      mail: mail.url,
    },
    account: (options) => createSession(shop.container, options),
    vendor: (fields) => createVendor(shop.container, fields),
    ahead: async (ms) => clock.shift(ms),
    async stop() {
      await shop.stop();
      for (const sandbox of [carrier, merchant, social, mail]) await sandbox.close();
    },
  };
}
