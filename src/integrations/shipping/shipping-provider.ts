import type { CarrierConfig } from '#domain/shipping/carrier-config.js';
import type { CarrierOrderSource } from '#domain/shipping/carrier-order.js';
import type { CarrierScan } from '#domain/shipping/carrier-scan.js';

/**
 * How the provider took a shipment: `created` has its AWB, `accepted` gets it later; `refused` is final, `busy` may go
 * well at another try.
 */
export type CreateOutcome =
  | { kind: 'created'; awb: string; labelUrl: string | null }
  | { kind: 'accepted' }
  | { kind: 'refused' | 'busy'; reason: string };

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
