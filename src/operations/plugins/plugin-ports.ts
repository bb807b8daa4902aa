import type { PricingRules } from '#domain/checkout/pricing-rules.js';
import type { BankAccount, Payout } from '#domain/payouts/payout.js';
import type { Mailer } from '#integrations/mail/mailer.js';
import type { PaymentProvider } from '#integrations/payments/payment-provider.js';
import type { PayoutProvider } from '#integrations/payouts/payout-provider.js';
import type { ShippingProvider } from '#integrations/shipping/shipping-provider.js';
import type { Storage } from '#integrations/storage/storage.js';
import type { Clock } from '#lib/clock.js';
import type { Logger } from '#lib/logger.js';
import type { SettingsReader } from '#lib/settings.js';
import type { Feed } from '#operations/feeds/feed.js';
import type { FeedPlatform } from '#operations/feeds/feed-platform.js';
import type { ReadOptions } from './plugin-options.js';

/** How orders are numbered. */
export interface OrderNumbers {
  /**
   * A number for a new order, at most 32 letters, digits and dashes. A guest finds an order by it: it must not be guessable.
   * @param randomBytes gives that many unpredictable bytes
   */
  create(randomBytes: (count: number) => Uint8Array): string;
  /** What a person typed, in the form it is stored. */
  normalize(text: string): string;
}

/** How payouts reach the bank: a file that the operator's people hand over. */
export interface PayoutFile {
  /** As the browser saves it, such as `payouts.csv`. */
  fileName: string;
  contentType: string;
  /** What comes before the first payout. */
  header: string;
  /** One payout; the amount is in subunits of its currency. */
  line(payout: Payout & { vendorName: string }, account: BankAccount): string;
}

/** What a plugin puts in place of a part of the platform, or adds to it: `operations/<name>.ports.ts`. */
export interface PluginPorts {
  /** Ways to pay beside those of the platform; each is enabled by the setting `payment.enabled_providers`. */
  paymentProviders?: readonly PaymentProvider[];
  /** Makes the feeds that `domain/<name>.feed.ts` declares, once the platform is there. */
  feedTargets?: readonly ((platform: FeedPlatform) => Feed)[];
  /** Sends all mail, in place of the server or the service of the settings. */
  mailer?: Mailer;
  /** Keeps all files, in place of the bucket or the folder of the environment. */
  storage?: Storage;
  orderNumbers?: OrderNumbers;
  /** Ships what vendors send with the provider `carrier`, in place of the aggregator of the environment. */
  shippingProvider?: ShippingProvider;
  payoutFile?: PayoutFile;
  /** Send payouts in place of the bank file; `payout.provider` names the one that does. */
  payoutProviders?: readonly PayoutProvider[];
  shippingRate?: PricingRules['shippingRate'];
  commission?: PricingRules['commission'];
  discountConditions?: PricingRules['discountConditions'];
}

/** What there is before anything else of the platform. */
export interface PortsPlatform {
  clock: Clock;
  logger: Logger;
  settings: SettingsReader;
  optionsOf: ReadOptions;
}

/** The ports of one plugin, as they are registered. */
export interface RegisteredPorts {
  plugin: string;
  create(platform: PortsPlatform): PluginPorts;
}

/** The ports of all plugins together. */
export interface Ports extends Omit<PluginPorts, 'shippingRate' | 'commission' | 'discountConditions'> {
  paymentProviders: readonly PaymentProvider[];
  payoutProviders: readonly PayoutProvider[];
  feedTargets: readonly ((platform: FeedPlatform) => Feed)[];
  pricing: PricingRules;
}
