import { storableText } from '#domain/_shared/storable-text.js';
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type ProviderEvent, type ProviderEventType } from '#domain/mail/provider-event.js';
import { normalizeAddress } from '#domain/_shared/mail-address.js';
import { sha256 } from '#lib/crypto.js';
import { isId } from '#lib/ids.js';

const SIGNATURE = 'x-twilio-email-event-webhook-signature';
const TIMESTAMP = 'x-twilio-email-event-webhook-timestamp';
const REASON_LENGTH = 500;
/** The provider keeps event ids below a hundred characters. */
const ID_LENGTH = 200;

/** The provider's key, as its console shows it: base64 of the DER form, or PEM. @throws Error for anything else */
export function readWebhookKey(text: string): KeyObject {
  const key = text.includes('BEGIN')
    ? createPublicKey(text)
    : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ec') throw new Error('not an ECDSA key');
  return key;
}

/** Whether the provider has signed these bytes: ECDSA over the timestamp and the body as it came. */
export function isSignedByProvider(key: KeyObject, headers: IncomingHttpHeaders, rawBody: Buffer): boolean {
  const [signature, timestamp] = [headers[SIGNATURE], headers[TIMESTAMP]];
  if (typeof signature !== 'string' || typeof timestamp !== 'string') return false;
  try {
    const signed = Buffer.concat([Buffer.from(timestamp), rawBody]);
    return verify('sha256', signed, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** The events of a webhook that say something of a mail or an address; undefined for a body that is no list. */
export function readProviderEvents(rawBody: Buffer): ProviderEvent[] | undefined {
  const list = parse(rawBody);
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((entry: unknown) => {
    const event = typeof entry === 'object' && entry !== null ? readEvent(entry as RawEvent) : undefined;
    return event ? [event] : [];
  });
}

interface RawEvent {
  event?: unknown;
  email?: unknown;
  timestamp?: unknown;
  sg_event_id?: unknown;
  message_id?: unknown;
  type?: unknown;
  reason?: unknown;
  response?: unknown;
}

const types: Record<string, ProviderEventType> = {
  delivered: 'delivered',
  deferred: 'deferred',
  bounce: 'bounced',
  dropped: 'dropped',
  spamreport: 'complained',
  unsubscribe: 'unsubscribed',
  group_unsubscribe: 'unsubscribed',
};

function readEvent(raw: RawEvent): ProviderEvent | undefined {
  const { event, email, timestamp, sg_event_id: id, message_id: messageId } = raw;
  const type = typeof event === 'string' && Object.hasOwn(types, event) ? types[event] : undefined;
  if (!type || typeof email !== 'string' || email.length > 254) return undefined;
  if (typeof timestamp !== 'number' || !Number.isInteger(timestamp) || timestamp < 0 || timestamp > 1e11)
    return undefined;
  const reason = [raw.reason, raw.response].find((text) => typeof text === 'string') as string | undefined;
  const named = typeof id === 'string' && id !== '' && id.length <= ID_LENGTH;
  return {
    // Older events have no id; equal ones are then one event.
    eventId: named ? storableText(id) : sha256(JSON.stringify([event, email, timestamp, messageId])),
    // A block is about the message or the sender; the mailbox may well exist.
    type: type === 'bounced' && raw.type === 'blocked' ? 'blocked' : type,
    messageId: typeof messageId === 'string' && isId(messageId) ? messageId : null,
    address: storableText(normalizeAddress(email)),
    reason: reason === undefined ? null : storableText(reason.slice(0, REASON_LENGTH)),
    occurredAt: new Date(timestamp * 1000),
  };
}

function parse(rawBody: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(rawBody);
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
