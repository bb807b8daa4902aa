import type { AuditRepository } from '#db/audit/audit.repository.js';
import type { EventsRepository } from '#db/events/events.repository.js';
import type { ContentCache } from '#db/kernel/content-cache.js';
import type { CountCache } from '#db/kernel/count-cache.js';
import type { Knex } from '#db/kernel/knex.js';
import type { ReportRegistry } from '#db/reports/registry.report.js';
import type { LiveChannel } from '#db/kernel/live-channel.js';
import type { StreamingConnections } from '#db/kernel/streaming-connection.js';
import type { UnitOfWork } from '#db/kernel/unit-of-work.js';
import type { SettingsRepository } from '#db/settings/settings.repository.js';
import type { Outbox } from '#events/outbox.js';
import type { WorkflowGateway } from '#integrations/engine/workflow-gateway.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import type { PayoutProviders } from '#integrations/payouts/payout-providers.js';
import type { SearchEngine } from '#integrations/search/search-engine.js';
import type { Storage } from '#integrations/storage/storage.js';
import type { Clock } from '#lib/clock.js';
import type { Config } from '#lib/config.js';
import type { Keyring } from '#lib/keyring.js';
import type { LiveStreams } from '#lib/live-streams.js';
import type { Logger } from '#lib/logger.js';
import type { Metrics } from '#lib/metrics.js';
import type { ScheduleEntry } from '#lib/workflow/schedule-entry.js';
import type { SecretSettings, SettingsReader } from '#lib/settings.js';
import type { Principals } from '#operations/accounts/principals.js';
import type { DocumentNumbers } from '#operations/invoices/document-numbers.js';
import type { MailQueue } from '#operations/mail/mail-queue.js';
import type { Commerce } from '#operations/plugins/commerce.js';
import type { Ports } from '#operations/plugins/plugin-ports.js';
import type { WebhookEvent } from '#operations/outbound-webhooks/webhook-event.js';
import type { ReadOptions } from '#operations/plugins/plugin-options.js';
import type { Operations } from './operations.js';

/**
 * What every process of the platform shares. `src/runtime/container.ts` makes it; services and activities name the
 * parts that they use (`Pick<Platform, 'knex' | 'unitOfWork'>`).
 */
export interface Platform {
  config: Config;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  knex: Knex;
  unitOfWork: UnitOfWork;
  /** For statements that run for minutes: exports, feeds, loads. */
  streaming: StreamingConnections;
  live: LiveChannel;
  streams: LiveStreams;
  gateway: WorkflowGateway;
  /** What is wrong with the engine: that it is not that of this installation, for one. */
  engineWatch: { problem(): string | undefined };
  /** What is wrong with the file storage. */
  storageWatch: { problem(): string | undefined };
  /** What runs by the clock, as features declare it. */
  schedules: readonly ScheduleEntry[];
  events: EventsRepository;
  outbox: Outbox;
  keyring: Keyring;
  mail: MailQueue;
  principals: Principals;
  counts: CountCache;
  /** Storefront reads of content in memory. */
  content: ContentCache;
  audit: AuditRepository;
  settings: SettingsReader & SecretSettings;
  settingsRepository: SettingsRepository;
  storage: Storage;
  /** The index of products. */
  search: SearchEngine;
  reports: ReportRegistry;
  /** What webhook endpoints are sent. */
  webhookEvents: readonly WebhookEvent[];
  operations: Operations;
  /** Gives the numbers of tax documents. */
  numbers: DocumentNumbers;
  /** The steps that plugins may take. */
  commerce: Commerce;
  /** What plugins put in place of parts of the platform. */
  ports: Ports;
  /** Every way to pay of this installation. */
  paymentProviders: PaymentProviders;
  /** Every provider that sends payouts. */
  payoutProviders: PayoutProviders;
  /** The options of a plugin, as `haat.config.ts` gives them. */
  optionsOf: ReadOptions;
  /** Aborts when this process is stopping: long work ends at its next checkpoint, for another process to go on. */
  stopping: AbortSignal;
  /** Registers what else is to be closed at the end, before the connections that it may use. */
  onStop(close: () => Promise<void>): void;
}
