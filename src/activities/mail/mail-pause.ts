import { createQueueStateRepository } from '#db/mail/queue-state.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import {
  countSign,
  isProviderDown,
  pauseUntil,
  type ProviderCounts,
  type ProviderSign,
  type QueueState,
} from '#domain/mail/queue-pause.js';
import { domainOf } from '#domain/mail/suppression.js';
import { MailRefusedError, MailUnavailableError, MailUnclearError } from '#integrations/mail/mail-errors.js';
import { endProviderWaits } from '#operations/mail/wake-mail-queue.js';
import { withoutSecrets } from '#operations/mail/without-secrets.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'clock' | 'logger' | 'settings' | 'config'>;

/** What the provider did during one round of the drain, and whether the queue pauses because of it. */
export interface RoundWatch {
  /** Set once no further mail is to be tried: the instant of the next one. */
  readonly until: Date | undefined;
  /** Whether the queue has paused and the provider has taken nothing since: mails are tried one by one. */
  readonly isProbing: boolean;
  /** Whether the provider has taken mails, the last time it was asked too. */
  readonly isTaking: boolean;
  sent(): void;
  /** @param error what the provider did with a mail that was not taken, for whatever reason */
  failed(error: unknown, recipient: string): void;
  /** Records what the round has found. */
  end(): Promise<void>;
}

/** Pauses the mail queue as a whole while its provider is away, misconfigured, or refuses everything. */
export function createMailPause({ knex, unitOfWork, clock, logger, settings, config }: Deps) {
  const states = createQueueStateRepository();

  return {
    read: () => states.read(knex),

    watch(state: QueueState): RoundWatch {
      let counts: ProviderCounts = state.counts;
      let succeeded = false;
      let failure: string | undefined;
      let until: Date | undefined;
      let woken: Promise<void> | undefined;
      const hasFailed = () => state.pauses > 0 || counts.away > 0 || counts.throttled > 0;
      const isProbing = () => state.pauses > 0 && !succeeded;

      /** The provider takes mails: those that wait for that need not wait any longer. */
      function wake(): void {
        const ctx = systemContext({ name: 'mail' }, clock.now());
        woken ??= unitOfWork.run(ctx, endProviderWaits);
        // Awaited at the end of the round.
        woken.catch(() => undefined);
      }

      return {
        get until() {
          return until;
        },
        get isProbing() {
          return isProbing();
        },
        get isTaking() {
          return succeeded && counts.away === 0 && !until;
        },
        sent() {
          if (hasFailed()) wake();
          succeeded = true;
          counts = countSign(counts, { kind: 'taken' });
        },
        failed(error, recipient) {
          const sign = signOf(error, recipient);
          if (!sign) return;
          const isProbe = isProbing() && sign.kind !== 'recipient';
          counts = countSign(counts, sign);
          if (sign.kind !== 'recipient') failure = withoutSecrets((error as Error).message, settings, config);
          const { misconfigured = false, retryAfterSeconds } =
            error instanceof MailUnavailableError ? error : {};
          if (misconfigured || retryAfterSeconds !== undefined || isProbe || isProviderDown(counts))
            until ??= pauseUntil(clock.now(), state.pauses, retryAfterSeconds);
        },
        async end() {
          const now = clock.now();
          const changes: Partial<QueueState> = {
            ...(succeeded ? { lastSuccessAt: now } : {}),
            ...(failure ? { lastFailureAt: now, lastFailure: failure } : {}),
            ...(counts === state.counts ? {} : { counts }),
            ...(until
              ? {
                  pausedSince: state.pausedSince ?? now,
                  pausedUntil: until,
                  pauses: state.pauses + 1,
                  pauseReason: failure ?? null,
                }
              : succeeded && state.pauses > 0
                ? { pausedSince: null, pausedUntil: null, pauses: 0, pauseReason: null }
                : {}),
          };
          await woken;
          if (Object.keys(changes).length === 0) return;
          const ctx = systemContext({ name: 'mail' }, now);
          await unitOfWork.run(ctx, (tx) => states.write(tx, changes));
          if (until) logger.warn({ until, reason: failure }, 'mail queue paused');
          else if (state.pauses > 0 && succeeded)
            logger.info({ since: state.pausedSince }, 'mail queue resumed');
        },
      };
    },
  };
}

/** What a failure says of the provider; undefined where it never came to that. */
function signOf(error: unknown, recipient: string): ProviderSign | undefined {
  if (error instanceof MailRefusedError)
    return error.deadAddress ? { kind: 'recipient' } : { kind: 'not_accepted', domain: domainOf(recipient) };
  if (error instanceof MailUnclearError) return { kind: 'not_accepted', domain: domainOf(recipient) };
  if (!(error instanceof MailUnavailableError)) return undefined;
  const kinds = { provider: 'away', recipient: 'recipient', pace: 'throttled' } as const;
  return { kind: kinds[error.waits] };
}
