import { randomUUID } from 'node:crypto';
import PostalMime, { type Address, type Email } from 'postal-mime';
import type { DeliveryEvent } from './event-sender.js';

/** The inbox keeps the newest messages, bounded by number and by size. */
const MAX_MESSAGES = 1000;
const MAX_BYTES = 256 * 1024 * 1024;

export interface MailAddress {
  name: string;
  address: string;
}

export interface InboxAttachment {
  filename: string;
  mimeType: string;
  contentId: string | null;
  size: number;
}

export interface InboxSummary {
  id: string;
  receivedAt: string;
  /** How it came: by SMTP or by the HTTP API. */
  via: 'smtp' | 'api';
  from: MailAddress | null;
  to: MailAddress[];
  subject: string;
  /** The first words of the text. */
  excerpt: string;
  size: number;
}

export interface InboxMessage extends InboxSummary {
  /** Who it was delivered to, blind copies included. */
  recipients: string[];
  cc: MailAddress[];
  replyTo: MailAddress[];
  /** The `Message-ID` header, without angle brackets. */
  messageId: string | null;
  html: string | null;
  text: string | null;
  headers: { name: string; value: string }[];
  attachments: InboxAttachment[];
  /** What the service reported of it; none of what came by SMTP. */
  events: DeliveryEvent[];
}

export interface Inbox {
  /** Parses and keeps a message as it came over the wire. */
  add(
    raw: Buffer,
    meta: { via: 'smtp' | 'api'; recipients: string[]; events?: DeliveryEvent[] },
  ): Promise<InboxMessage>;
  /** Newest first. `search` looks into subject, text and addresses. */
  list(search?: string): InboxSummary[];
  get(id: string): InboxMessage | undefined;
  raw(id: string): Buffer | undefined;
  attachment(id: string, index: number): { mimeType: string; filename: string; content: Buffer } | undefined;
  clear(): void;
  /** Called after every change. */
  onChange(listener: () => void): () => void;
}

interface Entry {
  message: InboxMessage;
  raw: Buffer;
  parsed: Email;
}

export function createInbox(limits: { messages?: number } = {}): Inbox {
  const maximum = limits.messages ?? MAX_MESSAGES;
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let bytes = 0;

  function drop(id: string): void {
    bytes -= entries.get(id)?.raw.length ?? 0;
    entries.delete(id);
  }
  function changed(): void {
    for (const listener of listeners) listener();
  }

  return {
    async add(raw, meta) {
      const parsed = await PostalMime.parse(raw);
      const message = describe(raw, parsed, meta);
      entries.set(message.id, { message, raw, parsed });
      bytes += raw.length;
      // A Map keeps the order of arrival, so the first key is the oldest message.
      for (const oldest of entries.keys()) {
        if (entries.size <= maximum && bytes <= MAX_BYTES) break;
        drop(oldest);
      }
      changed();
      return message;
    },
    list(search) {
      const wanted = search?.trim().toLowerCase();
      return [...entries.values()]
        .reverse()
        .filter(({ message }) => !wanted || searchable(message).includes(wanted))
        .map(({ message }) => summarize(message));
    },
    get: (id) => entries.get(id)?.message,
    raw: (id) => entries.get(id)?.raw,
    attachment(id, index) {
      const entry = entries.get(id);
      const content = entry?.parsed.attachments[index]?.content;
      const info = entry?.message.attachments[index];
      if (!info || content === undefined) return undefined;
      const bytesOf = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array);
      return { mimeType: info.mimeType, filename: info.filename, content: bytesOf };
    },
    clear() {
      entries.clear();
      bytes = 0;
      changed();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function describe(
  raw: Buffer,
  parsed: Email,
  meta: { via: 'smtp' | 'api'; recipients: string[]; events?: DeliveryEvent[] },
): InboxMessage {
  const text = parsed.text ?? null;
  return {
    id: randomUUID(),
    receivedAt: new Date().toISOString(),
    via: meta.via,
    events: meta.events ?? [],
    from: addresses(parsed.from)[0] ?? null,
    to: addresses(parsed.to),
    subject: parsed.subject ?? '',
    excerpt: (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 140),
    size: raw.length,
    recipients: meta.recipients,
    cc: addresses(parsed.cc),
    replyTo: addresses(parsed.replyTo),
    messageId: parsed.messageId?.replace(/^<|>$/g, '') ?? null,
    html: parsed.html ?? null,
    text,
    headers: parsed.headers.map(({ key, value }) => ({ name: key, value })),
    attachments: parsed.attachments.map((attachment, index) => ({
      filename: attachment.filename ?? `attachment-${index + 1}`,
      mimeType: attachment.mimeType,
      contentId: attachment.contentId?.replace(/^<|>$/g, '') ?? null,
      size:
        typeof attachment.content === 'string'
          ? Buffer.byteLength(attachment.content)
          : attachment.content.byteLength,
    })),
  };
}

function summarize({ id, receivedAt, via, from, to, subject, excerpt, size }: InboxMessage): InboxSummary {
  return { id, receivedAt, via, from, to, subject, excerpt, size };
}

function searchable(message: InboxMessage): string {
  const people = [message.from, ...message.to].map((each) => `${each?.name} ${each?.address}`);
  return [message.subject, message.text, ...people, ...message.recipients].join('\n').toLowerCase();
}

/** Groups ("undisclosed-recipients:;") are flattened. */
function addresses(value: Address | Address[] | undefined): MailAddress[] {
  return [value ?? []]
    .flat()
    .flatMap((each) => (each.group ? each.group : [each]))
    .map(({ name, address }) => ({ name: name ?? '', address: address ?? '' }));
}
