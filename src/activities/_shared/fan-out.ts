import { createHash } from 'node:crypto';
import type { DrainHandler, DrainPass } from '#activities/events/events.activities.js';
import { createFanOutsRepository, type FanOut } from '#db/events/fan-outs.repository.js';
import type { DerivedRows } from '#db/kernel/derived-rows.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { systemContext } from '#domain/_shared/context.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import type { Platform } from '#operations/platform.js';

/** Keys of one transaction: what it writes, it locks. */
const CHUNK = 500;
/** Chunks of one round, so that a long fan-out lets go of its worker now and then. */
const CHUNKS = 100;

/** The keys that an event concerns, as a statement that selects the key columns of the derived rows. */
export interface FanOutKeys {
  select: string;
  bindings?: readonly (string | number | boolean | Date | null)[];
}

/** Null where the event concerns no key. */
export type KeysOf = (event: RecordedEvent) => FanOutKeys | null;

type Deps = Pick<Platform, 'unitOfWork' | 'clock' | 'logger'>;

function subjectOf({ select, bindings = [] }: FanOutKeys): string {
  return createHash('sha256')
    .update(JSON.stringify([select, bindings]))
    .digest('hex');
}

/**
 * The drain's handler of events that concern many keys: notes each as a row to be expanded. Events that select the same
 * keys are one row.
 */
export function createFanOutHandler({ unitOfWork, clock }: Deps, name: string, keysOf: KeysOf): DrainHandler {
  const fanOuts = createFanOutsRepository();
  return async (deliveries) => {
    const wanted = deliveries.flatMap(({ event }) => {
      const keys = keysOf(event);
      return keys ? [{ subject: subjectOf(keys), event }] : [];
    });
    await unitOfWork.run(systemContext({ name }, clock.now()), (tx) => fanOuts.request(tx, name, wanted));
    return deliveries.map(({ id }) => ({ id }));
  };
}

/**
 * The drain's pass over those rows: requests their keys in chunks, in the order of the keys. The cursor commits with
 * the requests of its chunk, so that a worker may die anywhere. A key that comes to the set behind the cursor is
 * requested by the event that brought it there.
 */
export function createFanOutPass<Key extends object>(
  { unitOfWork, clock, logger }: Deps,
  name: string,
  rows: Pick<DerivedRows<Key>, 'requestAfter'>,
  keysOf: KeysOf,
): DrainPass {
  const fanOuts = createFanOutsRepository();
  const run = <T>(work: (tx: Tx) => Promise<T>) => unitOfWork.run(systemContext({ name }, clock.now()), work);

  async function requestChunk(tx: Tx, fanOut: FanOut): Promise<void> {
    const keys = keysOf(fanOut.event);
    const after = fanOut.cursor as Key | null;
    const last = keys && (await rows.requestAfter(tx, keys.select, keys.bindings ?? [], after, CHUNK));
    if (last) await fanOuts.advance(tx, fanOut, last as Record<string, unknown>);
    else await fanOuts.finish(tx, fanOut);
  }

  /** One chunk of the fan-out whose turn it is; what became of it, `idle` where there is none. */
  async function step(): Promise<'idle' | 'done' | 'failed'> {
    let fanOut: FanOut | null = null;
    try {
      await run(async (tx) => {
        fanOut = await fanOuts.takeNext(tx, name);
        if (fanOut) await requestChunk(tx, fanOut);
      });
      return fanOut ? 'done' : 'idle';
    } catch (error) {
      if (!fanOut) throw error;
      const failed: FanOut = fanOut;
      logger.warn({ err: error, drain: name, subject: failed.subject }, 'chunk of a fan-out failed');
      await run((tx) => fanOuts.fail(tx, failed, error instanceof Error ? error.message : String(error)));
      return 'failed';
    }
  }

  return async ({ signal, heartbeat }) => {
    const result = { taken: 0, failed: 0 };
    while (result.taken < CHUNKS && !signal.aborted) {
      const outcome = await step();
      if (outcome === 'idle') break;
      result.taken += 1;
      if (outcome === 'failed') result.failed += 1;
      heartbeat();
    }
    return result;
  };
}
