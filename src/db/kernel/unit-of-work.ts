import type { Context, Precondition } from '#domain/_shared/context.js';
import { enterUnitOfWork, insideUnitOfWork, lendConnection } from '#lib/request-scope.js';
import { respondOnce } from './idempotency.js';
import type { Knex } from './knex.js';
import { isStalePlan } from './prepared-statements.js';

declare const txBrand: unique symbol;

/** A transaction opened by the unit of work. Writing methods take it first, so that a write cannot forget its transaction. */
export type Tx = Knex.Transaction & { readonly [txBrand]: true };

/** More to be written for a row in the transaction that creates or changes it. */
export type AlsoWrite = (tx: Tx, entityId: string) => Promise<void>;

/** What reads accept: the pool, or a transaction that wants to see its own writes. */
export type Reader = Knex | Tx;

export interface UnitOfWork {
  /**
   * Runs `work` in one transaction and commits it. Serialization failures and deadlocks are tried three times,
   * so `work` must do nothing but database work. A transaction has one connection: statements started together, with
   * `Promise.all`, are done one after the other.
   */
  run<T>(ctx: Context, work: (tx: Tx) => Promise<T> | T): Promise<T>;
  /**
   * Like `run`, but when the request carries an idempotency key, `work` happens once: its response is stored in the
   * same transaction, and an equal request gets that response. `T` must survive JSON.
   * @throws AppError CONFLICT when the key was used with another body, or its first use is still running after 10 s.
   */
  runOnce<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T>;
}

const lastSteps = new WeakMap<Tx, (() => Promise<void>)[]>();

/**
 * Has `step` done as the last thing before `tx` commits, after all of its work: what a unit of work collects is then
 * written at once.
 * @throws Error for a transaction that no unit of work has opened
 */
export function beforeCommit(tx: Tx, step: () => Promise<void>): void {
  const steps = lastSteps.get(tx);
  if (!steps) throw new Error('This transaction was not opened by a unit of work, or is about to commit');
  steps.push(step);
}

const closingSteps = new WeakMap<Tx, (() => Promise<void>)[]>();

/**
 * Has `step` done behind everything else, the steps before the commit among it: what it locks is held for its own statements and
 * the commit alone. What these collect in turn is written after them. It may throw, which undoes the transaction.
 * @throws Error for a transaction that no unit of work has opened, or that commits already
 */
export function lastOfAll(tx: Tx, step: () => Promise<void>): void {
  const steps = closingSteps.get(tx);
  if (!steps) throw new Error('This transaction was not opened by a unit of work, or is about to commit');
  steps.push(step);
}

const commits = new WeakMap<Tx, { sql: string; explain: (error: unknown) => unknown }>();

/**
 * Sends a statement together with the commit of `tx`, in one message: what it locks is held for no way to this process and back.
 * It comes behind all else, once in a transaction; its rows are not read.
 * @param sql without bindings
 * @param explain makes of its error the one that the caller gets
 */
export function commitWith(tx: Tx, sql: string, explain: (error: unknown) => unknown): void {
  // The query builder would take a question mark for a binding; it can stand in a text alone, as JSON.
  commits.set(tx, { sql: sql.replaceAll('?', '\\u003f'), explain });
}

/** The transaction that the query builder commits then is a new one, and empty. */
async function sendWithCommit(tx: Tx): Promise<void> {
  const last = commits.get(tx);
  if (!last) return;
  await tx.raw(`${last.sql}; commit and chain`).catch((error: unknown) => {
    throw last.explain(error);
  });
}

const followUps = new WeakMap<Tx, (() => Promise<void>)[]>();

/**
 * Has `step` done when `tx` has committed, before `run` returns: what brings a committed change to somebody else without
 * a wait for the net behind it. It runs outside of the transaction, and not at all when that rolled back or was repeated.
 * @param step never rejects: the change is committed, so its caller gets its success
 * @throws Error for a transaction that no unit of work has opened
 */
export function afterCommit(tx: Tx, step: () => Promise<void>): void {
  const steps = followUps.get(tx);
  if (!steps) throw new Error('This transaction was not opened by a unit of work');
  steps.push(step);
}

/** Runs `work`, then what it has left to be done last. */
async function withLastSteps<T>(tx: Tx, work: (tx: Tx) => Promise<T> | T): Promise<T> {
  const closing: (() => Promise<void>)[] = [];
  closingSteps.set(tx, closing);
  const result = await collecting(tx, () => work(tx));
  closingSteps.delete(tx);
  if (closing.length > 0)
    await collecting(tx, async () => {
      for (const step of closing) await step();
    });
  return result;
}

async function collecting<T>(tx: Tx, work: () => Promise<T> | T): Promise<T> {
  const steps: (() => Promise<void>)[] = [];
  lastSteps.set(tx, steps);
  const result = await work();
  lastSteps.delete(tx);
  for (const step of steps) await step();
  return result;
}

/**
 * Thrown by work that lacks something from outside of the database: the unit of work is rolled back, the step done without a transaction
 * or a connection being held, and all of the work done again. An error of the step is that of the unit of work.
 */
export class RepeatAfter extends Error {
  constructor(readonly step: () => Promise<void>) {
    super('The unit of work is to be repeated after a step outside of it');
    this.name = 'RepeatAfter';
  }
}

const ATTEMPTS = 3;
/** One transaction may lack as many things as it writes rows for. */
const MAX_REPEATS = 100;
/**
 * Serialization and deadlock. A lock that was not granted in time is not among them: it would not be granted at once either, and
 * each attempt keeps a connection from others.
 */
const retryable = new Set(['40001', '40P01']);

/** Whether a unit of work that fails by this error is done again: serialization, deadlock, a plan older than a migration. */
export function isRetriedError(error: unknown): boolean {
  return retryable.has((error as { code?: string } | null)?.code ?? '') || isStalePlan(error);
}

function pause(attempt: number): Promise<void> {
  // Losers of a deadlock that return at the same moment meet again: spread them.
  return new Promise((resolve) => setTimeout(resolve, attempt * 20 * (0.5 + Math.random())));
}

/**
 * Compares under a snapshot that the rest of the transaction shares: who changes the same rows at the same time loses against it, or it
 * is done again and sees their change. No lock is known that would do for every kind of row.
 */
async function assertPrecondition(tx: Tx, { check }: Precondition): Promise<void> {
  await tx.raw('set transaction isolation level serializable');
  const client = tx.client as { acquireConnection(): Promise<unknown> };
  await lendConnection(await client.acquireConnection(), check);
}

export function createUnitOfWork(knex: Knex): UnitOfWork {
  async function run<T>({ precondition }: Context, work: (tx: Tx) => Promise<T> | T): Promise<T> {
    if (insideUnitOfWork()) throw new Error('A unit of work was opened inside another one');
    let repeats = 0;
    for (let attempt = 1; ; attempt += 1) {
      const next: (() => Promise<void>)[] = [];
      try {
        const result = await knex.transaction((tx) => {
          followUps.set(tx as Tx, next);
          return enterUnitOfWork(async () => {
            if (precondition?.met === false) await assertPrecondition(tx as Tx, precondition);
            const value = await withLastSteps(tx as Tx, work);
            await sendWithCommit(tx as Tx);
            return value;
          });
        });
        if (precondition) precondition.met = true;
        await Promise.all(next.map((step) => step()));
        return result;
      } catch (error) {
        if (error instanceof RepeatAfter && repeats < MAX_REPEATS) {
          repeats += 1;
          attempt -= 1;
          await error.step();
          continue;
        }
        if (attempt === ATTEMPTS || !isRetriedError(error)) throw error;
        await pause(attempt);
      }
    }
  }
  return {
    run,
    runOnce: (ctx, work) => {
      const key = ctx.idempotency;
      return key ? run(ctx, (tx) => respondOnce(tx, key, () => work(tx))) : run(ctx, work);
    },
  };
}
