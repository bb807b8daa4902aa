import { join } from 'node:path';
import { startCarrierSandbox } from './carrier/carrier-sandbox.js';
import { startMailSandbox } from './mail/mail-sandbox.js';
import { startMerchantSandbox } from './merchant/merchant-sandbox.js';
import { createPayoutService } from './payouts/payout-sandbox.js';
import { startPaymentSandbox } from './payments/payment-sandbox.js';
import { startSocialSandbox } from './social/social-sandbox.js';
import { startWebhookSandbox } from './webhooks/webhook-sandbox.js';
import { parseSandboxConfig, type SandboxConfig } from './sandbox-config.js';

/** Starts every sandbox in this process and stops them with it. */
async function main(): Promise<void> {
  const config = parseSandboxConfig(process.env);
  const running: { close(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    await Promise.allSettled(running.splice(0).map((sandbox) => sandbox.close()));
  };
  try {
    const payouts = createPayoutService({
      secret: config.PAYMENT_SANDBOX_SECRET,
      apiBaseUrl: config.PUBLIC_API_BASE_URL,
      journalFile: config.SANDBOX_DATA_DIR && join(config.SANDBOX_DATA_DIR, 'payouts.jsonl'),
    });
    running.push(payouts);
    const payments = await startPaymentSandbox({
      payouts: payouts.router,
      port: config.SANDBOX_PORT,
      host: config.SANDBOX_HOST,
      secret: config.PAYMENT_SANDBOX_SECRET,
      apiBaseUrl: config.PUBLIC_API_BASE_URL,
      journalFile: config.SANDBOX_DATA_DIR && join(config.SANDBOX_DATA_DIR, 'payments.jsonl'),
    });
    running.push(payments);
    const mail = await startMailSandbox({
      smtpPort: config.SMTP_CATCHER_PORT,
      inboxPort: config.MAIL_INBOX_PORT,
      host: config.SANDBOX_HOST,
      webhookUrl: `${config.PUBLIC_API_BASE_URL}/webhooks/mail/mailapi`,
      keyFile: config.SANDBOX_DATA_DIR && join(config.SANDBOX_DATA_DIR, 'mail-webhook-key.pem'),
    });
    running.push(mail);
    const carrier = await startCarrierSandbox({
      port: config.CARRIER_SANDBOX_PORT,
      host: config.SANDBOX_HOST,
      webhookSecret: config.CARRIER_SANDBOX_SECRET,
      apiBaseUrl: config.PUBLIC_API_BASE_URL,
      journalFile: config.SANDBOX_DATA_DIR && join(config.SANDBOX_DATA_DIR, 'parcels.jsonl'),
    });
    running.push(carrier);
    const merchant = await startMerchantSandbox({
      port: config.MERCHANT_SANDBOX_PORT,
      host: config.SANDBOX_HOST,
      clientSecret: config.MERCHANT_SANDBOX_SECRET,
      journalFile: config.SANDBOX_DATA_DIR && join(config.SANDBOX_DATA_DIR, 'merchant.jsonl'),
    });
    running.push(merchant);
    const social = await startSocialSandbox({
      port: config.SOCIAL_SANDBOX_PORT,
      host: config.SANDBOX_HOST,
      appSecret: config.SOCIAL_SANDBOX_SECRET,
      journalFile: config.SANDBOX_DATA_DIR && join(config.SANDBOX_DATA_DIR, 'social.jsonl'),
    });
    running.push(social);
    const webhooks = await startWebhookSandbox({
      port: config.WEBHOOK_SANDBOX_PORT,
      host: config.SANDBOX_HOST,
    });
    running.push(webhooks);
    const smtp = `smtp://${config.SANDBOX_HOST}:${mail.smtpPort}`;
    console.log(
      `sandboxes ready: payments ${payments.url}, carrier ${carrier.url}, merchant ${merchant.url}, social ${social.url}, webhooks ${webhooks.url}, inbox ${mail.url}, ${smtp}`,
    );
  } catch (error) {
    await stop();
    throw explained(error, config);
  }

  const end = () => void stop().then(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  if (config.HAAT_PARENT_PIPE) {
    process.stdin.resume();
    process.stdin.once('end', end);
    process.stdin.once('error', end);
  }
}

/** A port that cannot be had is answered with the variable that changes it. */
function explained(error: unknown, config: SandboxConfig): Error {
  const { code, port } = error as { code?: string; port?: number };
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return error as Error;
  const names = [
    'SANDBOX_PORT',
    'CARRIER_SANDBOX_PORT',
    'MERCHANT_SANDBOX_PORT',
    'SOCIAL_SANDBOX_PORT',
    'WEBHOOK_SANDBOX_PORT',
    'SMTP_CATCHER_PORT',
    'MAIL_INBOX_PORT',
  ] as const;
  const name = names.find((each) => config[each] === port) ?? names[0];
  const what = code === 'EADDRINUSE' ? 'is in use' : 'may not be opened by this user';
  return new Error(`Port ${port} ${what}; set ${name} to another one`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
