import { createAppProcess } from '../../scripts/supervisor/app-process.mjs';
import { freePort } from '../../scripts/supervisor/ports.mjs';
import { waitUntilReady } from '../../scripts/supervisor/ready.mjs';
import { cpuSeconds } from './process-usage.mjs';
import { recordedPids } from './recorded-pids.mjs';

const entries = { api: 'server', worker: 'worker' };

/**
 * Further processes of a stand, as many of each kind as are wanted at a time. The ids of those that run are in `stand.pids`, as `api 2`.
 */
export function createCopies(stand, say) {
  const running = { api: [], worker: [] };
  const failures = [];

  async function startOne(kind, more) {
    const name = `${kind}-${running[kind].length + 1}`;
    const port = await freePort();
    const env = {
      ...stand.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      METRICS_PORT: String(await freePort()),
      ...more,
    };
    const part = createAppProcess({
      name,
      entry: entries[kind],
      dataDir: stand.folder,
      env: () => env,
      watch: false,
      yields: kind === 'worker',
      onFailed: (error) => failures.push(error),
      say,
    });
    const began = performance.now();
    await part.start();
    const url = `http://127.0.0.1:${port}`;
    stand.pids[name] = recordedPids(stand.folder)[name];
    running[kind].push({ name, part, url });
    if (kind === 'api') await waitUntilReady({ port }, () => failures.length > 0);
    if (failures.length > 0) throw failures[0];
    const cpu = cpuSeconds({ it: stand.pids[name] }).it;
    if (kind === 'api')
      say(`${name} was ready after ${Math.round(performance.now() - began)} ms, ${cpu} s of CPU`);
  }

  async function stopOne(kind) {
    const { name, part } = running[kind].pop();
    delete stand.pids[name];
    await part.stop();
  }

  return {
    /**
     * Starts or stops as many as it takes.
     * @param {'api' | 'worker'} kind
     * @param {(index: number) => Record<string, string>} [environment] of each
     */
    async scale(kind, count, environment = () => ({})) {
      while (running[kind].length > count) await stopOne(kind);
      while (running[kind].length < count) await startOne(kind, environment(running[kind].length));
    },
    urls: () => running.api.map(({ url }) => url),
    async stop() {
      for (const kind of Object.keys(running)) while (running[kind].length > 0) await stopOne(kind);
    },
  };
}
