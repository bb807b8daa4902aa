import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from '../journal.js';
import { signalTo } from './process-tree.js';

/** A process of the platform that can be hurt. */
export interface Part {
  readonly name: string;
  /** Starts it, again and again while it ends before it is of use, as an operator would. */
  bringUp(): Promise<void>;
  /**
   * Ends it without a word, with everything it has started, or `alone`. False, here and below, when it did not run.
   */
  kill(options?: { alone?: boolean }): Promise<boolean>;
  /** Stops it where it is with everything it has started, like a machine that hangs, until `thaw`. */
  freeze(): boolean;
  thaw(): void;
  /** Asks it to end and waits; returns what was wrong with its end, and nothing when it went in order. */
  stop(): Promise<string | undefined>;
  /** Times it ended by itself after it had been of use. */
  readonly deaths: number;
}

export interface PartOptions {
  name: string;
  journal: Journal;
  /** Starts the process and waits until it is of use; rejects when it is not. */
  launch: () => Promise<ChildProcess>;
  /** Its process ids, those it has started after its own. */
  members?: (pid: number) => number[];
  /** Signal that asks it to end. */
  goodbye?: NodeJS.Signals;
}

/** What a supervisor waits before it starts something again. */
const AGAIN_MS = 400;
/** One that cannot be started for so long will not be: the run goes on without it and says so. */
const START_MS = 150_000;
const STOP_MS = 20_000;

export function createPart({ name, journal, launch, members, goodbye = 'SIGTERM' }: PartOptions): Part {
  let child: ChildProcess | undefined;
  /** An end that we caused is none to be told of. */
  let wanted = false;
  let deaths = 0;
  const everyone = () => (child?.pid === undefined ? [] : (members?.(child.pid) ?? [child.pid]));

  async function bringUp(): Promise<void> {
    wanted = true;
    for (const until = Date.now() + START_MS; wanted;) {
      try {
        const started = await launch();
        child = started;
        started.once('exit', (code, signal) => onExit(started, code, signal));
        if (hasEnded(started)) onExit(started, started.exitCode, started.signalCode);
        return;
      } catch (error) {
        journal.write('start failed', { part: name, reason: String(error) });
        if (Date.now() > until) throw new Error(`${name} could not be started`, { cause: error });
        await sleep(AGAIN_MS);
      }
    }
  }

  function onExit(ended: ChildProcess, code: number | null, signal: string | null): void {
    if (child !== ended) return;
    child = undefined;
    if (!wanted) return;
    deaths += 1;
    journal.write('died by itself', { part: name, code, signal });
    void sleep(AGAIN_MS)
      .then(bringUp)
      .catch((error: unknown) => journal.write('stays down', { part: name, reason: String(error) }));
  }

  return {
    name,
    bringUp,
    get deaths() {
      return deaths;
    },
    async kill({ alone = false } = {}) {
      wanted = false;
      const victim = child;
      if (!victim) return false;
      // The head first: it must not start others in place of those that fall.
      const victims = everyone();
      for (const pid of alone ? victims.slice(0, 1) : victims) signalTo(pid, 'SIGKILL');
      await exitOf(victim);
      return true;
    },
    freeze() {
      const [head, ...others] = everyone();
      if (head === undefined) return false;
      signalTo(head, 'SIGSTOP');
      for (const pid of new Set([...others, ...everyone()])) signalTo(pid, 'SIGSTOP');
      return true;
    },
    thaw() {
      for (const pid of everyone().reverse()) signalTo(pid, 'SIGCONT');
    },
    async stop() {
      wanted = false;
      const leaving = child;
      if (!leaving) return 'it did not run';
      leaving.kill(goodbye);
      const late = setTimeout(() => leaving.kill('SIGKILL'), STOP_MS);
      await exitOf(leaving);
      clearTimeout(late);
      const { exitCode, signalCode } = leaving;
      if (exitCode === 0) return undefined;
      return exitCode === null ? `it ended by ${signalCode}` : `it ended with ${exitCode}`;
    },
  };
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

function exitOf(child: ChildProcess): Promise<void> {
  return hasEnded(child) ? Promise.resolve() : new Promise((resolve) => child.once('exit', () => resolve()));
}
