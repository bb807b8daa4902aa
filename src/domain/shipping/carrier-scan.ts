import type { NormalizedStatus } from './carrier-status.js';
import { reportedDay } from './expected-day.js';
import { scanStatus } from './scan-status.js';
import { scanTime } from './scan-time.js';

/** A scan as a carrier reports it, by webhook or by polling. */
export interface CarrierScan {
  awb: string;
  /** Our own names of the parcel, where the report has any. */
  references: string[];
  /** The courier at the aggregator: couriers give out the same AWBs. */
  cpId: number | null;
  eventId: string | null;
  /** The code that counts, and all of them as they were sent. */
  statusCode: string;
  codes: string;
  /** Undefined for codes that are not mapped or contradict each other. */
  status: NormalizedStatus | undefined;
  /** Codes that contradict each other. */
  contradiction: string | null;
  location: string | null;
  /** The carrier's own time, as text and as instant. */
  timestamp: string;
  occurredAt: Date | null;
  labelUrl: string | null;
  /** The day on which the courier expects to deliver it, `YYYY-MM-DD` in India. */
  expectedOn?: string | null;
  /** Of what a buyer sends back. */
  isReverse?: boolean;
  payload: Record<string, unknown>;
}

type Json = Record<string, unknown>;

const MAX_TEXT = 500;

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function textOf(source: Json, ...names: string[]): string | null {
  for (const name of names) {
    const value = source[name];
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = String(value).trim();
    if (text !== '' && text.length <= MAX_TEXT) return text;
  }
  return null;
}

/**
 * Reads a tracking report in the documented names and in those of the aggregator; null when it has no AWB or no status
 * code. Unknown keys pass.
 */
export function readCarrierScan(payload: Json): CarrierScan | null {
  const additional = objectOf(payload['additional']);
  const latest = objectOf(additional['latest_status']);
  const awb = textOf(payload, 'awb', 'waybill', 'awb_number', 'awbNumber', 'tracking_number');
  const codes = {
    number: textOf(payload, 'clickpost_status_code'),
    statusCode: textOf(payload, 'status_code', 'statusCode'),
    status: textOf(payload, 'status'),
  };
  const read = scanStatus(codes);
  if (!awb || !read) return null;
  const cpId = Number(textOf(payload, 'cp_id', 'cpId', 'courier_partner_id') ?? NaN);
  const timestamp = textOf(payload, 'timestamp', 'event_time', 'eventTime', 'occurred_at', 'time') ?? '';
  const references = [
    textOf(payload, 'reference_number', 'referenceNumber', 'reference'),
    textOf(payload, 'order_id', 'orderId'),
    textOf(additional, 'reference_number'),
    textOf(latest, 'reference_number'),
    textOf(additional, 'order_id'),
  ].filter((reference) => reference !== null);
  return {
    awb,
    references,
    eventId: textOf(payload, 'event_id', 'eventId', 'id'),
    ...read,
    cpId: Number.isSafeInteger(cpId) ? cpId : null,
    codes: [codes.number, codes.statusCode, codes.status].map((code) => code ?? '').join(' '),
    location: textOf(payload, 'location'),
    timestamp,
    occurredAt: scanTime(timestamp),
    labelUrl: textOf(payload, 'label', 'label_url', 'labelUrl') ?? textOf(additional, 'label'),
    isReverse: additional['is_rvp'] === true,
    expectedOn: reportedDay(textOf(additional, 'courier_partner_edd')),
    payload,
  };
}
