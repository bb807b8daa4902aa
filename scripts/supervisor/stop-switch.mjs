import { endRunningCommands } from './processes.mjs';

/** Ctrl-C under npm may arrive twice, from the terminal and from npm: only a later one is impatience. */
const sameSignalMs = 1_000;

/** Thrown inside the start when Ctrl-C came in the middle of it. */
export class Stopped extends Error {}

/**
 * Turns signals and hopeless parts into one request to stop, and carries it out in order.
 * @param {(line: string) => void} say
 */
export function createStopSwitch(say) {
  let reason;
  let resolveAsked;
  let parts;
  const cleanups = [];
  const whenAsked = new Promise((resolve) => (resolveAsked = resolve));

  function ask(why) {
    if (reason !== undefined) return;
    reason = why;
    resolveAsked();
  }

  let firstSignalAt;

  function onSignal() {
    firstSignalAt ??= Date.now();
    if (reason === undefined) {
      say('shutting down');
      endRunningCommands();
      ask(new Stopped());
    } else if (Date.now() - firstSignalAt > sameSignalMs) {
      say('stopping at once');
      parts?.killAll();
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);

  // A defect of ours must not leave processes behind either: stop everything, then show it with its stack.
  process.on('uncaughtException', ask);

  return {
    whenAsked,
    asked: () => reason !== undefined,
    reason: () => reason,
    /** A part that cannot be kept running stops the whole with its line. */
    fail: ask,
    onStop: (cleanup) => cleanups.push(cleanup),
    async finish(all) {
      parts = all;
      // A failure must not be overtaken by steps that still run beside it.
      reason ??= new Stopped();
      endRunningCommands();
      for (const cleanup of cleanups) cleanup();
      await all?.stopAll();
    },
  };
}
