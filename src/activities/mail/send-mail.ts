import type { MailRow } from '#db/mail/mail.repository.js';
import { isStale } from '#domain/mail/queue-pause.js';
import { isEnabled } from '#domain/mail/template-override.js';
import { findMailTemplate } from '#domain/mail/template-registry.js';
import { type EmailSettings, mailSender } from '#integrations/mail/email-settings.js';
import { automaticHeaders, unsubscribeHeaders } from '#integrations/mail/mail-headers.js';
import { MailUnavailableError, MailUnclearError } from '#integrations/mail/mail-errors.js';
import type { OutgoingMail, SentMail } from '#integrations/mail/mailer.js';
import type { Mailers } from '#integrations/mail/mailers.js';
import { composeMail } from '#operations/mail/compose-mail.js';
import { unsubscribeUrl } from '#operations/campaigns/unsubscribe-token.js';
import { readEmailSettings, unsubscribeMailbox } from '#operations/mail/mail-settings.js';
import type { Platform } from '#operations/platform.js';

/** Why a mail was not sent that waited for too long. */
const STALE = 'stale';

export type SentResult =
  | { state: 'sent'; providerMessageId: string }
  | { state: 'failed'; error: string }
  | { state: 'suppressed' };

/** A mail with what it is about; its headers follow from the sender. */
type ComposedMessage = Omit<OutgoingMail, 'from' | 'headers'> & {
  kind: { template: string; role: string };
  unsubscribeToken?: string;
};

type Deps = Pick<Platform, 'config' | 'settings' | 'storage' | 'keyring' | 'clock'> & {
  mailers: Pick<Mailers, 'mailerFor'>;
};

/** Makes one mail of the queue and hands it to the provider. What the provider does with it is thrown as a `MailError`. */
export function createMailSending(deps: Deps) {
  const { config, settings, clock, mailers } = deps;

  /** A secret that cannot be read is a connection that somebody has to set up again. */
  function currentSettings(): EmailSettings {
    try {
      return readEmailSettings(settings);
    } catch (error) {
      throw new MailUnavailableError((error as Error).message, { misconfigured: true });
    }
  }

  function sendBy(
    email: EmailSettings,
    { kind, unsubscribeToken: token, ...message }: ComposedMessage,
  ): Promise<SentMail> {
    const sender = mailSender(email, config);
    const headers = {
      ...automaticHeaders(kind, sender.from.email),
      ...(token !== undefined &&
        unsubscribeHeaders({
          unsubscribeUrl: unsubscribeUrl(config.PUBLIC_API_BASE_URL, token),
          unsubscribeToken: token,
          unsubscribeMailbox: unsubscribeMailbox(settings),
        })),
    };
    return mailers.mailerFor(email).send({ ...sender, ...message, headers });
  }

  /** By the previous connection, else by the environment's; never by the current settings, which are in question. */
  async function sendByFormer(
    message: ComposedMessage,
    former: EmailSettings | undefined,
  ): Promise<SentMail> {
    try {
      if (former) return await sendBy(former, message);
    } catch (error) {
      // Whether it went out is not known, so a second attempt could be a second mail.
      if (error instanceof MailUnclearError || !config.SMTP_HOST) throw error;
    }
    return sendBy({ ...(former ?? NO_CONNECTION), smtpHost: '', mailapiApiKey: '' }, message);
  }

  /** @throws MailError for what the provider does; Error where the mail cannot be made */
  return async (mail: MailRow): Promise<SentResult> => {
    const template = findMailTemplate(mail.template, mail.role);
    if (isStale(mail, clock.now())) return { state: 'failed', error: STALE };
    if (template && !isEnabled(template, mail.overrides ?? [])) return { state: 'suppressed' };
    const composed = composeMail(mail, deps);
    const { customerName, subject, html, text, formerConnection, unsubscribeToken } = composed;
    const to = { email: mail.recipient, name: customerName || undefined };
    const kind = { template: mail.template, role: mail.role };
    const message = { to, subject, html, text, messageId: mail.id, kind, unsubscribeToken };
    const { messageId } = isSentByFormer(mail)
      ? await sendByFormer(message, formerConnection)
      : await sendBy(currentSettings(), message);
    return { state: 'sent', providerMessageId: messageId };
  };
}

/** Whether a mail leaves by the connection that was in place before the current settings. */
export function isSentByFormer({ template }: Pick<MailRow, 'template'>): boolean {
  return template === 'auth.secure_settings_changed';
}

/** The settings of a store that relies on the environment. */
const NO_CONNECTION: EmailSettings = {
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
