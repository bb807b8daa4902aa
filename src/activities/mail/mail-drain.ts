import { allEnded } from '#lib/all-ended.js';
import type { DeliveryOutcome, DrainHandler } from '#activities/events/events.activities.js';
import type { DueDelivery } from '#db/events/events.repository.js';
import type { MailRepository } from '#db/mail/mail.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { holdsSecrets } from '#domain/mail/mail-message.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { normalizeAddress } from '#domain/_shared/mail-address.js';
import type { Mailers } from '#integrations/mail/mailers.js';
import { withDeliveryScope } from '#lib/delivery-scope.js';
import { createPace, type Pace, type Turn } from '#lib/pace.js';
import { createSuppressing } from '#operations/mail/suppress-addresses.js';
import type { Platform } from '#operations/platform.js';
import { createMailAttempts } from './attempt-mail.js';
import { createMailPause } from './mail-pause.js';
import { createMailWrites } from './mail-writes.js';

/** As many as a mailer keeps connections. */
const PARALLEL = 5;
/** A round takes as many mails as leave in so long: a link to sign in that comes meanwhile goes first in the next one. */
const ROUND_SECONDS = 5;

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
  | 'outbox'
  | 'events'
> & {
  messages: MailRepository;
  mailers: Pick<Mailers, 'mailerFor'>;
  /** How fast mails leave; by the settings when undefined. */
  pace?: Pace;
};

/**
 * Sends the mails of a batch. Each is claimed in the database first, so that it goes out once however often its
 * delivery comes: one found claimed by nobody who is still there may have gone out, and is left to a person.
 */
export function createMailDrainHandler(deps: Deps): DrainHandler {
  const { settings, unitOfWork, clock, logger, messages, events } = deps;
  const pause = createMailPause(deps);
  const attempt = createMailAttempts(deps);
  const suppress = createSuppressing(deps);
  const pace = deps.pace ?? createPace(() => settings.get(mailSettings.ratePerSecond));

  async function notClaimed({ event }: DueDelivery, state: string): Promise<void> {
    if (state !== 'sending') return;
    const id = event.entityId;
    logger.warn({ mailId: id }, 'mail left unclear: its process ended while it was being sent');
    await unitOfWork.run(systemContext(event, clock.now()), (tx) => messages.markAbandoned(tx, id));
  }

  async function suppressGone(
    { event }: DueDelivery,
    gone: { address: string; reason: string },
  ): Promise<void> {
    const ctx = systemContext(event, clock.now());
    const row = {
      address: normalizeAddress(gone.address),
      reason: 'hard_bounce',
      source: 'smtp',
      note: gone.reason,
    } as const;
    await unitOfWork.run(ctx, (tx) => suppress(tx, ctx, [row]));
  }

  return async (deliveries, { signal }) => {
    const state = await pause.read();
    if (state.pausedUntil && state.pausedUntil > clock.now())
      return deliveries.map(deferTo(state.pausedUntil));
    const waiting = [...deliveries].sort(urgentFirst);
    const watch = pause.watch(state);
    const writes = createMailWrites(deps);
    const outcomes: DeliveryOutcome[] = [];
    const providerWaits = new Set<number>();
    let left = Math.ceil(pace.rate() * ROUND_SECONDS);

    async function handle(delivery: DueDelivery, turn: Turn): Promise<{ settled: Promise<unknown> }> {
      const claim = await writes.claim(delivery.event.entityId);
      if (!('mail' in claim)) {
        turn.done();
        await notClaimed(delivery, claim.state);
        outcomes.push({ id: delivery.id });
        return { settled: Promise.resolve() };
      }
      const { finished, again, gone, waitsForProvider } = await attempt(claim.mail, watch, turn);
      if (waitsForProvider) providerWaits.add(delivery.id);
      const settled = writes.finish(finished).then(() => outcomes.push({ id: delivery.id, ...again }));
      return { settled: gone ? settled.then(() => suppressGone(delivery, gone)) : settled };
    }

    const isOver = () => signal.aborted || watch.until !== undefined || left <= 0;

    /** @param most mails it tries at most */
    async function lane(most: number): Promise<void> {
      const written: Promise<unknown>[] = [];
      try {
        for (let tried = 0; tried < most && !isOver() && waiting.length > 0; tried += 1) {
          // The turn comes before the claim: a mail that waits for it is not in hand.
          const turn = await pace.next(1, signal).catch(() => undefined);
          const delivery = isOver() ? undefined : waiting.shift();
          if (!turn || !delivery) {
            turn?.done();
            break;
          }
          left -= 1;
          const work = () => handle(delivery, turn).finally(() => turn.done());
          const before = written.at(-1);
          const handled = withDeliveryScope(delivery.event, 'send mail', work);
          // The result of a mail is written with the claim of the next one.
          await allEnded([handled.then(({ settled }) => written.push(settled)), before]);
        }
      } finally {
        await Promise.allSettled(written);
      }
      await Promise.all(written);
    }

    // After a pause mails are tried one by one until the provider takes one.
    while (watch.isProbing && waiting.length > 0 && !isOver()) await lane(1);
    // A lane that fails ends the round when the others have ended: what they have claimed is sent and written down.
    await allEnded(Array.from({ length: PARALLEL }, () => lane(Infinity)));
    await watch.end();
    if (watch.until) {
      outcomes.push(...waiting.map(deferTo(watch.until)));
      await events.deferAll('mail', watch.until);
    }
    // The provider was away for a moment only: who waits for it need not.
    if (watch.isTaking)
      for (const outcome of outcomes) if (providerWaits.has(outcome.id)) outcome.retryAt = clock.now();
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
