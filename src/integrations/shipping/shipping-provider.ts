import type { CarrierConfig } from '#domain/shipping/carrier-config.js';
import type { CarrierOrderSource } from '#domain/shipping/carrier-order.js';
import type { CourierQuote, Lane } from '#domain/shipping/courier-options.js';
import type { CarrierScan } from '#domain/shipping/carrier-scan.js';

/**
 * How the provider took a shipment: `created` has its AWB, `accepted` gets it later; `refused` is final, `busy` may go
 * well at another try.
 */
export type CreateOutcome =
  | { kind: 'created'; awb: string; labelUrl: string | null }
  | { kind: 'accepted' }
  | { kind: 'refused' | 'busy'; reason: string };

/** How the provider took the request of a pickup. `pickupOn` is the day that it gives, where it says one. */
export type PickupOutcome =
  | { kind: 'confirmed'; confirmationNumber: string | null; pickupOn: string | null }
  | { kind: 'refused' | 'busy'; reason: string };

/** A visit at the pickup address of the account. */
export interface PickupRequest {
  config: CarrierConfig;
  cpId: number;
  accountCode: string;
  /** `YYYY-MM-DD` in India. */
  pickupOn: string;
}

export type VoidOutcome = { kind: 'voided' } | { kind: 'pending' } | { kind: 'refused'; reason: string };

/** A parcel as the provider knows it. `cpId` and `accountCode` are the courier of the courier map. */
export interface ShippedParcel {
  awb: string;
  cpId: number | null;
  accountCode: string | null;
}

/** An account at a courier that the provider ships with. */
export interface ListedAccount {
  courierName: string;
  cpId: number;
  accountCode: string;
  active: boolean;
}

/** A report as the provider sent it; `ShippingProvider.readScan` reads it. */
export interface TrackingReport {
  awb: string;
  raw: Record<string, unknown>;
}

/**
 * One account of a shipping provider. A call that had no usable response throws `HttpCallError`, whose `outcome` says
 * whether the call may have been taken; it is tried again with the same arguments.
 */
export interface ShippingClient {
  /** Books a shipment. The same reference is never two parcels: before another try it is asked for by `findOrder`. */
  createOrder(order: CarrierOrderSource, signal?: AbortSignal): Promise<CreateOutcome>;
  /** What became of a shipment; null where the provider knows none by this reference. */
  findOrder(reference: string, signal?: AbortSignal): Promise<CreateOutcome | null>;
  /** Cancels a shipment; `voided` also where it was cancelled before. */
  cancelOrder(parcel: ShippedParcel, signal?: AbortSignal): Promise<VoidOutcome>;
  /** Every report of these parcels of one courier, `parcelsPerCall` at most. */
  track(awbs: readonly string[], cpId: number | null, signal?: AbortSignal): Promise<TrackingReport[]>;
  /** The address of a label, a PDF behind https; null while it is not printed. */
  label(parcel: Pick<ShippedParcel, 'awb' | 'cpId'>, signal?: AbortSignal): Promise<string | null>;
  /** Who would carry a parcel between two PIN codes; absent where the provider does not say. Throws `HttpCallError`. */
  quotes?(lane: Lane, signal?: AbortSignal): Promise<CourierQuote[]>;
  /** Has a courier come for the parcels; absent where the provider takes no requests. It has no reference: repeats are known by their day. */
  requestPickup?(request: PickupRequest, signal?: AbortSignal): Promise<PickupOutcome>;
  /** Books the way back of what a buyer returns, as `createOrder` does the way there; absent where it cannot. */
  createReverse?(order: CarrierOrderSource, reason: string, signal?: AbortSignal): Promise<CreateOutcome>;
  /** The couriers of the account. */
  accounts(timeoutMs?: number): Promise<ListedAccount[]>;
}

/** Books, tracks and cancels the parcels of the provider `carrier`, and reads its webhooks. */
export interface ShippingProvider {
  /** As many parcels as one tracking call may name. */
  readonly parcelsPerCall: number;
  /** The setting keys (`carrier.api_key`, …) that a shipment with this courier needs and that are not set. */
  missingKeys(account: CarrierConfig, courierCode?: string): string[];
  /** A report of a webhook or of `track`; null where it has no AWB or no status. */
  readScan(report: Record<string, unknown>): CarrierScan | null;
  connect(account: CarrierConfig): ShippingClient;
}
