import type { DeliveryOutcome } from '#activities/events/events.activities.js';
import type { FinishedMail, MailResult, MailRow } from '#db/mail/mail.repository.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { putOffAgain } from '#domain/mail/put-off.js';
import { retryAt } from '#domain/mail/queue-pause.js';
import { isGone } from '#domain/mail/smtp-reply.js';
import {
  MailError,
  MailRefusedError,
  MailUnavailableError,
  MailUnclearError,
} from '#integrations/mail/mail-errors.js';
import { TemplateSyntaxError } from '#integrations/mail/template-language.js';
import type { Turn } from '#lib/pace.js';
import { MAX_ATTEMPTS } from '#operations/mail/wake-mail-queue.js';
import { withoutSecrets } from '#operations/mail/without-secrets.js';
import type { Platform } from '#operations/platform.js';
import type { RoundWatch } from './mail-pause.js';
import { createMailSending, isSentByFormer } from './send-mail.js';

/** A message that came too fast is tried again after so long. */
const THROTTLED_MS = 1_000;

export interface Attempt {
  finished: FinishedMail;
  /** For a mail that is to be tried again: why, and when; without an instant it counts towards being parked. */
  again?: Pick<DeliveryOutcome, 'error' | 'retryAt'>;
  /** Whether `again` is the wait for a provider that is away. */
  waitsForProvider?: boolean;
  /** The address that the server says does not exist. */
  gone?: { address: string; reason: string };
}

type Result = MailResult & { retryAt?: Date; waitsForProvider?: boolean };
type Deps = Parameters<typeof createMailSending>[0] & Pick<Platform, 'logger' | 'metrics'>;

/** Tries mails that were claimed, and decides what becomes of them. */
export function createMailAttempts(deps: Deps) {
  const { settings, config, clock, logger, metrics } = deps;
  const send = createMailSending(deps);

  function resultOf(error: unknown, mail: MailRow, watch: RoundWatch, wasProbe: boolean): Result {
    const reason =
      error instanceof MailError ? error.reason : error instanceof Error ? error.message : String(error);
    if (error instanceof TemplateSyntaxError) return { state: 'failed', error: reason };
    // What the provider refuses while it refuses everything is not the fault of this mail.
    const refused = error instanceof MailRefusedError;
    if (refused && (error.deadAddress || !wasProbe)) return { state: 'failed', error: reason };
    if (error instanceof MailUnclearError) return { state: 'unclear', error: reason };
    if (refused || (error instanceof MailUnavailableError && error.waits === 'recipient'))
      return putOff(mail, reason);
    // Ours to mend (a picture setting, a key): the mail waits until somebody has, and is parked in the end.
    if (!(error instanceof MailUnavailableError)) return { state: 'queued', error: reason };
    const now = clock.now();
    if (error.waits === 'pace') {
      const soon = watch.until ?? new Date(now.getTime() + THROTTLED_MS);
      return { state: 'queued', error: reason, retryAt: soon, untried: true };
    }
    const later = watch.until ?? retryAt(now, mail.attempts);
    return { state: 'queued', error: reason, retryAt: later, waitsForProvider: mail.attempts < MAX_ATTEMPTS };
  }

  function putOff(mail: MailRow, reason: string): Result {
    const wait = putOffAgain(mail, clock.now(), settings.get(mailSettings.retryHours));
    if (!wait) return { state: 'failed', error: reason };
    return { state: 'queued', error: reason, putOff: wait, retryAt: wait.notBefore };
  }

  /** Tries a mail that was claimed. @returns what became of it, and when its delivery comes again */
  return async (mail: MailRow, watch: RoundWatch, turn: Turn): Promise<Attempt> => {
    const byFormer = isSentByFormer(mail);
    const wasProbe = watch.isProbing;
    let gone: Attempt['gone'];
    const result: Result = await send(mail).catch((error: unknown) => {
      // A notice by the previous connection says nothing of the current one.
      if (!byFormer) watch.failed(error, mail.recipient);
      if (error instanceof MailUnavailableError && error.waits === 'pace') turn.throttled();
      if (error instanceof MailRefusedError && isGone(error.status))
        gone = { address: mail.recipient, reason: error.reason };
      return resultOf(error, mail, watch, wasProbe && !byFormer);
    });
    turn.done();
    if (result.state === 'sent' && !byFormer) watch.sent();
    metrics.mail.attempts.inc({ outcome: result.state });
    const { id, template } = mail;
    const { retryAt: at, waitsForProvider, ...rest } = result;
    const error = rest.error === undefined ? undefined : withoutSecrets(rest.error, settings, config);
    if (error) logger.warn({ mailId: id, template, state: result.state, reason: error }, 'mail not sent');
    const finished = { id, template, ...rest, error };
    // Only what is to be tried again is an open delivery. What is the provider's fault is never parked for it.
    if (result.state !== 'queued') return { finished, gone };
    return { finished, again: { error: error ?? '', retryAt: at }, waitsForProvider };
  };
}
