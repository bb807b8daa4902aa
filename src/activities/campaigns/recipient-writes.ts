import { type Origin, systemContext } from '#domain/_shared/context.js';
import type { ShownContent } from '#domain/campaigns/shown-content.js';
import type { BroadcastSteps, ClaimedWithCodes } from '#operations/campaigns/broadcast-steps.js';
import type { Platform } from '#operations/platform.js';
import type { SentBatch } from './send-batch.js';

/** What became of a claim; `pause` is why nobody else of the broadcast would be taken. */
export type Settlement = Pick<SentBatch, 'results' | 'gone'> & { pause?: string };

/** Claims and results of the lanes of a broadcast. */
export interface RecipientWrites {
  /** Takes the next recipients; none when nobody is due, or the broadcast does not send any more. */
  claim(limit: number): Promise<ClaimedWithCodes[]>;
  settle(settlement: Settlement): Promise<void>;
}

type Write = { failed: (error: unknown) => void } & (
  | { limit: number; done: (claimed: ClaimedWithCodes[]) => void }
  | { settlement: Settlement; done: () => void }
);

/**
 * Group commit: what the lanes ask for while a transaction runs is written by the next one. Results come before claims, so
 * that a broadcast which pauses for them hands nobody out.
 */
export function createRecipientWrites(
  { unitOfWork, clock }: Pick<Platform, 'unitOfWork' | 'clock'>,
  steps: Pick<BroadcastSteps, 'claim' | 'settle'>,
  claim: { origin: Origin; broadcastId: string; claimId: string; shown: ShownContent },
): RecipientWrites {
  const { origin, broadcastId, claimId, shown } = claim;
  const waiting: Write[] = [];
  let writing = false;

  async function commit(writes: readonly Write[]): Promise<void> {
    const settlements = writes.flatMap((write) => ('settlement' in write ? [write.settlement] : []));
    const wanted = writes.flatMap((write) => ('limit' in write ? [write.limit] : []));
    const now = clock.now();
    const claimed = await unitOfWork.run(systemContext(origin, now), async (tx) => {
      if (settlements.length > 0) {
        const all = {
          results: settlements.flatMap(({ results }) => results),
          gone: settlements.flatMap(({ gone }) => gone),
          pause: settlements.find(({ pause }) => pause !== undefined)?.pause,
        };
        await steps.settle(tx, origin, { broadcastId, claimId, ...all }, all.results);
      }
      const limit = wanted.reduce((sum, next) => sum + next, 0);
      if (limit === 0) return [];
      return steps.claim(tx, origin, { broadcastId, claimId, limit }, shown, now);
    });
    for (const write of writes) {
      if ('limit' in write) write.done(claimed.splice(0, write.limit));
      else write.done();
    }
  }

  async function flush(): Promise<void> {
    if (writing) return;
    writing = true;
    // The lanes that go on in this turn of the event loop write together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const writes = waiting.splice(0);
      await commit(writes).catch((error: unknown) => {
        for (const write of writes) write.failed(error);
      });
    }
    writing = false;
  }

  function add(write: Write): void {
    waiting.push(write);
    void flush();
  }

  return {
    claim: (limit) => new Promise((done, failed) => add({ limit, done, failed })),
    settle: (settlement) => new Promise((done, failed) => add({ settlement, done, failed })),
  };
}
