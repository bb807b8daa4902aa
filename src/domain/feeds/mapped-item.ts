import type { FeedCondition } from './feeds.settings.js';
import type { SkipReason } from './feed-variant.js';

/** The settings that enter every payload. */
export interface PayloadSettings {
  storefrontBaseUrl: string;
  storefrontProductPath: string;
  currency: string;
  condition: FeedCondition;
  apiBaseUrl: string;
}

/** What a variant is on the remote side, or why it is not there. */
export type Mapped<Payload> = { payload: Payload } | { skip: SkipReason };
