import type { ProviderEvent, ProviderEventType } from '#domain/mail/provider-event.js';
import { isGone } from '#domain/mail/smtp-reply.js';
import { normalizeAddress } from '#domain/_shared/mail-address.js';
import { sha256 } from '#lib/crypto.js';
import { UNSUBSCRIBE_WORD } from './mail-headers.js';
import { isId } from '#lib/ids.js';

const REASON_LENGTH = 500;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

type Fields = ReadonlyMap<string, string>;
interface Part {
  fields: Fields;
  body: string;
}

/**
 * What a delivery status notification (RFC 3464) says of our mail: one event for each recipient it names. Our mail is found by
 * the Message-ID of what it returns, or by the address that it was sent to (`bounces+<id>@…`). Undefined for anything else,
 * such as an automatic reply.
 * @param now stands for a date that it does not have
 */
export function readDeliveryStatus(raw: string, now: Date): ProviderEvent[] | undefined {
  const message = partOf(raw.replace(/\r\n/g, '\n'));
  const parts = partsOf(message);
  const report = parts.find(({ fields }) => /^message\/delivery-status\b/i.test(typeOf(fields)));
  if (!report) return undefined;
  const messageId = returnedId(parts) ?? envelopeId(message.fields);
  if (!messageId) return [];
  const date = new Date(message.fields.get('date') ?? '');
  const occurredAt = Number.isNaN(date.getTime()) || date > now ? now : date;
  // The first group is about the message, each further one about a recipient.
  const groups = report.body
    .trim()
    .split(/\n\s*\n/)
    .slice(1);
  return groups.flatMap((group) => eventOf(fieldsOf(group), messageId, occurredAt) ?? []);
}

/** The token in the subject of a mail that unsubscribes (`unsubscribe <token>`), and what distinguishes it from another such mail. */
export function readUnsubscribeMail(raw: string): { token: string; messageId: string } | undefined {
  const { fields } = partOf(raw.replace(/\r\n/g, '\n'));
  const token = new RegExp(`^${UNSUBSCRIBE_WORD}\\s+([\\w.~+/=-]{20,1000})$`, 'i').exec(
    (fields.get('subject') ?? '').trim(),
  )?.[1];
  return token === undefined ? undefined : { token, messageId: fields.get('message-id') ?? '' };
}

function eventOf(fields: Fields, messageId: string, occurredAt: Date): ProviderEvent | undefined {
  const address = addressOf(fields.get('original-recipient')) ?? addressOf(fields.get('final-recipient'));
  const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0];
  const type = typeOfAction((fields.get('action') ?? '').toLowerCase(), status);
  if (!address || !type) return undefined;
  const words = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '');
  return {
    eventId: sha256(JSON.stringify([messageId, address, type, status])),
    type,
    messageId,
    address,
    occurredAt,
    reason: (words || status || '').replace(/\s+/g, ' ').slice(0, REASON_LENGTH) || null,
  };
}

function typeOfAction(action: string, status: string | undefined): ProviderEventType | undefined {
  switch (action) {
    case 'failed':
      // Any other failure says nothing of whether the address exists.
      return isGone(status) ? 'bounced' : 'blocked';
    case 'delayed':
      return 'deferred';
    case 'delivered':
      return 'delivered';
    default:
      return undefined;
  }
}

/** Of the message that the notification returns, whole or its header. */
function returnedId(parts: readonly Part[]): string | undefined {
  const returned = parts.find(({ fields }) =>
    /^(message\/rfc822|text\/rfc822-headers)\b/i.test(typeOf(fields)),
  );
  const id = returned && partOf(returned.body).fields.get('message-id');
  return ourId(new RegExp(`^<(${UUID})@`, 'i').exec(id ?? '')?.[1]);
}

/** Of the address that the notification was sent to. */
function envelopeId(fields: Fields): string | undefined {
  const names = ['to', 'delivered-to', 'x-original-to', 'x-failed-recipients'];
  const found = names.map((name) => new RegExp(`\\+(${UUID})@`, 'i').exec(fields.get(name) ?? '')?.[1]);
  return ourId(found.find((id) => id !== undefined));
}

function ourId(id: string | undefined): string | undefined {
  return id !== undefined && isId(id) ? id.toLowerCase() : undefined;
}

/** `rfc822; asha@example.com` */
function addressOf(field: string | undefined): string | undefined {
  const address = /^\s*(?:rfc822|utf-8)\s*;\s*<?([^\s<>]+@[^\s<>]+?)>?\s*$/i.exec(field ?? '')?.[1];
  return address === undefined || address.length > 254 ? undefined : normalizeAddress(address);
}

const typeOf = (fields: Fields) => fields.get('content-type') ?? '';

function partsOf({ fields, body }: Part): Part[] {
  const boundary = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(typeOf(fields));
  const mark = boundary?.[1] ?? boundary?.[2];
  if (mark === undefined) return [];
  const inner = `\n${body}`
    .split(`\n--${mark}`)
    .slice(1)
    .filter((text) => !text.startsWith('--'));
  return inner.map((text) => partOf(text.replace(/^[^\n]*\n/, '')));
}

function partOf(text: string): Part {
  const end = text.indexOf('\n\n');
  const fields = fieldsOf(end < 0 ? text : text.slice(0, end));
  const body = end < 0 ? '' : text.slice(end + 2);
  const isBase64 = /^\s*base64\s*$/i.test(fields.get('content-transfer-encoding') ?? '');
  return {
    fields,
    body: isBase64 ? Buffer.from(body, 'base64').toString('utf8').replace(/\r\n/g, '\n') : body,
  };
}

/** The fields of a header or a group, by their names in lower case; the first of a name counts. */
function fieldsOf(text: string): Fields {
  const fields = new Map<string, string>();
  for (const line of text.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const [, name, value] = /^([!-9;-~]+)\s*:\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined && !fields.has(name.toLowerCase()))
      fields.set(name.toLowerCase(), value.replaceAll('\u0000', '').trim());
  }
  return fields;
}
