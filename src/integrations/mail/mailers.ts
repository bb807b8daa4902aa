import { canonicalJson, sha256 } from '#lib/crypto.js';
import { createApiMailer } from './api-mailer.js';
import { type EmailSettings, type MailEnvironment, mailRoute, type MailRoute } from './email-settings.js';
import { MailUnavailableError } from './mail-errors.js';
import { createBulkApiMailer } from './bulk-api-mailer.js';
import { bulkOver } from './bulk-mailer.js';
import type { BulkMailer, Mailer } from './mailer.js';
import { createSmtpMailer, type SmtpTimeouts } from './smtp-mailer.js';

export interface Mailers {
  /**
   * The mailer for the settings as they are now, so that a change counts from the next send on. Equal settings give
   * the same mailer with its open connections.
   */
  mailerFor(settings: EmailSettings): Mailer;
  /** The same for one message to many. */
  bulkMailerFor(settings: EmailSettings): BulkMailer;
  close(): void;
}

interface OpenMailer {
  fingerprint: string;
  mailer: Mailer;
  bulk: BulkMailer;
  close(): void;
}

/**
 * Gives out mailers for the settings, and keeps the last one.
 * @param ports with a mailer of a plugin, which takes all mail whatever the settings say
 */
export function createMailers(
  environment: MailEnvironment,
  timeouts: SmtpTimeouts = {},
  ports: { mailer?: Mailer } = {},
): Mailers {
  const { mailer } = ports;
  if (mailer) {
    const bulk = bulkOver(mailer);
    return { mailerFor: () => mailer, bulkMailerFor: () => bulk, close: () => undefined };
  }
  let current: OpenMailer | undefined;
  function openFor(settings: EmailSettings): OpenMailer {
    const route = mailRoute(settings, environment);
    // Hashed, because a heap dump should not show the password once more.
    const fingerprint = sha256(canonicalJson(route));
    if (current?.fingerprint !== fingerprint) {
      current?.close();
      current = { fingerprint, ...open(route, timeouts) };
    }
    return current;
  }
  return {
    mailerFor: (settings) => openFor(settings).mailer,
    bulkMailerFor: (settings) => openFor(settings).bulk,
    close() {
      current?.close();
      current = undefined;
    },
  };
}

function open(route: MailRoute, timeouts: SmtpTimeouts): Pick<OpenMailer, 'mailer' | 'bulk' | 'close'> {
  const nothing = () => undefined;
  switch (route.kind) {
    case 'smtp': {
      const mailer = createSmtpMailer(route.config, timeouts);
      return { mailer, bulk: bulkOver(mailer), close: () => mailer.close() };
    }
    case 'mailapi':
      return {
        mailer: createApiMailer(route.config),
        bulk: createBulkApiMailer(route.config),
        close: nothing,
      };
    case 'none': {
      const reason = 'No mail server is set up: fill in the e-mail settings or SMTP_HOST';
      const send = () => Promise.reject(new MailUnavailableError(reason, { misconfigured: true }));
      return { mailer: { send }, bulk: bulkOver({ send }), close: nothing };
    }
  }
}
