/** What a test may set otherwise. */
export interface ServiceOptions {
  /** How long a fulfilment waits for the carrier. */
  carrierWaitMs?: number;
}
