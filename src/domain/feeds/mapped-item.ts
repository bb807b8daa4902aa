import type { PiecePricing } from '#domain/checkout/quote-piece.js';
import type { FeedCondition } from './feeds.settings.js';
import type { MissingField, VariantFieldMap } from './variant-fields.js';
import type { SkipReason } from './feed-variant.js';

/** The settings that enter every payload. */
export interface PayloadSettings {
  storefrontBaseUrl: string;
  storefrontProductPath: string;
  currency: string;
  condition: FeedCondition;
  apiBaseUrl: string;
  variantFields: VariantFieldMap;
  /** By what the price that buyers pay is reckoned. */
  pricing: PiecePricing;
}

/** What a variant is on the remote side, or why it is not there. */
export type Mapped<Payload> =
  | {
      payload: Payload;
      /** The payload without what the time of the push enters; what decides whether it has changed. */
      comparable?: object;
      /** What the remote side will miss in it. */
      missing: MissingField[];
    }
  | { skip: SkipReason };
