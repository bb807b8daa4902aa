import { createApiMailer } from '#integrations/mail/api-mailer.js';
import { createSmtpMailer } from '#integrations/mail/smtp-mailer.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { mailerContract, type MailerUnderTest } from './mailer-contract.js';

const [password, apiKey] = ['some-password-of-the-test', 'SG.sandbox-key-of-the-test'];

/** The inbox of the sandbox, as the contract reads it. */
const inboxOf = (sandbox: MailSandbox): Pick<MailerUnderTest, 'received' | 'refuse'> => ({
  received: () =>
    sandbox.messages().flatMap(({ recipients, from, replyTo, subject, html, text, headers }) =>
      recipients.map((to) => ({
        to,
        from: from?.address ?? '',
        replyTo: replyTo[0]?.address,
        subject,
        html: html ?? '',
        text: text ?? '',
        headers: new Map(headers.map(({ name, value }) => [name.toLowerCase(), value])),
      })),
    ),
  refuse: (email) => sandbox.control({ refuseRecipients: [email] }),
});

mailerContract('of SMTP', async () => {
  const sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
  const mailer = createSmtpMailer({
    host: '127.0.0.1',
    port: sandbox.smtpPort,
    secure: false,
    user: 'someone',
    password,
  });
  return {
    ...inboxOf(sandbox),
    mailer,
    secret: password,
    failNext: () => sandbox.control({ deferNext: 1 }),
    loseNext: () => sandbox.control({ hangUpNext: 1 }),
    async stop() {
      mailer.close();
      await sandbox.close();
    },
  };
});

mailerContract('of the HTTP API', async () => {
  const sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
  return {
    ...inboxOf(sandbox),
    mailer: createApiMailer({ apiKey, baseUrl: sandbox.url }),
    secret: apiKey,
    failNext: () => sandbox.control({ failNext: 1 }),
    loseNext: () => sandbox.control({ loseNext: 1 }),
    stop: () => sandbox.close(),
  };
});
