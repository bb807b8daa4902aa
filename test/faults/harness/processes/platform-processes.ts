import { join } from 'node:path';
import { eventually } from '../../../_support/eventually.js';
import { createTemporalClient } from '#integrations/engine/temporal-client.js';
import { parseConfig } from '#lib/config.js';
import { startWatchdog } from '../../../../scripts/supervisor/watchdog.mjs';
import { ensureDatabase } from '../../../../scripts/supervisor/own-database.mjs';
import { freePort } from '../../../../scripts/supervisor/ports.mjs';
import { runCommand } from '../../../../scripts/supervisor/processes.mjs';
import type { Journal } from '../journal.js';
import type { Target, Replica } from '../injection/fault-plan.js';
import { type Door, openDoor } from './door.js';
import { createEnginePart, type EnginePart } from './engine-part.js';
import { createServerEnginePart } from './server-engine-part.js';
import { createNodePart } from './node-part.js';
import type { Part } from './part.js';
import { createPostgresPart, type PostgresPart } from './postgres-part.js';
import { listProcesses, type ProcessEntry } from './process-tree.js';
import { makeRunFolder, type RunFolder } from './run-folder.js';

const NAMESPACE = 'haat-faults';
const WORKER_ROLES = 'core,documents,exports,feeds,indexing,mail,search,webhooks';
/** A worker notices within ten seconds, and others may be hurt meanwhile. */
const SET_UP_MS = 120_000;
export const PAYMENT_SECRET = 'sandbox-webhook-secret';

/** The whole platform as processes of its own, each of which can be hurt. */
export interface PlatformProcesses {
  folder: RunFolder;
  /** Configuration of its processes. */
  env: Record<string, string>;
  urls: { api: string; payments: string; inbox: string; webhooks: string };
  parts: { api: Part; worker: Part; relay: Part; engine: EnginePart; postgres: PostgresPart };
  /** The part of a fault, also the second of its kind. */
  partOf(name: Target | Replica): Part;
  /** The second API, worker and relay, where there are two of each. */
  second(): Part[];
  /** All that can be hurt. */
  all(): Part[];
  /** Waits until an engine that has lost everything is that of the installation again: a worker does it. */
  engineIsSetUp(): Promise<void>;
  /** The outside world: it misbehaves on order, but it is not ours to kill. */
  sandboxes: Part;
  /** Brings up API, workers and sandboxes; database and engine are up from the start. */
  startApplication(): Promise<void>;
  /** How many processes it has had, browsers as far as they were hurt, and which of them live. */
  everyone(): { known: number; alive: ProcessEntry[] };
  /** Ends all of it and removes the folder. */
  remove(): Promise<void>;
}

/** Brings up database and engine, migrates, and prepares the rest. Nothing of it outlives this process. */
export async function createPlatformProcesses(
  journal: Journal,
  options: { replicas?: boolean; topology?: boolean } = {},
): Promise<PlatformProcesses> {
  const watchdog = startWatchdog();
  try {
    const folder = makeRunFolder();
    watchdog.holdFolder(folder.path);
    const ports = await freePorts([
      'api',
      ...(['api 1', 'api 2'] as const),
      'postgres',
      'engine',
      'payments',
      'carrier',
      'merchant',
      'social',
      'webhooks',
      'smtp',
      'inbox',
    ] as const);
    const env = environmentOf(folder, ports);
    const known = new Map<number, string[]>();
    const holdProcess = (pid: number, signal: string, words: string[]): void => {
      known.set(pid, words);
      watchdog.holdProcess(pid, signal, words);
    };
    const common = { folder: folder.path, journal, holdProcess };
    const postgres = await createPostgresPart({ ...common, port: ports.postgres });
    const engine = options.topology
      ? await createServerEnginePart({ ...common, port: ports.engine, postgresPort: ports.postgres })
      : await createEnginePart({ ...common, port: ports.engine, namespace: NAMESPACE });
    await postgres.bringUp();
    await ensureDatabase(env['DATABASE_URL'] ?? '');
    await engine.bringUp();

    const node = (name: string, entry: string, ready: string, more: Record<string, string> = {}): Part => {
      const module = join(folder.platform, 'dist', `${entry}.js`);
      return createNodePart({
        name,
        journal,
        module,
        ready,
        folder: folder.platform,
        env: { ...env, ...more },
        logFile: join(folder.path, 'logs', `${name}.log`),
        holdProcess,
      });
    };
    const replicas = options.replicas === true || options.topology === true;
    const api = (name: string, port: number) =>
      node(name, 'server', 'API is listening', { PORT: String(port) });
    const worker = (name: string, roles: string) =>
      node(name, 'worker', 'workers are running', { WORKER_ROLES: roles });
    const parts = {
      api: api('api', replicas ? ports['api 1'] : ports.api),
      worker: worker('worker', WORKER_ROLES),
      relay: worker('relay', 'relay'),
      engine,
      postgres,
    };
    const second: Record<string, Part> = replicas
      ? {
          'api 2': api('api 2', ports['api 2']),
          'worker 2': worker('worker 2', WORKER_ROLES),
          'relay 2': worker('relay 2', 'relay'),
        }
      : {};
    const all = () => [...Object.values(parts), ...Object.values(second)];
    let door: Door | undefined;
    if (replicas) door = await openDoor(ports.api, [ports['api 1'], ports['api 2']]);
    const sandboxes = node('sandboxes', 'sandboxes/main', 'sandboxes ready');
    await runToEnd(folder, env, 'scripts/migrate');
    await runToEnd(folder, env, 'scripts/engine-setup');

    return {
      folder,
      env,
      parts,
      sandboxes,
      all,
      second: () => Object.values(second),
      partOf: (name) => ({ ...parts, ...second } as Record<string, Part>)[name] as Part,
      urls: {
        api: `http://127.0.0.1:${ports.api}`,
        payments: `http://127.0.0.1:${ports.payments}`,
        inbox: `http://127.0.0.1:${ports.inbox}`,
        webhooks: `http://127.0.0.1:${ports.webhooks}`,
      },
      async startApplication() {
        const application = [sandboxes, parts.api, parts.worker, parts.relay, ...Object.values(second)];
        await Promise.all(application.map((part) => part.bringUp()));
      },
      async engineIsSetUp() {
        const { client, close } = createTemporalClient(parseConfig(env));
        try {
          await eventually(() => client.schedule.getHandle('installation').describe(), SET_UP_MS);
        } finally {
          await close();
        }
      },
      everyone() {
        // Ids are used again, and some of ours may not be known: those have the folder in their command line.
        const own = ({ pid, command }: ProcessEntry) =>
          known.get(pid)?.every((word) => command.includes(word)) || command.includes(folder.path);
        return {
          known: known.size,
          alive: listProcesses().filter((item) => item.pid !== process.pid && own(item)),
        };
      },
      async remove() {
        await Promise.all([...all(), sandboxes].map((part) => part.kill()));
        await door?.close();
        await watchdog.release();
      },
    };
  } catch (error) {
    await watchdog.release();
    throw error;
  }
}

/** One after the other, for two at once may be given the same. */
async function freePorts<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>> {
  const ports = new Map<Name, number>();
  while (ports.size < names.length) {
    const port = await freePort();
    if (![...ports.values()].includes(port)) ports.set(names[ports.size] as Name, port);
  }
  return Object.fromEntries(ports) as Record<Name, number>;
}

function environmentOf(folder: RunFolder, ports: Record<string, number>): Record<string, string> {
  // The variables of the caller's shell that configure the platform are not meant for this one.
  const inherited = ['PATH', 'HOME', 'XDG_CACHE_HOME', 'LANG', 'CHROME_PATH'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    TMPDIR: folder.temporary,
    PORT: String(ports['api']),
    PUBLIC_API_BASE_URL: `http://127.0.0.1:${ports['api']}`,
    // The clients are few addresses and many people.
    RATE_LIMIT_FACTOR: '0',
    SHUTDOWN_GRACE_SECONDS: '8',
    DATABASE_URL: `postgres://postgres@127.0.0.1:${ports['postgres']}/haat`,
    DATABASE_POOL_MAX: '15',
    TEMPORAL_ADDRESS: `127.0.0.1:${ports['engine']}`,
    TEMPORAL_NAMESPACE: NAMESPACE,
    ENGINE_SELF_SETUP: 'on',
    STORAGE_DIR: folder.storage,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(ports['smtp']),
    PAYMENT_SANDBOX_URL: `http://127.0.0.1:${ports['payments']}`,
    PAYMENT_SANDBOX_SECRET: PAYMENT_SECRET,
    SANDBOX_PORT: String(ports['payments']),
    CARRIER_API_URL: `http://127.0.0.1:${ports['carrier']}`,
    CARRIER_SANDBOX_PORT: String(ports['carrier']),
    MERCHANT_API_URL: `http://127.0.0.1:${ports['merchant']}`,
    MERCHANT_SANDBOX_PORT: String(ports['merchant']),
    SOCIAL_API_URL: `http://127.0.0.1:${ports['social']}`,
    SOCIAL_SANDBOX_PORT: String(ports['social']),
    WEBHOOK_SANDBOX_PORT: String(ports['webhooks']),
    WEBHOOKS_ALLOW: '127.0.0.1',
    SMTP_CATCHER_PORT: String(ports['smtp']),
    MAIL_INBOX_PORT: String(ports['inbox']),
    SANDBOX_DATA_DIR: folder.sandboxes,
  };
}

async function runToEnd(folder: RunFolder, env: Record<string, string>, script: string): Promise<void> {
  const file = join(folder.platform, 'dist', `${script}.js`);
  const { code, output } = await runCommand(process.execPath, [file], { cwd: folder.platform, env });
  if (code !== 0) throw new Error(`${script} failed: ${output.trim()}`);
}
