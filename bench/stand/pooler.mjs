import { join } from 'node:path';
import { PlainError } from '../../scripts/supervisor/plain-error.mjs';
import { freePort } from '../../scripts/supervisor/ports.mjs';
import { stopProcess } from '../../scripts/supervisor/processes.mjs';
import { findPgbouncer, startPgbouncer } from '../../scripts/topology/pgbouncer.mjs';
import { runProjectScript } from './seeded-data.mjs';

/**
 * PgBouncer in transaction mode before the database of a stand, counted as its part `pgbouncer`.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startStandPooler(stand, poolSize = 12) {
  const file = findPgbouncer(process.env);
  if (file === undefined) throw new PlainError('There is no pgbouncer here: apt-get install pgbouncer');
  // The role has its time-outs before PgBouncer opens a connection.
  await runProjectScript('migrate', [], {
    ...stand.env,
    DATABASE_POOLER: 'transaction',
    DATABASE_DIRECT_URL: stand.databaseUrl,
  });
  const url = new URL(stand.databaseUrl);
  const port = await freePort();
  const child = await startPgbouncer({
    file,
    folder: join(stand.folder, 'pgbouncer'),
    port,
    server: Number(url.port),
    poolSize,
    user: decodeURIComponent(url.username),
    logFile: join(stand.folder, 'pgbouncer.log'),
    ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
  });
  stand.pids.pgbouncer = child.pid;
  url.port = String(port);
  return {
    url: url.href,
    async stop() {
      delete stand.pids.pgbouncer;
      await stopProcess(child.pid);
    },
  };
}
