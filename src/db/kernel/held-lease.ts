import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { newId } from '#lib/ids.js';
import type { Logger } from '#lib/logger.js';

const HEARTBEAT_MS = 1_000;
/**
 * A call to the engine is over after two seconds, at most. What begins so long before the end of the lease has ended before
 * anybody else can have it.
 */
const CALL_MS = 2_000;
/** How far the clocks may drift apart between heartbeats before something has stood still. */
const DRIFT_MS = 500;
/** A statement that has no response by then is given up, with its connection. */
const TIMEOUT_MS = 2_000;

/** What runs one statement with positional parameters: its own connection. */
export interface Statements {
  query<Row>(text: string, values: unknown[]): Promise<{ rows: Row[] }>;
}

/** A lease that is one row with holder, number and end, by the statements that change it. */
export interface LeaseRow {
  /** How long it lasts past the heartbeat that extended it, by the clock of the database. */
  ms: number;
  take(
    statements: Statements,
    holder: string,
  ): Promise<{ number: number } | { number: null; endsInMs: number }>;
  /** False when another one has it. */
  extend(statements: Statements, holder: string, number: number): Promise<boolean>;
  release(statements: Statements, holder: string, number: number): Promise<void>;
}

/** Monotonic clocks stop while a virtual machine is suspended, wall clocks are set: neither says enough alone. */
export interface Clocks {
  monotonic: () => number;
  wall: () => number;
}

const systemClocks: Clocks = { monotonic: () => performance.now(), wall: () => Date.now() };

/** The holder has not renewed its lease for too long, or its clocks have gone apart: another process may hold it. */
export class LeaseInDoubt extends Error {}

/** A lease that was taken. */
export interface HeldLease {
  number: number;
  /** Whether nobody else can have the lease now. False for the moment too where that is not known. */
  isSure(): boolean;
  /** @throws LeaseInDoubt */
  assertSure(): void;
  /** Whether it is held no more: another process has it, or it was released. */
  isLost(): boolean;
  /** Resolves when it is sure, or lost. */
  settled(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Holds a lease: a row with the holder, its number and an end by the clock of the database. The holder extends it each
 * second over its own connection, so that a full pool costs nothing; who stands by takes it when it ends.
 */
export function createLeaseHolder(
  row: LeaseRow,
  options: { databaseUrl: string; logger: Logger; clocks?: Clocks },
) {
  const { databaseUrl, logger, clocks = systemClocks } = options;
  const holder = newId();
  let client: pg.Client | undefined;

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'haat-relay',
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    next.on('error', () => drop(next));
    next.on('end', () => drop(next));
    try {
      await next.connect();
    } catch (error) {
      drop(next);
      throw error;
    }
    client = next;
    return next;
  }

  /** A connection without a response is not used again: what it was sent may be done at any time. */
  function drop(lost: pg.Client): void {
    if (client === lost) client = undefined;
    void lost.end().catch(() => undefined);
  }

  async function statement<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    const current = await connected();
    try {
      return await work(current as Statements);
    } catch (error) {
      drop(current);
      throw error;
    }
  }

  function hold(number: number, takenAt: { monotonic: number; wall: number }): HeldLease {
    let confirmed = takenAt;
    let lost = false;
    const waiting = new Set<() => void>();
    const stop = new AbortController();

    function lose(): void {
      lost = true;
      stop.abort();
      settle();
    }

    function settle(): void {
      for (const resolve of waiting) resolve();
      waiting.clear();
    }

    function isSure(): boolean {
      const monotonic = clocks.monotonic() - confirmed.monotonic;
      const wall = clocks.wall() - confirmed.wall;
      return !lost && Math.max(monotonic, wall) < row.ms - CALL_MS && Math.abs(wall - monotonic) < DRIFT_MS;
    }

    async function heartbeat(): Promise<void> {
      const sentAt = { monotonic: clocks.monotonic(), wall: clocks.wall() };
      try {
        const isHeld = await statement((statements) => row.extend(statements, holder, number));
        if (!isHeld) return lose();
        confirmed = sentAt;
        if (isSure()) settle();
      } catch (error) {
        logger.warn({ err: error, number }, 'heartbeat of a lease failed');
      }
    }

    async function heartbeats(): Promise<void> {
      while (!lost) {
        await sleep(HEARTBEAT_MS, undefined, { signal: stop.signal }).catch(() => undefined);
        if (!lost) await heartbeat();
      }
    }

    const beating = heartbeats();
    return {
      number,
      isSure,
      assertSure() {
        if (!isSure()) throw new LeaseInDoubt('This process is not sure to hold its lease');
      },
      isLost: () => lost,
      settled: () => (lost || isSure() ? Promise.resolve() : new Promise((resolve) => waiting.add(resolve))),
      async release() {
        lose();
        await beating;
        await statement((statements) => row.release(statements, holder, number)).catch(() => undefined);
      },
    };
  }

  return {
    /** Takes the lease, or says when to try again. @throws when the database cannot be reached */
    async take(): Promise<{ lease: HeldLease } | { lease: null; retryMs: number }> {
      const sentAt = { monotonic: clocks.monotonic(), wall: clocks.wall() };
      const taken = await statement((statements) => row.take(statements, holder));
      if (taken.number !== null) return { lease: hold(taken.number, sentAt) };
      // A holder that stops releases it before its end.
      return { lease: null, retryMs: Math.min(taken.endsInMs + 10, HEARTBEAT_MS) };
    },
    async close(): Promise<void> {
      const last = client;
      client = undefined;
      // One that was cut does not respond to its end either.
      await Promise.race([last?.end().catch(() => undefined), sleep(TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

export type LeaseHolder = ReturnType<typeof createLeaseHolder>;
