import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EmailSettings, mailRoute, mailSender } from '#integrations/mail/email-settings.js';
import { createMailers } from '#integrations/mail/mailers.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { outgoingMail } from './outgoing-mail.js';

const blank: EmailSettings = {
  provider: 'smtp',
  fromEmail: '',
  fromName: '',
  replyTo: '',
  mailapiApiKey: '',
  smtpHost: '',
  smtpPort: 587,
  smtpSecure: false,
  smtpUser: '',
  smtpPassword: '',
};
const environment = {
  MAIL_FROM: 'no-reply@example.com',
  SMTP_HOST: undefined,
  SMTP_PORT: 2525,
  SMTP_SECURE: false,
  SMTP_USER: 'env-user',
  SMTP_PASSWORD: 'env-password',
  MAIL_API_BASE_URL: undefined,
};

describe('how mail leaves', () => {
  it('goes by the settings when they are filled in, and never mixes them with the environment', () => {
    const withHost = { ...environment, SMTP_HOST: 'smtp.env.example' };
    expect(mailRoute({ ...blank, smtpHost: 'smtp.shop.example' }, withHost)).toEqual({
      kind: 'smtp',
      config: { host: 'smtp.shop.example', port: 587, secure: false, user: undefined, password: '' },
    });
    expect(mailRoute({ ...blank, provider: 'mailapi', mailapiApiKey: 'SG.1' }, withHost)).toMatchObject({
      kind: 'mailapi',
      config: { apiKey: 'SG.1' },
    });
  });

  it.each([
    ['a blank host', blank],
    ['a blank key', { ...blank, provider: 'mailapi' as const, smtpHost: 'smtp.shop.example' }],
  ])('falls back to the environment on %s', (_case, settings) => {
    expect(mailRoute(settings, { ...environment, SMTP_HOST: 'smtp.env.example' })).toEqual({
      kind: 'smtp',
      config: {
        host: 'smtp.env.example',
        port: 2525,
        secure: false,
        user: 'env-user',
        password: 'env-password',
      },
    });
    expect(mailRoute(settings, environment)).toEqual({ kind: 'none' });
  });

  it('names the sender of the settings, else that of the environment', () => {
    expect(mailSender(blank, environment)).toEqual({
      from: { email: 'no-reply@example.com', name: undefined },
      replyTo: undefined,
    });
    const filled = { fromEmail: 'hello@shop.example', fromName: 'Shop', replyTo: 'help@shop.example' };
    expect(mailSender(filled, environment)).toEqual({
      from: { email: 'hello@shop.example', name: 'Shop' },
      replyTo: 'help@shop.example',
    });
  });
});

describe('the mailer of the moment', () => {
  let first: MailSandbox;
  let second: MailSandbox;
  beforeAll(async () => {
    first = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
    second = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
  });
  afterAll(async () => {
    await first.close();
    await second.close();
  });

  it('follows a change of the settings at the next send', async () => {
    const mailers = createMailers({
      ...environment,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: first.smtpPort,
      MAIL_API_BASE_URL: second.url,
    });
    await mailers.mailerFor(blank).send(outgoingMail());
    const elsewhere = { ...blank, smtpHost: '127.0.0.1', smtpPort: second.smtpPort };
    await mailers.mailerFor(elsewhere).send(outgoingMail());
    await mailers.mailerFor({ ...blank, provider: 'mailapi', mailapiApiKey: 'SG.1' }).send(outgoingMail());
    expect(mailers.mailerFor({ ...elsewhere })).toBe(mailers.mailerFor(elsewhere));
    mailers.close();

    expect(first.messages().map(({ via }) => via)).toEqual(['smtp']);
    expect(second.messages().map(({ via }) => via)).toEqual(['api', 'smtp']);
  });

  it('says what is missing when nothing is set up', async () => {
    await expect(createMailers(environment).mailerFor(blank).send(outgoingMail())).rejects.toMatchObject({
      name: 'MailUnavailableError',
      misconfigured: true,
      reason: expect.stringContaining('SMTP_HOST'),
    });
  });
});
