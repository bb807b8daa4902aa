import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createApiMailer } from '#integrations/mail/api-mailer.js';
import { createSmtpMailer } from '#integrations/mail/smtp-mailer.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { outgoingMail } from './outgoing-mail.js';

let sandbox: MailSandbox;
beforeAll(async () => {
  sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
});
afterAll(() => sandbox.close());

const words = {
  subject: 'आपका ऑर्डर 🪔 तैयार है',
  text: 'नमस्ते आशा, दीये रास्ते में हैं 🪔\n',
  html: '<p>नमस्ते <b>आशा</b>, दीये रास्ते में हैं 🪔</p>',
  to: { email: 'asha@example.com', name: 'आशा राव 🪔' },
};

it.each(['smtp', 'mailapi'])(
  'by %s Devanagari and emoji arrive whole, in both parts, the subject and the name',
  async (provider) => {
    sandbox.clear();
    const mailer =
      provider === 'smtp'
        ? createSmtpMailer({ host: '127.0.0.1', port: sandbox.smtpPort, secure: false })
        : createApiMailer({ apiKey: 'SG.key-of-the-test', baseUrl: sandbox.url });
    await mailer.send(outgoingMail(words));
    const mail = await sandbox.waitFor();
    expect(mail.subject).toBe(words.subject);
    expect(mail.to).toEqual([{ address: words.to.email, name: words.to.name }]);
    expect(mail.text?.trim()).toBe(words.text.trim());
    expect(mail.html).toContain(words.html);
    // Headers are ASCII on the wire, whatever they say.
    for (const { name } of mail.headers) expect(name).toMatch(/^[\x21-\x7e]+$/);
    if ('close' in mailer) (mailer as { close(): void }).close();
  },
);
