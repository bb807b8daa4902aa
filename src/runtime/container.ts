import { webhookEvents } from '#api/webhook-events.js';
import { config as installation } from '#haat.config.js';
import { features } from '#domain/features.js';
import { createAuditRepository } from '#db/audit/audit.repository.js';
import { readConnectionBudget } from '#db/kernel/connection-budget.js';
import { createContentCache } from '#db/kernel/content-cache.js';
import { createCountCache } from '#db/kernel/count-cache.js';
import { createEventsRepository } from '#db/events/events.repository.js';
import { createKnex } from '#db/kernel/knex.js';
import { assertRoleTimeouts, directUrl } from '#db/kernel/pooler.js';
import { createMailRepository } from '#db/mail/mail.repository.js';
import { createReportRegistry } from '#db/reports/registry.report.js';
import { createSettingsRepository } from '#db/settings/settings.repository.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { type QueryClass, queryClasses } from '#db/kernel/query-classes.js';
import { createStreamingConnections } from '#db/kernel/streaming-connection.js';
import { createUnitOfWork } from '#db/kernel/unit-of-work.js';
import { createEventHandOver } from '#events/hand-over.js';
import { createOutbox } from '#events/outbox.js';
import { subscriptions } from '#events/subscriptions.js';
import { createPaymentProviders } from '#integrations/payments/payment-providers.js';
import { createPayoutProviders } from '#integrations/payouts/payout-providers.js';
import { createTemporalClient } from '#integrations/engine/temporal-client.js';
import { createSearchEngine } from '#integrations/search/create-search-engine.js';
import { createStorage } from '#integrations/storage/create-storage.js';
import { type Clock, systemClock } from '#lib/clock.js';
import type { Config } from '#lib/config.js';
import { createLiveChannel } from '#db/kernel/live-channel.js';
import { createLiveStreams } from '#lib/live-streams.js';
import { createLogger, type Logger } from '#lib/logger.js';
import { createKeyring } from '#lib/keyring.js';
import { createOperations } from '#operations/operations.js';
import { createCommerce } from '#operations/plugins/commerce.js';
import { pluginEnvironment } from '#operations/plugins/plugin-environment.js';
import { createPluginOptions } from '#operations/plugins/plugin-options.js';
import { createPorts } from '#operations/plugins/create-ports.js';
import type { RegisteredPorts } from '#operations/plugins/plugin-ports.js';
import { pluginPorts } from '#operations/plugin-ports.js';
import type { Platform } from '#operations/platform.js';
import { createMailQueue } from '#operations/mail/mail-queue.js';
import { createMetrics } from '#lib/metrics.js';
import { createEngineWatch, type EngineWatch } from '#runtime/engine-watch.js';
import { createStorageWatch, type StorageWatch } from '#runtime/storage-watch.js';
import { watchPool } from '#runtime/metrics/pool-metrics.js';
import { createPrincipals } from '#operations/accounts/principals.js';
import { createDocumentNumbers } from '#operations/invoices/document-numbers.js';
import { createSettingsReader } from '#operations/settings/settings-reader.js';
import { searchDatabaseOf } from '#runtime/search-database.js';
import { schedules } from '#workflows/schedules.js';
import { stopTracing } from '#runtime/tracing/start-tracing.js';
import { createWorkflowGateway } from '#integrations/engine/workflow-gateway.js';

export interface ContainerOptions {
  /** `api`, `worker`, …: the name in logs and in the database's list of connections. */
  name: string;
  logger?: Logger;
  clock?: Clock;
  /** How long statements may take; by default that of requests for `api`, and of work for all others. */
  queries?: QueryClass | undefined;
  /** The ports of plugins, instead of those of the registered ones. */
  ports?: readonly RegisteredPorts[];
}

/** The platform of one process, with its beginning and its end. */
export interface Container extends Platform {
  engineWatch: EngineWatch;
  storageWatch: StorageWatch;
  /** Connects; nothing does before. */
  start(): Promise<void>;
  /** Has long work end at its next checkpoint. */
  announceStop(): void;
  stop(): Promise<void>;
}

/** What every process of the platform shares, built once from the configuration. */
export async function createContainer(config: Config, options: ContainerOptions): Promise<Container> {
  const optionsOf = createPluginOptions(installation, features, pluginEnvironment(config, process.env));
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? createLogger({ level: config.LOG_LEVEL, name: options.name });
  const knex = createKnex({
    url: config.DATABASE_URL,
    pooler: config.DATABASE_POOLER,
    poolMax: config.DATABASE_POOL_MAX,
    applicationName: `haat-${options.name}`,
    guard: !config.production,
    queries: options.queries ?? (options.name === 'api' ? queryClasses.request : queryClasses.work),
    logger,
  });
  const metrics = createMetrics();
  watchPool(knex, metrics);
  const live = createLiveChannel({ url: directUrl(config), logger, metrics: metrics.live });
  const temporal = createTemporalClient(config);
  const engineWatch = createEngineWatch({
    knex,
    logger,
    client: temporal.client,
    namespace: config.TEMPORAL_NAMESPACE,
  });
  const gateway = createWorkflowGateway({
    client: temporal.client,
    logger,
    metrics: metrics.engine,
    problem: engineWatch.problem,
  });
  const events = createEventsRepository(knex);
  const settingsRepository = createSettingsRepository(knex);
  const keyring = createKeyring(config);
  const settings = createSettingsReader({
    knex,
    repository: settingsRepository,
    live,
    keyring,
    logger,
    // Vendors work in the console as well, unless they have their own panel.
    whenEmpty: new Map(
      config.CONSOLE
        ? [[storeSettings.vendorPanelUrl.key, `${config.PUBLIC_API_BASE_URL}/console/vendor`]]
        : [],
    ),
  });

  const ports = createPorts(options.ports ?? pluginPorts, { clock, logger, settings, optionsOf });
  const storage = await createStorage(config, { logger, clock, ports });
  const storageWatch = createStorageWatch({ storage, logger });
  const { handOver } = createEventHandOver({ subscriptions, gateway, events, logger });
  const outbox = createOutbox(subscriptions, handOver);
  const mail = createMailQueue({ messages: createMailRepository(), outbox, keyring, settings });
  const audit = createAuditRepository(knex);
  const paymentProviders = createPaymentProviders(ports, config);
  const minimumRefund = (providerId: string, currency: string) =>
    paymentProviders.get(providerId)?.minimumRefund?.(currency) ?? 0;
  const numbers = createDocumentNumbers({ knex, storage, logger });
  const operations = createOperations({ outbox, live, mail, settings, numbers, minimumRefund });
  const content = createContentCache({ knex, live, logger });
  const streams = createLiveStreams();
  metrics.onRead(() => metrics.http.streams.set(streams.size));
  const closers: (() => Promise<void>)[] = [];

  /** Too many fail later and elsewhere, in the process that happens to come last. */
  async function reportConnections(): Promise<void> {
    const { DATABASE_POOL_MAX: poolMax, DATABASE_POOLER: pooler } = config;
    const budget = await readConnectionBudget(knex, { poolMax, pooler });
    if (budget.wanted <= budget.available) return logger.info(budget, 'connections to the database');
    const advice = 'lower DATABASE_POOL_MAX, raise max_connections, or set DATABASE_POOLER';
    return logger.warn(budget, `processes may open more connections than the database allows: ${advice}`);
  }
  const stopping = new AbortController();

  return {
    config,
    clock,
    logger,
    metrics,
    knex,
    unitOfWork: createUnitOfWork(knex),
    streaming: createStreamingConnections({
      url: directUrl(config),
      applicationName: `haat-${options.name}-streaming`,
    }),
    live,
    streams,
    gateway,
    engineWatch,
    storageWatch,
    schedules: schedules.map(({ id, spec, contract, input, note }) => ({
      id,
      note,
      cron: spec.cronExpressions[0] ?? '',
      timeZone: spec.timezone,
      workflow: contract.name,
      workflowId: contract.id(input),
    })),
    events,
    outbox,
    keyring,
    mail,
    operations,
    numbers,
    commerce: createCommerce({ knex, operations, mail, audit, settingsRepository, keyring, live }),
    optionsOf,
    ports,
    paymentProviders,
    payoutProviders: createPayoutProviders(ports, config),
    principals: createPrincipals({ knex, live }),
    counts: createCountCache(),
    content,
    audit,
    settings,
    settingsRepository,
    storage,
    search: createSearchEngine(config, { database: searchDatabaseOf(knex), logger }),
    reports: createReportRegistry(),
    webhookEvents,

    stopping: stopping.signal,
    announceStop: () => stopping.abort(),

    onStop(close: () => Promise<void>): void {
      closers.push(close);
    },
    async start(): Promise<void> {
      if (config.DATABASE_POOLER !== 'none') await assertRoleTimeouts(knex);
      await live.start();
      await reportConnections();
      await settings.start();
      content.start();
      await engineWatch.start();
      // One that is away is waited for by what needs it; health says so.
      await storage.start().catch((error: unknown) => logger.error({ err: error }, 'file storage is away'));
      storageWatch.start();
    },
    async stop(): Promise<void> {
      for (const close of closers) await close();
      await numbers.settled();
      await settings.stop();
      await content.stop();
      await engineWatch.stop();
      await storageWatch.stop();
      await storage.stop();
      await live.stop();
      await temporal.close();
      await knex.destroy();
      await stopTracing();
    },
  };
}
