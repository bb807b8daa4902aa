import { explain } from './plain-error.mjs';
import { Stopped } from './stop-switch.mjs';

/**
 * Does a step of the start; while the sources are watched, one that fails is said in a line and done again with the next
 * change, so that `npm run dev` survives a source that does not compile.
 * @template T
 * @param {object} options
 * @param {() => Promise<T>} options.work
 * @param {{ nextChange(): Promise<void> } | undefined} options.watcher undefined where nothing is watched
 * @param {(line: string) => void} options.say
 * @param {Promise<unknown>} options.stopped resolves when the whole is to stop
 * @returns {Promise<T>}
 */
export async function untilItWorks({ work, watcher, say, stopped }) {
  for (;;) {
    const changed = watcher?.nextChange();
    try {
      return await work();
    } catch (error) {
      if (!watcher || error instanceof Stopped) throw error;
      const [first, second = ''] = explain(error, 'starting the platform').message.split('\n');
      say(`${first} ${second.trim()}`.trim() + '. Waiting for a change');
      const ended = await Promise.race([changed, stopped.then(() => true)]);
      if (ended === true) throw new Stopped();
    }
  }
}
