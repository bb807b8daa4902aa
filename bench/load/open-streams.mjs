import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const driver = fileURLToPath(new URL('stream-driver.mjs', import.meta.url));

/**
 * Opens event streams from its own process.
 * @param {{ url: string, headers?: Record<string, string>, streams: number }} load
 * @returns {Promise<{ begin: () => Promise<void>, end: () => Promise<{ frames: number, milliseconds: object }>, close: () => Promise<void> }>}
 */
export async function openStreams(load) {
  const child = fork(driver, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  async function send(command, given = {}) {
    const received = once(child, 'message');
    child.send({ command, ...given });
    const [{ result, failed }] = await received;
    if (failed) throw new Error(failed);
    return result;
  }
  await send('open', load);
  return {
    begin: () => send('begin'),
    end: () => send('end'),
    async close() {
      const exited = once(child, 'exit');
      child.send({ command: 'close' });
      await exited;
    },
  };
}
