import type { DrainPass, RoundControl } from '#activities/events/events.activities.js';
import type { DerivedRows, FailedRow, FinishedRow, LeasedRow } from '#db/kernel/derived-rows.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { type Context, systemContext } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';
import { isOutage } from './outage.js';

/** What a pass has made of the rows that it took; rows in none of the lists are given back untried. */
export interface PassResult<Key> {
  finished?: readonly FinishedRow<Key>[];
  failed?: readonly FailedRow<Key>[];
  /** Rows whose truth is gone. */
  removed?: readonly LeasedRow<Key>[];
  /** When to try rows again that are given back untried: the other side is away, or has said so. */
  retryAt?: Date;
  /** Writes what belongs together with `finished`: derived rows in the database, events. Gets the keys that count. */
  record?: (tx: Tx, ctx: Context, keys: Key[]) => Promise<void>;
}

type Deps = Pick<Platform, 'unitOfWork' | 'clock' | 'logger'>;

/** Until rows are taken again that lost their database. */
const RETRY_MS = 2_000;

/**
 * A drain's pass over derived rows: leases a batch and commits, has it made outside of any transaction, and records
 * all results in one. Leases are extended while the work lasts. An error thrown by `make` fails every row of the
 * batch, so a bad row is better reported in `failed`.
 * @param name who does it, for the log and the audit
 */
export function createDerivedPass<Key extends object>(
  deps: Deps,
  name: string,
  rows: DerivedRows<Key>,
  make: MakeRows<Key>,
): DrainPass {
  const passTaken = createPassOf(deps, name, rows, make);
  return async ({ limit, ...control }) => {
    const { taken, failed } = await passTaken((tx) => rows.take(tx, limit), control);
    return { taken: taken.length, failed: failed.length };
  };
}

/**
 * A pass over rows by their keys, whether or not something was requested, rows that do not exist included: for runs over
 * everything. Rows that another pass holds are in none of the lists.
 */
export function createKeyedPass<Key extends object>(
  deps: Deps,
  name: string,
  rows: DerivedRows<Key>,
  make: MakeRows<Key>,
) {
  const passTaken = createPassOf(deps, name, rows, make);
  return (keys: readonly Key[], control: RoundControl): Promise<PassedRows<Key>> =>
    passTaken((tx) => rows.leaseOrCreate(tx, keys), control);
}

type MakeRows<Key> = (taken: LeasedRow<Key>[], control: RoundControl) => Promise<PassResult<Key>>;

/** What became of the rows of a pass; those in neither `finished` nor `failed` were given back untried. */
export interface PassedRows<Key> {
  taken: readonly LeasedRow<Key>[];
  finished: readonly FinishedRow<Key>[];
  failed: readonly FailedRow<Key>[];
}

function createPassOf<Key extends object>(
  { unitOfWork, clock, logger }: Deps,
  name: string,
  rows: DerivedRows<Key>,
  make: MakeRows<Key>,
) {
  const context = () => systemContext({ name }, clock.now());
  const run = <T>(work: (tx: Tx) => Promise<T>) => unitOfWork.run(context(), work);

  async function makeOrFail(taken: LeasedRow<Key>[], control: RoundControl): Promise<PassResult<Key>> {
    const extend = () =>
      run((tx) => rows.extend(tx, taken)).catch((error: unknown) =>
        logger.warn({ err: error, drain: name }, 'leases could not be extended'),
      );
    const timer = setInterval(() => void extend(), (rows.leaseSeconds * 1_000) / 3);
    try {
      return await make(taken, control);
    } catch (error) {
      logger.warn({ err: error, drain: name, rows: taken.length }, 'pass failed');
      // Given back without an attempt, as soon as the database takes writes again.
      if (isOutage(error)) return { retryAt: new Date(clock.now().getTime() + RETRY_MS) };
      const reason = error instanceof Error ? error.message : String(error);
      return { failed: taken.map((row) => ({ ...row, error: reason })) };
    } finally {
      clearInterval(timer);
    }
  }

  async function record(taken: LeasedRow<Key>[], result: PassResult<Key>): Promise<void> {
    const { finished = [], failed = [], removed = [], retryAt } = result;
    const text = ({ key }: { key: Key }) => JSON.stringify(key);
    const ended = new Set([...finished, ...failed, ...removed].map(text));
    const untried = taken.filter((row) => !ended.has(text(row)));
    await run(async (tx) => {
      const keys = await rows.finish(tx, finished);
      await rows.fail(tx, failed);
      await rows.remove(tx, removed);
      await rows.release(tx, untried, retryAt);
      if (keys.length > 0) await result.record?.(tx, context(), keys);
    });
  }

  return async (
    take: (tx: Tx) => Promise<LeasedRow<Key>[]>,
    control: RoundControl,
  ): Promise<PassedRows<Key>> => {
    const taken = await run(take);
    if (taken.length === 0) return { taken, finished: [], failed: [] };
    const result = await makeOrFail(taken, control);
    await record(taken, result);
    return { taken, finished: result.finished ?? [], failed: result.failed ?? [] };
  };
}
