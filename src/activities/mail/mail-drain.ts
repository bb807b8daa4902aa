import type { DeliveryOutcome, DrainHandler } from '#activities/events/events.activities.js';
import type { DueDelivery } from '#db/events/events.repository.js';
import type { FinishedMail, MailRepository, MailResult, MailRow } from '#db/mail/mail.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { holdsSecrets } from '#domain/mail/mail-message.js';
import { isStale, retryAt } from '#domain/mail/queue-pause.js';
import { isEnabled } from '#domain/mail/template-override.js';
import { findMailTemplate } from '#domain/mail/template-registry.js';
import { type EmailSettings, mailSender } from '#integrations/mail/email-settings.js';
import { MailRefusedError, MailUnavailableError, MailUnclearError } from '#integrations/mail/mail-errors.js';
import type { OutgoingMail, SentMail } from '#integrations/mail/mailer.js';
import type { Mailers } from '#integrations/mail/mailers.js';
import { TemplateSyntaxError } from '#integrations/mail/template-language.js';
import type { Platform } from '#operations/platform.js';
import { withDeliveryScope } from '#lib/delivery-scope.js';
import { createMailPause, type RoundWatch } from './mail-pause.js';
import { createMailWrites } from './mail-writes.js';
import { composeMail } from '#operations/mail/compose-mail.js';
import { readEmailSettings } from '#operations/mail/mail-settings.js';

/** Why a mail was not sent that waited for too long. */
const STALE = 'stale';

/** `unavailable` when the provider took nothing, for a reason that is not the mail's. */
interface SendResult extends MailResult {
  unavailable?: true;
}

interface Attempt {
  finished: FinishedMail;
  /** For a mail that is to be tried again: why, and when. */
  again?: Pick<DeliveryOutcome, 'error' | 'retryAt'>;
}

/** As many as a mailer keeps connections. */
const PARALLEL = 5;

type Deps = Pick<
  Platform,
  | 'config'
  | 'settings'
  | 'storage'
  | 'keyring'
  | 'unitOfWork'
  | 'clock'
  | 'logger'
  | 'metrics'
  | 'knex'
  | 'events'
> & {
  messages: MailRepository;
  mailers: Pick<Mailers, 'mailerFor'>;
};

/**
 * Sends the mails of a batch. Each is claimed in the database first, so that it goes out once however often its
 * delivery comes: one found claimed by nobody who is still there may have gone out, and is left to a person.
 */
export function createMailDrainHandler(deps: Deps): DrainHandler {
  const { config, settings, unitOfWork, clock, logger, messages, mailers, metrics, events } = deps;
  const pause = createMailPause(deps);

  async function send(mail: MailRow): Promise<SendResult> {
    const template = findMailTemplate(mail.template, mail.role);
    if (isStale(mail, clock.now())) return { state: 'failed', error: STALE };
    if (template && !isEnabled(template, mail.override ?? undefined)) return { state: 'suppressed' };
    const { customerName, subject, html, text, formerConnection } = composeMail(mail, deps);
    const to = { email: mail.recipient, name: customerName || undefined };
    const message = { to, subject, html, text, messageId: mail.id };
    const { messageId } = holdsToFormer(mail)
      ? await sendByFormer(message, formerConnection)
      : await sendBy(currentSettings(), message);
    return { state: 'sent', providerMessageId: messageId };
  }

  /** A secret that cannot be read is a connection that somebody has to set up again. */
  function currentSettings(): EmailSettings {
    try {
      return readEmailSettings(settings);
    } catch (error) {
      throw new MailUnavailableError((error as Error).message, { misconfigured: true });
    }
  }

  function sendBy(email: EmailSettings, message: Omit<OutgoingMail, 'from'>): Promise<SentMail> {
    return mailers.mailerFor(email).send({ ...mailSender(email, config), ...message });
  }

  /** By the previous connection, else by the environment's; never by the current settings, which are in question. */
  async function sendByFormer(
    message: Omit<OutgoingMail, 'from'>,
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

  /** Tries a mail that was claimed. @returns what became of it, and when its delivery comes again */
  async function attempt(mail: MailRow, watch: RoundWatch): Promise<Attempt> {
    const result = await send(mail).catch((error: unknown) => {
      // A notice by the previous connection says nothing of the current one.
      if (!holdsToFormer(mail)) watch.failed(error);
      return resultOf(error);
    });
    if (result.state === 'sent' && !holdsToFormer(mail)) watch.sent();
    metrics.mail.attempts.inc({ outcome: result.state });
    if (result.error) {
      logger.warn(
        { mailId: mail.id, template: mail.template, state: result.state, reason: result.error },
        'mail not sent',
      );
    }
    const { id, template } = mail;
    const { state, providerMessageId, error } = result;
    const finished = { id, template, state, providerMessageId, error };
    // Only what is to be tried again is an open delivery. What is the provider's fault is never parked for it.
    if (state !== 'queued') return { finished };
    const later = result.unavailable ? (watch.until ?? retryAt(clock.now(), mail.attempts)) : undefined;
    return { finished, again: { error: error ?? '', retryAt: later } };
  }

  async function notClaimed({ event }: DueDelivery, state: string): Promise<void> {
    if (state !== 'sending') return;
    const id = event.entityId;
    logger.warn({ mailId: id }, 'mail left unclear: its process ended while it was being sent');
    await unitOfWork.run(systemContext(event, clock.now()), (tx) => messages.markAbandoned(tx, id));
  }

  return async (deliveries, { signal }) => {
    const state = await pause.read();
    if (state.pausedUntil && state.pausedUntil > clock.now())
      return deliveries.map(deferTo(state.pausedUntil));
    const waiting = [...deliveries].sort(urgentFirst);
    const watch = pause.watch(state);
    const writes = createMailWrites(deps);
    const outcomes: DeliveryOutcome[] = [];

    async function handle(delivery: DueDelivery): Promise<{ settled: Promise<unknown> }> {
      const claim = await writes.claim(delivery.event.entityId);
      if (!('mail' in claim)) {
        await notClaimed(delivery, claim.state);
        outcomes.push({ id: delivery.id });
        return { settled: Promise.resolve() };
      }
      const { finished, again } = await attempt(claim.mail, watch);
      return { settled: writes.finish(finished).then(() => outcomes.push({ id: delivery.id, ...again })) };
    }

    /** @param most mails it tries at most */
    async function lane(most: number): Promise<void> {
      let settled: Promise<unknown> = Promise.resolve();
      for (let tried = 0; tried < most && !signal.aborted && !watch.until; tried += 1) {
        const delivery = waiting.shift();
        if (!delivery) break;
        const work = () => handle(delivery);
        const handled = withDeliveryScope(delivery.event, 'send mail', work);
        // The result of a mail is written with the claim of the next one.
        ({ settled } = (await Promise.all([handled, settled]))[0]);
      }
      await settled;
    }

    // After a pause one mail is tried alone.
    if (state.pauses > 0) await lane(1);
    await Promise.all(Array.from({ length: PARALLEL }, () => lane(Infinity)));
    await watch.end();
    if (watch.until) {
      outcomes.push(...waiting.map(deferTo(watch.until)));
      await events.deferAll('mail', watch.until);
    }
    return outcomes;
  };
}

const deferTo =
  (until: Date) =>
  (delivery: DueDelivery): DeliveryOutcome => ({
    id: delivery.id,
    error: 'The mail queue pauses',
    retryAt: until,
  });

/** Somebody waits at the screen for a link; the rest may come a moment later. */
function urgentFirst(a: DueDelivery, b: DueDelivery): number {
  const urgency = ({ event }: DueDelivery) => (holdsSecrets(String(event.payload['template'])) ? 0 : 1);
  return urgency(a) - urgency(b);
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

function holdsToFormer({ template }: Pick<MailRow, 'template'>): boolean {
  return template === 'auth.secure_settings_changed';
}

function resultOf(error: unknown): SendResult {
  if (error instanceof MailRefusedError || error instanceof TemplateSyntaxError) {
    return { state: 'failed', error: error.message };
  }
  if (error instanceof MailUnclearError) return { state: 'unclear', error: error.reason };
  if (error instanceof MailUnavailableError)
    return { state: 'queued', error: error.reason, unavailable: true };
  // Ours to mend (a wrong key, a picture setting): the mail waits until somebody has.
  return { state: 'queued', error: error instanceof Error ? error.message : String(error) };
}
