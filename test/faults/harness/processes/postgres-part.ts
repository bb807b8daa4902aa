import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { clusterFolder, postgresBinaries } from '../../../../scripts/supervisor/postgres-binaries.mjs';
import { ensureCluster, startPostgres } from '../../../../scripts/supervisor/postgres.mjs';
import { postgresUser } from '../../../../scripts/supervisor/unprivileged-user.mjs';
import type { Journal } from '../journal.js';
import { createPart, type Part } from './part.js';
import { childrenOf, signalTo } from './process-tree.js';

export interface PostgresPart extends Part {
  /**
   * Kills one process that serves a client: the server then drops all connections and recovers by itself. False when
   * there was none.
   */
  killBackend(): boolean;
}

/**
 * A cluster of the run's own. What was committed survives a kill of all its processes: the log is written to the
 * operating system before a commit gets a response, and that stays. Only a power failure would need `fsync`.
 */
export async function createPostgresPart(options: {
  folder: string;
  port: number;
  journal: Journal;
  holdProcess: (pid: number, signal: string, words: string[]) => void;
}): Promise<PostgresPart> {
  const { folder, port, journal, holdProcess } = options;
  const user = postgresUser();
  const bin = await postgresBinaries(user);
  const cluster = clusterFolder(folder, user);
  await ensureCluster({ bin, folder: cluster, user });
  // Stands in the title of each of its processes, so that none is mistaken for somebody else's.
  const clusterName = `haat-faults-${port}`;
  let head: number | undefined;

  async function launch(): Promise<ChildProcess> {
    const child: ChildProcess = await startPostgres({
      bin,
      folder: cluster,
      user,
      port,
      logFile: join(folder, 'logs', 'postgres.log'),
      overrides: { fsync: 'off', cluster_name: clusterName, max_connections: 150, io_method: 'sync' },
      onSpawn: (pid: number) => holdProcess(pid, 'SIGKILL', ['postgres', cluster]),
    });
    head = child.pid;
    return child;
  }

  function members(pid: number): number[] {
    const children = childrenOf(pid).map((child) => child.pid);
    // Should the run end while they are frozen, somebody has to end them.
    for (const child of children) holdProcess(child, 'SIGKILL', ['postgres:', clusterName]);
    return [pid, ...children];
  }

  const part = createPart({ name: 'postgres', journal, launch, members, goodbye: 'SIGINT' });
  return Object.assign(part, {
    killBackend(): boolean {
      const backend = childrenOf(head ?? 0).find(({ command }) => command.includes(' haat 127.0.0.1'));
      return backend !== undefined && signalTo(backend.pid, 'SIGKILL');
    },
  });
}
