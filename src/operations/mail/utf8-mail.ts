import { mailRoute } from '#integrations/mail/email-settings.js';
import { offersSmtpUtf8 } from '#integrations/mail/relay-extensions.js';
import type { SmtpConfig } from '#integrations/mail/smtp-mailer.js';
import { readEmailSettings } from './mail-settings.js';
import type { Platform } from '#operations/platform.js';

/** How long what a mail server offers is believed, and how long one that could not be asked is left alone. */
const [BELIEVED_MS, LEFT_ALONE_MS] = [10 * 60_000, 60_000];

/** Whether mails can be sent to addresses with more than ASCII before the `@`. */
export interface Utf8MailSource {
  /** Undefined where the mail server has to be asked first. */
  known(): boolean | undefined;
  /** Asks the mail server where that is due; callers at once share one question. */
  learn(): Promise<boolean>;
}

/** By SMTP alone: the API of the mail provider takes ASCII. */
export function createUtf8Mail({
  config,
  settings,
  clock,
  logger,
}: Pick<Platform, 'config' | 'settings' | 'clock' | 'logger'>): Utf8MailSource {
  let last: { server: string; offers: boolean; until: number } | undefined;
  let asking: { server: string; offers: Promise<boolean> } | undefined;

  function server(): SmtpConfig | undefined {
    try {
      const route = mailRoute(readEmailSettings(settings), config);
      return route.kind === 'smtp' ? route.config : undefined;
    } catch {
      // A secret that no key opens: no mail leaves at all.
      return undefined;
    }
  }
  const nameOf = ({ host, port }: SmtpConfig) => `${host}:${port}`;

  async function ask(asked: SmtpConfig): Promise<boolean> {
    const now = () => clock.now().getTime();
    try {
      const offers = await offersSmtpUtf8(asked);
      last = { server: nameOf(asked), offers, until: now() + BELIEVED_MS };
    } catch (err) {
      logger.warn({ err, server: nameOf(asked) }, 'mail server not asked for SMTPUTF8');
      last = { server: nameOf(asked), offers: false, until: now() + LEFT_ALONE_MS };
    }
    return last.offers;
  }

  function known(): boolean | undefined {
    const current = server();
    if (!current) return false;
    return last?.server === nameOf(current) && last.until > clock.now().getTime() ? last.offers : undefined;
  }

  return {
    known,
    learn() {
      const before = known();
      const current = server();
      if (before !== undefined || !current) return Promise.resolve(before ?? false);
      if (asking?.server !== nameOf(current)) {
        const question = { server: nameOf(current), offers: ask(current) };
        asking = question;
        void question.offers.finally(() => {
          if (asking === question) asking = undefined;
        });
      }
      return asking.offers;
    },
  };
}
