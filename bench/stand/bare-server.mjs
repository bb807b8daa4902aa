import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inProject } from '../../scripts/supervisor/paths.mjs';

/**
 * Starts a bare server of `bench/processes` on the database of a stand, counted as its part `bare`.
 * @param {string} [name] its module
 * @returns {Promise<{ url: string, send: (line: string) => void, stop: () => Promise<void> }>} `send` writes a line to its input
 */
export async function startBareServer(stand, name = 'bare-server') {
  const child = spawn(process.execPath, [inProject('dist', 'bench', 'processes', `${name}.js`)], {
    env: stand.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  stand.pids.bare = child.pid;
  const [line] = await once(child.stdout, 'data');
  return {
    url: `http://127.0.0.1:${String(line).trim()}`,
    send: (line) => void child.stdin.write(`${line}\n`),
    async stop() {
      delete stand.pids.bare;
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
