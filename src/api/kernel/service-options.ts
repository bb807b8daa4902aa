import type { PluginHooks } from '#operations/plugins/place-order-hooks.js';

/** What a test may set otherwise. */
export interface ServiceOptions {
  /** How long a fulfilment waits for the carrier. */
  carrierWaitMs?: number;
  /** How long a request waits for a pick list or packing slips. */
  documentWaitMs?: number;
  /** Webhook endpoints that the platform, and each vendor, may have. */
  webhookEndpoints?: { platform: number; vendor: number };
  /** The hooks around the placement of an order, instead of those of the registered plugins. */
  placeOrderHooks?: readonly PluginHooks[];
}
