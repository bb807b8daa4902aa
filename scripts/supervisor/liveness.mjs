import { setTimeout as sleep } from 'node:timers/promises';

/** Six misses within two minutes are no hiccup: a process that runs and does not respond is of no use to anybody. */
const INTERVAL_MS = 20_000;
const MISSED = 6;

/**
 * Asks a part whether it lives, at an interval, and has it restarted when it misses too many checks in a row. Its own
 * end is not looked for here: its supervisor sees that.
 * @param {object} options
 * @param {string} options.name for the terminal
 * @param {() => Promise<boolean>} options.ask whether it answered
 * @param {() => Promise<void>} options.restart
 * @param {(line: string) => void} options.say
 * @param {number} [options.intervalMs] shorter in tests
 * @param {number} [options.missed]
 * @returns {() => Promise<void>} ends the watch
 */
export function watchLiveness({ name, ask, restart, say, intervalMs = INTERVAL_MS, missed = MISSED }) {
  const ended = new AbortController();
  async function run() {
    let misses = 0;
    while (!ended.signal.aborted) {
      await sleep(intervalMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
      if (ended.signal.aborted) return;
      const responded = await ask().catch(() => false);
      misses = responded ? 0 : misses + 1;
      if (misses < missed || ended.signal.aborted) continue;
      say(`${name} runs but has missed ${misses} responses, starting it again`);
      misses = 0;
      await restart();
    }
  }
  const running = run();
  return async () => {
    ended.abort();
    await running;
  };
}
