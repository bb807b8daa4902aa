import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/supervisor/ports.mjs';
import { stopProcess } from '../../scripts/supervisor/processes.mjs';
import { findTemporalBinary } from '../../scripts/supervisor/temporal-binary.mjs';
import { startTemporal } from '../../scripts/supervisor/temporal-server.mjs';

/** An engine of a test's own that keeps everything in a file, so that it can be killed and come back. */
export interface OwnEngine {
  address: string;
  namespace: string;
  /** Path of its SQLite file. */
  database: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its file. */
  remove(): Promise<void>;
}

export async function startOwnEngine(): Promise<OwnEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'haat-engine-'));
  const port = await freePort();
  const database = join(folder, 'engine.db');
  const { file } = (await findTemporalBinary(process.env)) as { file: string };
  let pid: number | undefined;

  async function start(): Promise<void> {
    const child = await startTemporal({
      file,
      port,
      namespaces: ['own'],
      database,
      logFile: join(folder, 'engine.log'),
    });
    pid = child.pid;
  }
  // A test that is cut off must not leave its engine behind.
  process.once('exit', () => {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  });
  async function kill(): Promise<void> {
    if (pid !== undefined) await stopProcess(pid, { signal: 'SIGKILL' });
    pid = undefined;
  }
  await start();
  return {
    address: `127.0.0.1:${port}`,
    namespace: 'own',
    database,
    start,
    kill,
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
