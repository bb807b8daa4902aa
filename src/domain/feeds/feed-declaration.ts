import type { Setting } from '#domain/_shared/setting.js';
import type { FeedId } from './feed.js';
import type { feedPaceSettings, sharedFeedSettings } from './feeds.settings.js';

/** Reads the value in effect of a setting. */
export type GetSetting = <T>(setting: Setting<T>) => T;

/**
 * An external catalog as every layer knows it: `domain/<name>.feed.ts` of a plugin. Subscriptions, drains and schedules are
 * made from the list of these.
 */
export interface FeedDeclaration {
  id: FeedId;
  /** As people call it in mails and summaries. */
  title: string;
  /** Base of its operations. */
  path: string;
  /** Where the callback of the consent leads, under `PUBLIC_ADMIN_URL`. */
  adminPath: string;
  permissions: { view: `${string}:view`; manage: `${string}:manage` };
  /** Updates of one item a day that are sent at once; later ones wait unless price or availability changed. */
  dailyUpdates: number | null;
  /** Most items of one round. */
  roundLimit: number;
  /** Whether nothing is sent before a catalog was selected. */
  needsSelection?: boolean;
  settings: ReturnType<typeof sharedFeedSettings> & ReturnType<typeof feedPaceSettings>;
  /** Texts that must not be empty: for the consent, and for items to be sent. */
  needed: { oauth: readonly Setting<string>[]; feed: readonly Setting<string>[] };
  /** Settings beside the shared ones that change what is sent. */
  payloadSettings: readonly Setting<unknown>[];
  /**
   * Where the items stand: an account and data source, or a catalog. Items, counts and passes are kept by it. Empty while
   * it is not set.
   */
  target(get: GetSetting): string;
  /** What an operator should know although the feed works. */
  warnings?(get: GetSetting): string[];
}
