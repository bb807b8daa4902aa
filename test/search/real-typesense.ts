import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchEngine } from '#integrations/search/search-engine.js';
import { createTypesenseClient } from '#integrations/search/typesense/typesense-client.js';
import { createTypesenseEngine } from '#integrations/search/typesense/typesense-engine.js';
import { freePort } from '../../scripts/supervisor/ports.mjs';
import { findTypesense } from '../../scripts/supervisor/typesense-binary.mjs';
import { startTypesense } from '../../scripts/supervisor/typesense-server.mjs';

export const TYPESENSE_KEY = 'the-key-of-the-tests';

/** A server of this machine; undefined where there is none. Nothing is fetched. */
export const typesenseHere = await findTypesense(process.env);

/** What engines warned of. */
export type Warnings = unknown[][];

/** An engine over a server, which knows nothing that is older than a moment. */
export function engineOf(
  url: string,
  { apiKey = TYPESENSE_KEY, warnings = [] as Warnings } = {},
): SearchEngine {
  const logger = { warn: (...entry: unknown[]) => void warnings.push(entry) };
  let clock = Date.now();
  const now = () => (clock += 2_000);
  return createTypesenseEngine(createTypesenseClient({ url, apiKey, logger, now }), { logger, now });
}

/** A real server with a folder of its own. */
export async function startRealTypesense() {
  if (!typesenseHere) throw new Error('There is no Typesense server on this machine');
  const { file } = typesenseHere;
  const folder = await mkdtemp(join(tmpdir(), 'haat-typesense-'));
  const [port, peeringPort] = [await freePort(), await freePort()];
  let child: ChildProcess | undefined;

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async function start(): Promise<void> {
    const data = join(folder, 'data');
    child = await startTypesense({
      file,
      folder: data,
      port,
      peeringPort,
      apiKey: TYPESENSE_KEY,
      logFile: join(folder, 'log'),
    });
  }

  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    start,
    kill,
    /** As after a volume that was lost. */
    loseData: () => rm(join(folder, 'data'), { recursive: true, force: true }),
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type RealTypesense = Awaited<ReturnType<typeof startRealTypesense>>;
