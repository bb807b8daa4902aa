import { createQueueStateRepository } from '#db/mail/queue-state.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { MOST_FAILURES, pauseUntil, type QueueState } from '#domain/mail/queue-pause.js';
import { MailUnavailableError } from '#integrations/mail/mail-errors.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'clock' | 'logger'>;

/** What the provider did during one round of the drain, and whether the queue pauses because of it. */
export interface RoundWatch {
  /** Set once no further mail is to be tried: the instant of the next one. */
  readonly until: Date | undefined;
  sent(): void;
  /** @param error what the provider did with a mail that was not taken, for whatever reason */
  failed(error: unknown): void;
  /** Writes down what the round has found. */
  end(): Promise<void>;
}

/** Pauses the mail queue as a whole while its provider is away or misconfigured. */
export function createMailPause({ knex, unitOfWork, clock, logger }: Deps) {
  const states = createQueueStateRepository();

  return {
    read: () => states.read(knex),

    watch(state: QueueState): RoundWatch {
      let inARow = 0;
      let succeeded = false;
      let failure: MailUnavailableError | undefined;
      let until: Date | undefined;
      return {
        get until() {
          return until;
        },
        sent() {
          inARow = 0;
          succeeded = true;
        },
        failed(error) {
          if (!(error instanceof MailUnavailableError)) {
            // The provider has responded, so it is there.
            inARow = 0;
            return;
          }
          inARow += 1;
          failure = error;
          const { misconfigured, retryAfterSeconds } = error;
          const isProbe = state.pauses > 0 && !succeeded;
          if (misconfigured || retryAfterSeconds !== undefined || isProbe || inARow >= MOST_FAILURES)
            until ??= pauseUntil(clock.now(), state.pauses, retryAfterSeconds);
        },
        async end() {
          const now = clock.now();
          const changes: Partial<QueueState> = {
            ...(succeeded ? { lastSuccessAt: now } : {}),
            ...(failure ? { lastFailureAt: now, lastFailure: failure.reason } : {}),
            ...(until
              ? { pausedSince: state.pausedSince ?? now, pausedUntil: until, pauses: state.pauses + 1 }
              : succeeded && state.pauses > 0
                ? { pausedSince: null, pausedUntil: null, pauses: 0 }
                : {}),
          };
          if (Object.keys(changes).length === 0) return;
          const ctx = systemContext({ name: 'mail' }, now);
          await unitOfWork.run(ctx, (tx) => states.write(tx, changes));
          if (until) logger.warn({ until, reason: failure?.reason }, 'mail queue paused');
          else if (state.pauses > 0 && succeeded)
            logger.info({ since: state.pausedSince }, 'mail queue resumed');
        },
      };
    },
  };
}
