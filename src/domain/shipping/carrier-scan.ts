import { mappedStatus, type NormalizedStatus } from './carrier-status.js';
import { scanTime } from './scan-time.js';

/** A scan as a carrier reports it, by webhook or by polling. */
export interface CarrierScan {
  awb: string;
  /** Our own names of the parcel, where the report has any. */
  references: string[];
  eventId: string | null;
  statusCode: string;
  /** Undefined for a code that is not mapped. */
  status: NormalizedStatus | undefined;
  location: string | null;
  /** The carrier's own time, as text and as instant. */
  timestamp: string;
  occurredAt: Date | null;
  labelUrl: string | null;
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
 * code. A letter code counts before a numeric one, and unknown keys pass.
 */
export function readCarrierScan(payload: Json): CarrierScan | null {
  const additional = objectOf(payload['additional']);
  const latest = objectOf(additional['latest_status']);
  const awb = textOf(payload, 'awb', 'waybill', 'awb_number', 'awbNumber', 'tracking_number');
  const codes = [
    textOf(payload, 'status_code', 'statusCode'),
    textOf(payload, 'status'),
    textOf(payload, 'clickpost_status_code'),
  ].filter((code) => code !== null);
  const statusCode = codes.find((code) => mappedStatus(code)) ?? codes[0];
  if (!awb || !statusCode) return null;
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
    statusCode,
    status: mappedStatus(statusCode),
    location: textOf(payload, 'location'),
    timestamp,
    occurredAt: scanTime(timestamp),
    labelUrl: textOf(payload, 'label', 'label_url', 'labelUrl') ?? textOf(additional, 'label'),
    payload,
  };
}
