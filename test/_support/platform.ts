import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Passwords } from '#api/accounts/auth.js';
import { createAccounts } from '#api/accounts/accounts.js';
import { createApp } from '#api/app.js';
import type { Route } from '#api/kernel/route.js';
import { allRoutes } from '#api/routes.js';
import type { ServiceOptions } from '#api/services.js';
import type { QueryClass } from '#db/kernel/query-classes.js';
import type { Clock } from '#lib/clock.js';
import type { WorkerRole } from '#lib/workflow/queues.js';
import type { RegisteredPorts } from '#operations/plugins/plugin-ports.js';
import { type Container, createContainer } from '#runtime/container.js';
import { createLogger, type Logger } from '#lib/logger.js';
import { forgetOutsideCalls } from '#lib/outside-calls.js';
import { startTracing } from '#runtime/tracing/start-tracing.js';
import { createTestDatabase } from './database.js';
import { createHttpClient, type HttpClient } from './http-client.js';
import { cheapPasswords } from './passwords.js';
import { testConfig } from './platform-config.js';
import { startTestPooler } from './pooler.js';

export interface PlatformOptions {
  /** Which workers run beside the API; none by default, so that a test of routes starts in a moment. */
  workers?: readonly WorkerRole[];
  clock?: Clock;
  logger?: Logger;
  environment?: Record<string, string>;
  /** How passwords are hashed; by default at no cost. */
  passwords?: Passwords;
  /** How long statements may take and wait for locks; as long as those of workers by default. */
  queries?: QueryClass;
  /** Where the API listens, for a test whose public address has to be the one it is opened at. */
  port?: number;
  /** What services do otherwise than in production. */
  services?: ServiceOptions;
  /** Routes that a test declares, beside those of all features. */
  routes?: readonly Route[];
  /** Has it behind a pooler in transaction mode with so many connections; `TEST_POOLER` has every platform so. */
  pooler?: number;
  /** Ports of plugins that are not registered. */
  ports?: readonly RegisteredPorts[];
}

/** The whole platform in this process, on its own database and engine namespace. */
export interface TestPlatform {
  container: Container;
  url: string;
  /** A client without a session; `as(token)` gives one with. */
  http: HttpClient;
  /** Starts workers in this process, also later on: those that take over from a process that was killed, for one. */
  startWorkers(roles: readonly WorkerRole[]): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it; call `stop` in `afterAll`. Pass the workers a test needs. */
export async function startPlatform(options: PlatformOptions = {}): Promise<TestPlatform> {
  forgetOutsideCalls();
  const database = await createTestDatabase();
  const storageDir = await mkdtemp(join(tmpdir(), 'haat-storage-'));
  const poolSize = options.pooler ?? Number(process.env['TEST_POOLER'] ?? 0);
  const pooler = poolSize > 0 ? await startTestPooler(database.url, poolSize) : undefined;
  const config = await testConfig(database.url, storageDir, {
    ...options.environment,
    ...pooler?.environment,
  });
  const tracingLogger = options.logger ?? createLogger({ level: config.LOG_LEVEL, name: 'test' });
  await startTracing(config, { name: 'test', logger: tracingLogger });
  const container = await createContainer(config, {
    name: 'test',
    clock: options.clock,
    logger: options.logger,
    ports: options.ports,
    queries: options.queries,
  });
  await container.start();
  const accounts = createAccounts(container, { passwords: options.passwords ?? cheapPasswords });
  const server = createServer(
    createApp(container, {
      ...accounts,
      services: options.services,
      ...(options.routes && { routes: [...allRoutes, ...options.routes] }),
    }),
  );
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const workers: { stop(): Promise<void> }[] = [];
  async function startWorkers(roles: readonly WorkerRole[]): Promise<void> {
    // The SDK's runtime ends with its last worker: where there is none it would keep the process for ever.
    // Loaded where it is needed: half of the tests are done before the SDK's worker would be.
    (await import('./engine-runtime.js')).installRuntime();
    workers.push(await (await import('#runtime/run-workers.js')).runWorkers(container, roles));
  }
  if (options.workers) await startWorkers(options.workers);
  return {
    container,
    url,
    http: createHttpClient(url),
    startWorkers,
    async stop() {
      await within('streams and server', async () => {
        container.streams.closeAll();
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      });
      await within('workers', () => Promise.all(workers.map((item) => item.stop())));
      await within('container', () => container.stop());
      await within('pooler', async () => pooler?.stop());
      await within('database', () => database.drop());
      await rm(storageDir, { recursive: true, force: true });
    },
  };
}

/** Says which part of a platform does not stop, before the hook that waits for it is out of time without a word. */
async function within(part: string, stop: () => Promise<unknown>): Promise<void> {
  const late = setTimeout(() => console.error(`${part}: not stopped after 15 seconds`), 15_000);
  await stop().finally(() => clearTimeout(late));
}
