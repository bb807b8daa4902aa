import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setRoleTimeouts } from '#db/kernel/pooler.js';
import { stopProcess } from '../../scripts/supervisor/processes.mjs';
import { freePort } from '../../scripts/supervisor/ports.mjs';
import { findPgbouncer, startPgbouncer } from '../../scripts/topology/pgbouncer.mjs';

/** A pooler in transaction mode before the test's database. */
export interface TestPooler {
  /** What processes behind it are given. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

export const poolerProgram = findPgbouncer(process.env);

/** @param poolSize connections to the database that all of its clients share */
export async function startTestPooler(databaseUrl: string, poolSize: number): Promise<TestPooler> {
  const url = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'haat-pooler-'));
  const port = await freePort();
  const child = await startPgbouncer({
    file: poolerProgram ?? '',
    folder,
    port,
    server: Number(url.port),
    poolSize,
    user: decodeURIComponent(url.username),
    logFile: join(folder, 'pgbouncer.log'),
    ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
  });
  await setRoleTimeouts(databaseUrl);
  url.port = String(port);
  return {
    environment: {
      DATABASE_URL: url.href,
      DATABASE_POOLER: 'transaction',
      DATABASE_DIRECT_URL: databaseUrl,
    },
    async stop() {
      if (child.pid !== undefined) await stopProcess(child.pid);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
