import { createMailRepository, type MailResult } from '#db/mail/mail.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { mailErrors } from '#domain/mail/mail.errors.js';
import { mailTestSent } from '#domain/mail/mail.events.js';
import type { MailTemplate } from '#domain/mail/mail-template.js';
import { testTemplate } from '#domain/mail/test-template.js';
import { mailSender } from '#integrations/mail/email-settings.js';
import { MailError, MailUnclearError } from '#integrations/mail/mail-errors.js';
import { automaticHeaders } from '#integrations/mail/mail-headers.js';
import { createMailers } from '#integrations/mail/mailers.js';
import type { RenderedMail } from '#integrations/mail/render-template.js';
import { withoutSecrets } from '#operations/mail/without-secrets.js';
import { readEmailSettings } from '#operations/mail/mail-settings.js';
import { renderMail, sampleValues } from '#operations/mail/render-mail.js';
import type { Platform } from '#operations/platform.js';
import type { EmailTemplatesService, LocalTemplateKey } from './email-templates.service.js';
import { effectiveWords, type TemplateDraft } from '#domain/mail/template-override.js';
import { localeChain } from '#domain/mail/locales.js';
import { mailSettings } from '#domain/mail/mail.settings.js';

type Deps = Pick<
  Platform,
  'config' | 'settings' | 'storage' | 'unitOfWork' | 'audit' | 'outbox' | 'logger' | 'onStop' | 'ports'
> & { emailTemplates: EmailTemplatesService };

/** Begins the subject of a test mail. */
const TEST_MARK = '[Test]';

/** Further headers, for a sender address. */
type HeadersOf = (from: string) => Readonly<Record<string, string>>;

/** Mails that are sent while their caller waits, so that the provider's response can be shown. */
export function createTestMailsService(deps: Deps) {
  const { config, settings, unitOfWork, audit, outbox, logger, emailTemplates } = deps;
  const messages = createMailRepository();
  const mailers = createMailers(config, {}, deps.ports);
  deps.onStop(() => Promise.resolve(mailers.close()));

  async function hand(
    to: string,
    mail: Pick<RenderedMail, 'subject' | 'html' | 'text'>,
    { messageId, headersOf }: { messageId: string; headersOf: HeadersOf },
  ): Promise<MailResult> {
    try {
      const email = readEmailSettings(settings);
      const { html, text } = mail;
      const sender = mailSender(email, config);
      const headers = headersOf(sender.from.email);
      const subject = `${TEST_MARK} ${mail.subject}`;
      const message = { ...sender, to: { email: to }, subject, html, text, messageId, headers };
      const sent = await mailers.mailerFor(email).send(message);
      return { state: 'sent', providerMessageId: sent.messageId };
    } catch (error) {
      const reason = withoutSecrets(reasonOf(error), settings, config);
      return { state: error instanceof MailUnclearError ? 'unclear' : 'failed', error: reason };
    }
  }

  /** The row stands before the provider is asked: a mail that went out is in the log, whatever happens after. */
  async function send(
    ctx: Context,
    { eventType: template, role }: Pick<MailTemplate, 'eventType' | 'role'>,
    recipient: string,
    mail: Pick<RenderedMail, 'subject' | 'html' | 'text'>,
    headersOf: HeadersOf = (from) => automaticHeaders({ template, role }, from),
  ): Promise<{ sent: true; messageId: string }> {
    const id = await unitOfWork.run(ctx, async (tx) => {
      const inserted = await messages.insertSending(tx, { template, role, recipient });
      await audit.record(tx, ctx, [
        { entity: 'mail', entityId: inserted, action: 'test', after: { template, role, recipient } },
      ]);
      outbox.append(tx, ctx, mailTestSent, inserted, { template });
      return inserted;
    });
    const result = await hand(recipient, mail, { messageId: id, headersOf });
    await unitOfWork.run(ctx, (tx) => messages.finishAll(tx, [{ id, template, ...result }]));
    if (result.state === 'sent') return { sent: true, messageId: result.providerMessageId ?? id };
    const reason = result.error ?? '';
    logger.warn({ mailId: id, template, state: result.state, reason }, 'test mail not sent');
    throw result.state === 'unclear' ? mailErrors.maybeSent({ reason }) : mailErrors.notSent({ reason });
  }

  /** In the language of the store. */
  function testMail(): RenderedMail {
    const chain = localeChain(null, settings.get(mailSettings.language));
    const { content, locale } = effectiveWords(testTemplate, [], chain);
    return renderMail(testTemplate, content, sampleValues(testTemplate, locale), deps);
  }

  return {
    /** @throws AppError BAD_GATEWAY with the provider's reason */
    sendTest: (ctx: Context, to: string) => send(ctx, testTemplate, to, testMail()),

    /** A mail that is made elsewhere, with the headers of its kind. @throws AppError BAD_GATEWAY */
    sendRendered: send,

    /** The words of the draft, or those in effect, with the sample. @throws AppError NOT_FOUND, VALIDATION_ERROR, BAD_GATEWAY */
    async sendTemplate(ctx: Context, key: LocalTemplateKey, to: string, draft: TemplateDraft) {
      const { template } = await emailTemplates.get(key);
      return send(ctx, template, to, await emailTemplates.preview(key, draft));
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof MailError) return error.reason;
  return error instanceof Error ? error.message : String(error);
}

export type TestMailsService = ReturnType<typeof createTestMailsService>;
