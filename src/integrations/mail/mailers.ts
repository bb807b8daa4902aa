import { canonicalJson, sha256 } from '#lib/crypto.js';
import { createApiMailer } from './api-mailer.js';
import { type EmailSettings, type MailEnvironment, mailRoute, type MailRoute } from './email-settings.js';
import { MailUnavailableError } from './mail-errors.js';
import type { Mailer } from './mailer.js';
import { createSmtpMailer, type SmtpTimeouts } from './smtp-mailer.js';

export interface Mailers {
  /**
   * The mailer for the settings as they are now, so that a change counts from the next send on. Equal settings give
   * the same mailer with its open connections.
   */
  mailerFor(settings: EmailSettings): Mailer;
  close(): void;
}

interface OpenMailer {
  fingerprint: string;
  mailer: Mailer;
  close(): void;
}

/** Gives out mailers for the settings, and keeps the last one. */
export function createMailers(environment: MailEnvironment, timeouts: SmtpTimeouts = {}): Mailers {
  let current: OpenMailer | undefined;
  return {
    mailerFor(settings) {
      const route = mailRoute(settings, environment);
      // Hashed, because a heap dump should not show the password once more.
      const fingerprint = sha256(canonicalJson(route));
      if (current?.fingerprint !== fingerprint) {
        current?.close();
        current = { fingerprint, ...open(route, timeouts) };
      }
      return current.mailer;
    },
    close() {
      current?.close();
      current = undefined;
    },
  };
}

function open(route: MailRoute, timeouts: SmtpTimeouts): Pick<OpenMailer, 'mailer' | 'close'> {
  const nothing = () => undefined;
  switch (route.kind) {
    case 'smtp': {
      const mailer = createSmtpMailer(route.config, timeouts);
      return { mailer, close: () => mailer.close() };
    }
    case 'mailapi':
      return { mailer: createApiMailer(route.config), close: nothing };
    case 'none': {
      const reason = 'No mail server is set up: fill in the e-mail settings or SMTP_HOST';
      const send = () => Promise.reject(new MailUnavailableError(reason, { misconfigured: true }));
      return { mailer: { send }, close: nothing };
    }
  }
}
