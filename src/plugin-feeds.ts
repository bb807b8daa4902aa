/** The part of `haat/plugin` for feeds: external catalogs that variants are sent to. All of it is in `src/plugin.ts` as well. */
export type { FeedDeclaration, GetSetting } from '#domain/feeds/feed-declaration.js';
export { type FeedConfiguration, feedConfiguration } from '#domain/feeds/configuration.js';
export { feedOffer } from '#domain/feeds/feed-offer.js';
export { cutAtWord, decimalPrice } from '#domain/feeds/feed-text.js';
export type { FeedVariant } from '#domain/feeds/feed-variant.js';
export { EQUAL_REFUSALS, type FeedId, MAX_ATTEMPTS, retryDelayMs } from '#domain/feeds/feed.js';
export { feedsErrors } from '#domain/feeds/feeds.errors.js';
export { feedsEvents } from '#domain/feeds/feeds.events.js';
export {
  type FeedCondition,
  feedModes,
  feedPaceSettings,
  feedText,
  sharedFeedSettings,
} from '#domain/feeds/feeds.settings.js';
export type { Mapped, PayloadSettings } from '#domain/feeds/mapped-item.js';

// Its rows
export {
  type CatalogChoice,
  createConnectionsRepository,
  type FeedConnection,
  type RemoteAccount,
  type RemoteDataSource,
} from '#db/feeds/connections.repository.js';
export { createHandlesRepository, type FeedHandle, handleDueSql } from '#db/feeds/handles.repository.js';
export { createIntentsRepository } from '#db/feeds/intents.repository.js';
export { createItemsRepository, type ItemResult } from '#db/feeds/items.repository.js';

// Sending
export type {
  Allowance,
  ChangeOutcome,
  Feed,
  FeedChange,
  FeedCredentials,
  Halt,
  SendControl,
  SendResult,
} from '#operations/feeds/feed.js';
export type { FeedPlatform } from '#operations/feeds/feed-platform.js';
export { createFeedTokens, DeadGrantError } from '#operations/feeds/feed-tokens.js';
export { feedPricing } from '#operations/feeds/feed-pricing.js';
export { feedWarnings } from '#operations/feeds/feed-warnings.js';
export { settingsFingerprint } from '#operations/feeds/payload-hash.js';
export { quotaDay } from '#operations/feeds/reserve-calls.js';
export { sendInOrder } from '#operations/feeds/send-in-order.js';

// Its operations
export { remoteCall } from '#api/feeds/api-call.js';
export { type ConnectionErrors, createFeedConnection } from '#api/feeds/feed-connection.service.js';
export {
  diagnosticsOf,
  diagnosticsSchema,
  type FeedDiagnostics,
  type FoundIssue,
  readPages,
} from '#api/feeds/feed-diagnostics.js';
export { createFeedItems } from '#api/feeds/feed-items.service.js';
export {
  configurationResponse,
  countsResponse,
  detailResponse,
  explanationResponse,
  failedResponse,
  summaryResponse,
} from '#api/feeds/feed-responses.js';
export { connectionResponse } from '#api/feeds/feed-status.js';
export {
  authUrlSchema,
  bootstrapBodySchema,
  bootstrapSchema,
  callbackQuerySchema,
  configurationSchema,
  connectedSchema,
  countsSchema,
  disconnectedSchema,
  enqueuedItemSchema,
  enqueuedSchema,
  explanationSchema,
  failedItemSchema,
  failedQuerySchema,
  itemDetailSchema,
  itemsQuerySchema,
  itemSummarySchema,
  merchantStatuses,
  pauseSchema,
  readAtSchema,
  refreshQuerySchema,
  socialStatuses,
  targetIdSchema,
  targetRemovalSchema,
  targetRemovedSchema,
  targetShape,
} from '#api/feeds/feeds.schemas.js';
