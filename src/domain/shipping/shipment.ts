import type { Actor } from '#domain/_shared/context.js';
import type { NormalizedStatus } from './carrier-status.js';
import type { CredentialSource, ProviderId } from './provider.js';

export const shipmentStatuses = ['creating', 'created', 'failed', 'cancelled'] as const;
export type ShipmentStatus = (typeof shipmentStatuses)[number];

export const voidStatuses = ['requested', 'voided', 'refused'] as const;
export type VoidStatus = (typeof voidStatuses)[number];

export const attentions = ['contradicting_codes', 'ambiguous_awb', 'foreign_awb'] as const;
/** Why a person has to look at a parcel. */
export type Attention = (typeof attentions)[number];

/** Where the storage keeps the label of a parcel. */
export const labelKeyOf = ({ id, vendorId }: Pick<Shipment, 'id' | 'vendorId'>): string =>
  `labels/${vendorId}/${id}.pdf`;

/** A parcel of a sub-order, from the request on. */
export interface Shipment {
  id: string;
  orderId: string;
  subOrderId: string;
  vendorId: string;
  /** 1 for the first; a definite refusal is followed by the next. */
  attempt: number;
  /** 1 for the first parcel of the sub-order; attempts of one parcel share it. */
  parcel: number;
  /** Its pieces are counted in the lines: the sub-order is sent in several parcels. */
  counted: boolean;
  /** Subunits that the buyer pays for what is in it; null for all of the sub-order. */
  value: number | null;
  /** Our name of it at the carrier. */
  reference: string;
  /** Which pieces are in it. */
  lines: { lineId: string; quantity: number }[];
  providerId: ProviderId;
  method: string;
  credentialSource: CredentialSource | null;
  courierCode: string | null;
  cpId: number | null;
  accountCode: string | null;
  status: ShipmentStatus;
  awb: string | null;
  trackingCode: string | null;
  trackingUrl: string | null;
  /** The label at the carrier. */
  labelUrl: string | null;
  /** The label in our storage. */
  labelKey: string | null;
  error: string | null;
  errorKind: 'refused' | 'unreachable' | null;
  /** As far as its scans say. */
  trackingStatus: NormalizedStatus;
  voidStatus: VoidStatus | null;
  voidError: string | null;
  attention: Attention | null;
  /** The codes or the AWB that it is about. */
  attentionNote: string | null;
  attentionAt: Date | null;
  /** Reported with our reference while the parcel has another AWB. */
  foreignAwb: string | null;
  /** Since when its label is waited for. */
  labelSince: Date | null;
  /** Why it was not fetched last. */
  labelError: string | null;
  invoiceNumber: string | null;
  /** `YYYY-MM-DD` in India; null where the carrier has not said it. */
  expectedOn: string | null;
  actor: Actor;
  requestedAt: Date;
  /** From when on it may exist at its carrier. */
  sentAt: Date | null;
  createdAt: Date | null;
  lastScanAt: Date | null;
}

/** The name of an attempt at the carrier: the sub-order id, with `-2`, `-3` … from the second on. */
export function shipmentReference(subOrderId: string, attempt: number): string {
  return attempt === 1 ? subOrderId : `${subOrderId}-${attempt}`;
}

const REFERENCE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-\d+)?$/i;

/** The sub-order id in a reference with or without its attempt, or undefined for what is not ours. */
export function subOrderOfReference(reference: string): string | undefined {
  return REFERENCE.exec(reference.trim())?.[1]?.toLowerCase();
}

/** Whether a courier has scanned it on the road: from then on its pieces are not at the vendor any more. */
export function isOnTheRoad(status: NormalizedStatus): boolean {
  return status !== 'pending';
}
