import { createAuditRepository } from '#db/audit/audit.repository.js';
import { createCountCache } from '#db/count-cache.js';
import { createEventsRepository } from '#db/events/events.repository.js';
import { createKnex } from '#db/knex.js';
import { createMailRepository } from '#db/mail/mail.repository.js';
import { createSettingsRepository } from '#db/settings/settings.repository.js';
import { createUnitOfWork } from '#db/unit-of-work.js';
import { createEventHandOver } from '#events/hand-over.js';
import { createOutbox } from '#events/outbox.js';
import { subscriptions } from '#events/subscriptions.js';
import { createTemporalClient } from '#integrations/engine/temporal-client.js';
import { createStorage } from '#integrations/storage/create-storage.js';
import { type Clock, systemClock } from './clock.js';
import type { Config } from './config.js';
import { createLiveChannel } from './live-channel.js';
import { createLiveStreams } from './live-streams.js';
import { createLogger, type Logger } from './logger.js';
import { createKeyring } from './keyring.js';
import { createMailQueue } from './mail-queue.js';
import { createMetrics } from './metrics/metrics.js';
import { watchPool } from './metrics/pool-metrics.js';
import { createPrincipals } from './principals.js';
import { createSettingsReader } from './settings-reader.js';
import { stopTracing } from './tracing/start-tracing.js';
import { createWorkflowGateway } from './workflow-gateway.js';

export interface ContainerOptions {
  /** `api`, `worker`, …: the name in logs and in the database's list of connections. */
  name: string;
  logger?: Logger;
  clock?: Clock;
}

/** What every process of the platform shares, built once from the configuration. Nothing connects before `start`. */
export async function createContainer(config: Config, options: ContainerOptions) {
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? createLogger({ level: config.LOG_LEVEL, name: options.name });
  const knex = createKnex({
    url: config.DATABASE_URL,
    poolMax: config.DATABASE_POOL_MAX,
    applicationName: `haat-${options.name}`,
    guard: !config.production,
    logger,
  });
  const metrics = createMetrics();
  watchPool(knex, metrics);
  const live = createLiveChannel({ url: config.DATABASE_URL, logger, metrics: metrics.live });
  const temporal = createTemporalClient(config);
  const gateway = createWorkflowGateway({ client: temporal.client, logger, metrics: metrics.engine });
  const storage = await createStorage(config, { logger, clock });
  const events = createEventsRepository(knex);
  const settingsRepository = createSettingsRepository(knex);
  const keyring = createKeyring(config);
  const settings = createSettingsReader({
    knex,
    repository: settingsRepository,
    live,
    keyring,
    logger,
  });

  const outbox = createOutbox(subscriptions);
  const streams = createLiveStreams();
  metrics.onRead(() => metrics.http.streams.set(streams.size));
  const closers: (() => Promise<void>)[] = [];
  const stopping = new AbortController();

  return {
    config,
    clock,
    logger,
    metrics,
    knex,
    unitOfWork: createUnitOfWork(knex),
    live,
    streams,
    gateway,
    events,
    outbox,
    keyring,
    handOver: createEventHandOver({ subscriptions, gateway, events, logger }).handOver,
    mail: createMailQueue({ messages: createMailRepository(), outbox, keyring }),
    principals: createPrincipals({ knex, live }),
    counts: createCountCache(),
    audit: createAuditRepository(knex),
    settings,
    settingsRepository,
    storage,

    /** Aborts when this process is told to stop: long work ends at its next checkpoint, for another process to go on. */
    stopping: stopping.signal,
    announceStop: () => stopping.abort(),

    /** Registers what else is to be closed at the end, before the connections that it may use. */
    onStop(close: () => Promise<void>): void {
      closers.push(close);
    },
    async start(): Promise<void> {
      await live.start();
      await settings.start();
      await storage.start();
    },
    async stop(): Promise<void> {
      for (const close of closers) await close();
      settings.stop();
      await storage.stop();
      await live.stop();
      await temporal.close();
      await knex.destroy();
      await stopTracing();
    },
  };
}

export type Container = Awaited<ReturnType<typeof createContainer>>;
