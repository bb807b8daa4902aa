import {
  AppError,
  createHandlesRepository,
  createIntentsRepository,
  createItemsRepository,
  type DrainPass,
  EQUAL_REFUSALS,
  type FeedHandle,
  type ItemResult,
  MAX_ATTEMPTS,
  type PluginPlatform,
  retryDelayMs,
  systemContext,
  type Tx,
} from 'haat/plugin';
import { socialCatalogSettings } from '../domain/social-catalog.settings.js';
import type { BatchStatus } from '../integrations/social.schemas.js';
import { socialFailure } from '../integrations/social-failure.js';
import type { SocialRemote } from '../operations/social-remote.js';

/** Batches looked at in one round. */
const BATCHES = 20;
const FIRST_GAP_MS = 2_000;
const LONGEST_GAP_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
const REPEATED_PAUSE_MS = 3_600_000;
const ENDED = new Set(['finished', 'error', 'canceled']);
const BATCH_FAILED = 'The batch ended in an error at the remote side';
const UNNAMED = 'The remote side refused the item without naming a reason';

type Deps = Pick<PluginPlatform, 'unitOfWork' | 'clock' | 'logger' | 'settings' | 'operations'> & {
  remote: SocialRemote;
};

/**
 * One round over the batches that the social catalog works on, each looked at with growing gaps. `finished` is not
 * success: items with errors were not saved, the others were.
 */
export function createPollPass(deps: Deps): DrainPass {
  const { unitOfWork, clock, logger, settings, operations, remote } = deps;
  const handles = createHandlesRepository();
  const intents = createIntentsRepository();
  const items = createItemsRepository();
  const run = <T>(work: (tx: Tx) => Promise<T>) =>
    unitOfWork.run(systemContext({ name: 'feeds-social-polls' }, clock.now()), work);

  /** Undefined where the remote side could not be asked. */
  async function look(
    { handle, catalogId }: FeedHandle,
    signal: AbortSignal,
  ): Promise<BatchStatus | null | undefined> {
    try {
      return await remote.call((client, token) => client.readBatch(token, catalogId, handle, signal));
    } catch (error) {
      if (error instanceof AppError) return undefined;
      const { kind, message } = socialFailure(error);
      logger.info({ handle, kind, message }, 'batch of the social catalog could not be looked at');
      return kind === 'refused' ? null : undefined;
    }
  }

  /** Records the end of a batch: each item by its own errors, or all of them for a batch that failed as a whole. */
  async function finish(
    batch: FeedHandle,
    outcome: string,
    errorOf: (variantId: string) => string | null,
  ): Promise<void> {
    await run(async (tx) => {
      const now = clock.now();
      const submitted = await intents.ofHandle(tx, batch.id);
      if (!(await handles.finish(tx, batch.id, outcome, now))) return;
      const again = outcome === 'error' ? await retry(tx, batch, submitted, now) : new Set<number>();
      const ended = submitted.filter(({ id }) => !again.has(id));
      const results = ended.map((intent) => ({ ...intent, error: errorOf(intent.variantId) }));
      const refusal = outcome === 'finished' ? commonRefusal(results.map(({ error }) => error)) : null;
      if (refusal !== null) return giveBack(tx, batch, submitted, refusal, now);
      await intents.settleSubmitted(
        tx,
        'social',
        results.map(({ id, error }) => ({ id, error })),
        now,
      );
      await items.settleSubmitted(tx, scopeOf(batch), results.map(itemOf), now);
    });
  }

  /**
   * A batch that ended in an error has saved nothing and says nothing of its items: they go again, an upsert is safe.
   * @returns the intents that do; the others have had all of their tries
   */
  async function retry(
    tx: Tx,
    batch: FeedHandle,
    submitted: readonly { id: number; variantId: string; attempts: number }[],
    now: Date,
  ): Promise<Set<number>> {
    const left = submitted.filter(({ attempts }) => attempts + 1 < MAX_ATTEMPTS);
    const retries = left.map(({ id, attempts }) => ({
      id,
      attempts: attempts + 1,
      dueAt: new Date(now.getTime() + retryDelayMs(attempts)),
    }));
    const variantIds = left.map(({ variantId }) => variantId);
    await intents.retrySubmitted(tx, retries, BATCH_FAILED);
    await items.reopenSubmitted(tx, scopeOf(batch), variantIds, BATCH_FAILED);
    return new Set(left.map(({ id }) => id));
  }

  /** Pauses the feed instead of failing every item: the intents are sent again after the pause. */
  async function giveBack(
    tx: Tx,
    batch: FeedHandle,
    submitted: readonly { id: number; variantId: string }[],
    message: string,
    now: Date,
  ): Promise<void> {
    const ids = submitted.map(({ id }) => id);
    const variantIds = submitted.map(({ variantId }) => variantId);
    await intents.reopenSubmitted(tx, ids, message, now);
    await items.reopenSubmitted(tx, scopeOf(batch), variantIds, message);
    const until = new Date(now.getTime() + REPEATED_PAUSE_MS);
    const { generation } = await operations.feedSteps.connectionOf(tx, 'social');
    await operations.feedSteps.pause(tx, 'social', generation, {
      reason: 'repeated_refusals',
      message,
      until,
    });
    logger.warn({ feed: 'social', reason: 'repeated_refusals', message }, 'feed paused');
  }

  async function settle(batch: FeedHandle, status: BatchStatus | null | undefined): Promise<void> {
    const now = clock.now();
    if (status && ENDED.has(status.status)) {
      if (status.status === 'error') return finish(batch, 'error', () => BATCH_FAILED);
      if (status.status !== 'finished') return finish(batch, status.status, () => status.status);
      const errors = errorsOf(status);
      return finish(batch, 'finished', (variantId) => errors.get(variantId) ?? null);
    }
    const age = now.getTime() - batch.submittedAt.getTime();
    const most = settings.get(socialCatalogSettings.handlePollMaxAgeMinutes) * MINUTE_MS;
    if (age >= most) return finish(batch, 'poll_timeout', () => 'poll_timeout');
    const gap = Math.min(FIRST_GAP_MS * 2 ** Math.max(batch.polls - 1, 0), LONGEST_GAP_MS, most - age);
    await run((tx) => handles.putOff(tx, batch.id, new Date(now.getTime() + gap)));
  }

  return async ({ signal }) => {
    const due = await run((tx) => handles.takeDue(tx, 'social', BATCHES, clock.now()));
    for (const batch of due) {
      if (signal.aborted) break;
      await settle(batch, await look(batch, signal));
    }
    return { taken: due.length, failed: 0 };
  };
}

/** Items stand in the catalog that their batch was sent to. */
const scopeOf = ({ catalogId }: FeedHandle) => ({ feed: 'social' as const, target: catalogId });

/** The message with which every item of a large batch was refused: the account is refused, not its items. */
function commonRefusal(errors: readonly (string | null)[]): string | null {
  const [message = null] = errors;
  return errors.length >= EQUAL_REFUSALS && errors.every((error) => error === message) ? message : null;
}

/** The items table knows which of them were deletes. */
function itemOf({
  id,
  variantId,
  error,
}: {
  id: number;
  variantId: string;
  error: string | null;
}): ItemResult {
  const attempts = error === null ? 0 : 1;
  return {
    variantId,
    intentId: id,
    attempts,
    lastError: error,
    status: error === null ? 'synced' : 'failed',
  };
}

/** The first error of each item; those that are only counted as invalid have a reason of ours. */
function errorsOf({ errors = [], ids_of_invalid_requests: invalid = [] }: BatchStatus): Map<string, string> {
  const found = new Map<string, string>();
  for (const id of invalid) found.set(id, UNNAMED);
  for (const { id, message } of [...errors].reverse()) if (id) found.set(id, message);
  return found;
}
