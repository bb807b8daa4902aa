import { setTimeout as sleep } from 'node:timers/promises';
import { PlainError } from './plain-error.mjs';

/** So many deaths within a minute are bad luck; one more is a fault that restarting does not cure. */
const tolerated = 5;
const windowMs = 60_000;

/** Milliseconds to wait before the first, second, … restart within a minute. */
const backoffMs = [200, 500, 1_000, 2_000, 4_000];

const describeExit = ({ code, signal }) => (signal ? `killed by ${signal}` : `exit code ${code}`);

/**
 * Keeps one process running: when it ends without being asked to, it is started again, a little later each time.
 * @param {object} options
 * @param {string} options.name for the terminal
 * @param {() => Promise<import('node:child_process').ChildProcess>} options.launch starts it and waits until it is of use
 * @param {(child: import('node:child_process').ChildProcess) => Promise<void>} options.end ends it, gently first
 * @param {(error: PlainError) => void} options.onFailed called once when it died too often
 * @param {() => string} options.lastWords the last line it wrote
 * @param {boolean} [options.waits] do not give up, but wait for `restart` (while somebody edits the sources)
 * @param {boolean} [options.overlaps] `restart` starts the next one while the present one still ends
 * @param {number[]} [options.backoff] milliseconds before each restart; shorter in tests
 * @param {(line: string) => void} options.say
 */
export function createManagedProcess({
  name,
  launch,
  end,
  onFailed,
  lastWords,
  say,
  waits = false,
  overlaps = false,
  backoff = backoffMs,
}) {
  let child;
  let starting;
  let stopping = false;
  let replacing = false;
  let generation = 0;
  let deaths = [];
  /** One that was asked to end while the next one starts. */
  let leaving;
  let left = Promise.resolve();

  /** Until the process is gone; one that ended before we listened counts at once. */
  const exitOf = (item) =>
    item.exitCode !== null || item.signalCode !== null
      ? Promise.resolve({ code: item.exitCode, signal: item.signalCode })
      : new Promise((resolve) => item.once('exit', (code, signal) => resolve({ code, signal })));

  async function reinstate(reason) {
    const now = Date.now();
    deaths = [...deaths.filter((time) => now - time < windowMs), now];
    if (deaths.length > tolerated) {
      const story = `${name} died ${deaths.length} times within a minute (${reason}). ${lastWords()}`.trim();
      if (waits) say(`${story} Waiting for a change.`);
      else onFailed(new PlainError(story));
      return;
    }
    const wait = backoff[deaths.length - 1];
    say(`${name} died (${reason}), starting it again in ${wait / 1000} s. ${lastWords()}`.trim());
    const before = generation;
    await sleep(wait);
    // Somebody may have stopped or restarted it meanwhile.
    if (!stopping && generation === before) await begin().catch((error) => reinstate(error.message));
  }

  async function begin() {
    if (stopping) return;
    generation += 1;
    starting = launch();
    const started = await starting;
    child = started;
    void exitOf(started).then((exit) => {
      if (!stopping && !replacing && child === started) void reinstate(describeExit(exit));
    });
  }

  return {
    name,
    /** The first start; its failure is the caller's to report. */
    start: begin,
    /** A new process in place of the present one, which is asked to end first. At most two of them run. */
    async restart() {
      if (stopping || replacing || child === undefined) return;
      replacing = true;
      try {
        await left;
        leaving = child;
        left = end(child);
        if (overlaps) child = undefined;
        else await left;
      } finally {
        replacing = false;
      }
      deaths = [];
      await begin().catch((error) => reinstate(error.message));
    },
    /** Ends it for good. */
    async stop() {
      stopping = true;
      // One that is about to start must not stay behind; its caller has the reason why it could not start.
      const last = await Promise.resolve(starting).catch(() => undefined);
      const running = [...new Set([last, child])].filter((item) => item !== undefined);
      await Promise.all([left, ...running.map((item) => end(item))]);
    },
    /** Kills it at once, for an impatient second Ctrl-C. */
    kill() {
      stopping = true;
      for (const item of [leaving, child]) item?.kill('SIGKILL');
    },
  };
}
