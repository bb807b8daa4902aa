import { MAX_BODY_BYTES } from '#domain/outbound-webhooks/delivery.js';

/** What a message says, before it is the text that is signed and sent. */
export interface MessageContent {
  type: string;
  /** When the event happened. */
  timestamp: Date;
  revision: number;
  data: object;
  /** Where the same can be read. */
  link: string;
}

/** The body of a message. One that is too large has no `data`, says so, and names where to read it. */
export function messageBody({ type, timestamp, revision, data, link }: MessageContent): string {
  const head = { type, timestamp: timestamp.toISOString() };
  const body = JSON.stringify({ ...head, data: { revision, ...data } });
  if (Buffer.byteLength(body) <= MAX_BODY_BYTES) return body;
  return JSON.stringify({ ...head, data: null, truncated: true, link });
}
