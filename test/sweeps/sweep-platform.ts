import { startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { SWEEP_SECRET } from './route-fixtures.js';

/** The platform with what routes reach within their request: a mail server for test mails, the payment sandbox's secret. */
export async function startSweepPlatform(): Promise<TestPlatform> {
  const mail = await startMailSandbox({ smtpPort: 0, inboxPort: 0, keep: 10 });
  const platform = await startPlatform({
    environment: {
      PAYMENT_SANDBOX_SECRET: SWEEP_SECRET,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mail.smtpPort),
    },
  });
  return {
    ...platform,
    async stop() {
      await platform.stop();
      await mail.close();
    },
  };
}
