import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterFolder, postgresBinaries } from '../../scripts/supervisor/postgres-binaries.mjs';
import { inProject, projectRoot } from '../../scripts/supervisor/paths.mjs';
import { freePort } from '../../scripts/supervisor/ports.mjs';
import { ensureCluster, startPostgres, throwAwaySettings } from '../../scripts/supervisor/postgres.mjs';
import { stopProcess } from '../../scripts/supervisor/processes.mjs';
import { postgresUser } from '../../scripts/supervisor/unprivileged-user.mjs';

/** A migrated database on a server of a test's own, so that the server can be killed and started again. */
export interface OwnPostgres {
  url: string;
  /** Ends the server with SIGKILL: its processes follow, and the next start recovers from the log. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its files. */
  remove(): Promise<void>;
}

/** What is committed survives a killed process without `fsync`, but not without a commit that writes the log. */
const overrides = { ...throwAwaySettings, synchronous_commit: 'on' };

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const root = await mkdtemp(join(tmpdir(), 'haat-postgres-'));
  await chmod(root, 0o755); // the server may run as another user
  const user = postgresUser();
  const bin = await postgresBinaries(user);
  const folder = clusterFolder(root, user);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let pid: number | undefined;

  async function start(): Promise<void> {
    const logFile = join(root, 'postgres.log');
    const child = await startPostgres({ bin, folder, user, port, overrides, logFile });
    pid = child.pid;
  }
  async function kill(): Promise<void> {
    if (pid !== undefined) await stopProcess(pid, { signal: 'SIGKILL' });
    pid = undefined;
  }
  // A test that is cut off must not leave its server behind.
  process.once('exit', () => {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  });
  await ensureCluster({ bin, folder, user });
  await start();
  await migrate(url);
  return {
    url,
    start,
    kill,
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function migrate(url: string): Promise<void> {
  const child = spawn(process.execPath, [inProject('dist', 'scripts', 'migrate.js')], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_URL: url, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The migrations ended with ${code}`);
}
