import type { Config } from '#lib/config.js';
import type { ApiMailerConfig } from './api-mailer.js';
import type { MailAddress } from './mailer.js';
import type { SmtpConfig } from './smtp-mailer.js';

/** The resolved values of the settings group `admin.email`, secrets in clear; blank text is "not set". */
export interface EmailSettings {
  provider: 'smtp' | 'mailapi';
  fromEmail: string;
  fromName: string;
  replyTo: string;
  /** Envelope sender; blank for the sender itself. */
  bounceAddress?: string;
  mailapiApiKey: string;
  smtpHost: string;
  smtpPort: number;
  smtpSecure: boolean;
  smtpUser: string;
  smtpPassword: string;
}

/** What the environment gives when the settings are blank. */
export type MailEnvironment = Pick<
  Config,
  | 'MAIL_FROM'
  | 'SMTP_HOST'
  | 'SMTP_PORT'
  | 'SMTP_SECURE'
  | 'SMTP_USER'
  | 'SMTP_PASSWORD'
  | 'MAIL_API_BASE_URL'
>;

export type MailRoute =
  | { kind: 'mailapi'; config: ApiMailerConfig }
  | { kind: 'smtp'; config: SmtpConfig }
  | { kind: 'none' };

/**
 * How mail leaves: the active provider when its host or key is set, else the SMTP server of the environment,
 * else not at all. The two are never mixed: a host from here with a password from there would be a leak.
 */
export function mailRoute(settings: EmailSettings, environment: MailEnvironment): MailRoute {
  if (settings.provider === 'mailapi' && settings.mailapiApiKey) {
    return {
      kind: 'mailapi',
      config: { apiKey: settings.mailapiApiKey, baseUrl: environment.MAIL_API_BASE_URL },
    };
  }
  if (settings.provider === 'smtp' && settings.smtpHost) {
    const { smtpHost: host, smtpPort: port, smtpSecure: secure } = settings;
    const user = settings.smtpUser || undefined;
    return { kind: 'smtp', config: { host, port, secure, user, password: settings.smtpPassword } };
  }
  if (!environment.SMTP_HOST) return { kind: 'none' };
  return {
    kind: 'smtp',
    config: {
      host: environment.SMTP_HOST,
      port: environment.SMTP_PORT,
      secure: environment.SMTP_SECURE,
      user: environment.SMTP_USER,
      password: environment.SMTP_PASSWORD,
    },
  };
}

/** Who mail comes from, and where responses go. */
export function mailSender(
  settings: Pick<EmailSettings, 'fromEmail' | 'fromName' | 'replyTo' | 'bounceAddress'>,
  environment: Pick<MailEnvironment, 'MAIL_FROM'>,
): { from: MailAddress; replyTo?: string; bounceTo?: string } {
  return {
    from: { email: settings.fromEmail || environment.MAIL_FROM, name: settings.fromName || undefined },
    replyTo: settings.replyTo || undefined,
    bounceTo: settings.bounceAddress || undefined,
  };
}
