import type { Actor } from '#domain/_shared/context.js';
import type { NormalizedStatus } from './carrier-status.js';

/** `unclear` after an outage: it may have reached the carrier. */
export const pickupStatuses = ['requested', 'confirmed', 'refused', 'unclear', 'cancelled'] as const;
export type PickupStatus = (typeof pickupStatuses)[number];

/** A visit of a courier: for the parcels of a seller, or for what a buyer returns. */
export interface Pickup {
  id: string;
  vendorId: string;
  /** What is collected from its buyer; null at the seller. */
  returnId: string | null;
  reference: string;
  courierCode: string;
  cpId: number;
  accountCode: string;
  /** `YYYY-MM-DD` in India. */
  pickupOn: string;
  status: PickupStatus;
  confirmationNumber: string | null;
  awb: string | null;
  /** Why it was refused, or what is not clear. */
  error: string | null;
  trackingStatus: NormalizedStatus;
  failedAttempts: number;
  actor: Actor;
  requestedAt: Date;
  sentAt: Date | null;
}

/** The pickup of a return as its readers see it. */
export interface ReturnPickup {
  courierCode: string;
  pickupOn: string;
  status: PickupStatus;
  awb: string | null;
  trackingStatus: NormalizedStatus;
  failedAttempts: number;
  error: string | null;
}

/** What became of the request of a pickup; `settled` by somebody else. */
export type PickupResponse =
  | { kind: 'confirmed'; confirmationNumber: string | null; awb: string | null; pickupOn: string | null }
  | { kind: 'refused' | 'unclear'; reason: string }
  | { kind: 'settled' };

/** Published when a pickup was settled. */
export const PICKUP_TOPIC = 'pickup';

const RETURN_REFERENCE = 'return-';

/** The name of a return's pickup at the carrier, from the second attempt on with its number. */
export function returnReference(returnId: string, attempt: number): string {
  return attempt === 1 ? `${RETURN_REFERENCE}${returnId}` : `${RETURN_REFERENCE}${returnId}-${attempt}`;
}

export function isReturnReference(reference: string): boolean {
  return reference.startsWith(RETURN_REFERENCE);
}

/** Couriers are asked for a day of the next month at most. */
export const MAX_PICKUP_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;
const INDIA_MS = 5.5 * 60 * 60 * 1_000;

/** A day in India, so many days from now: `YYYY-MM-DD`. */
export function dayInIndia(now: Date, later = 0): string {
  return new Date(now.getTime() + INDIA_MS + later * DAY_MS).toISOString().slice(0, 10);
}

/** Codes of a pickup that will not happen any more: cancelled, expired. */
const ENDED = new Set(['10', '23', 'OC']);

export function isEndedPickup(statusCode: string): boolean {
  return ENDED.has(statusCode.toUpperCase());
}

/** What a courier says of a day for which a visit was asked before. */
export function isKnownPickup(reason: string): boolean {
  return /already|exists|duplicate/i.test(reason);
}
