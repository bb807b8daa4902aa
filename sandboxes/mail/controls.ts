import { z } from 'zod';
import { type Controls, createControls } from '../_shared/controls.js';
import { type Faults, faultShape, noFaults } from '../_shared/faults.js';

/** `latencyMs`, `failNext` and `loseNext` are for the HTTP API. */
export interface MailControls extends Faults {
  /** The HTTP API responds to every call with this status; null: as usual. */
  apiStatus: 400 | 401 | 403 | 413 | 429 | null;
  /** These recipients are refused for good: by SMTP with 550, by the HTTP API with 400 that names them. */
  refuseRecipients: string[];
  /** SMTP puts off the next so many messages (451). */
  deferNext: number;
  /** SMTP takes the next so many messages whole, then hangs up without a response. */
  hangUpNext: number;
  /** SMTP takes messages whole and holds its responses back for as long as this is set. */
  holdResponses: boolean;
  /** The SMTP port refuses connections, and open ones are cut. */
  closed: boolean;
  /** SMTP says nothing any more: at the greeting, to a sign-in, or after the final dot of a message it does not keep. */
  silentAt: 'greeting' | 'auth' | 'message' | null;
  /** SMTP waits before each of its replies to a sender and to a message. */
  smtpLatencyMs: number;
  /** The reply to every sign-in, sender and whole message, `554 5.7.1 Message rejected`; null: they are taken. */
  authReply: string | null;
  senderReply: string | null;
  messageReply: string | null;
  /** The reply to a recipient, by address or by domain: `{"gone@example.com": "550 5.1.1 No such user"}`. */
  recipientReplies: Record<string, string>;
  /** The first message of a sender to a recipient is put off (450 4.7.1), and taken from so many seconds later on. */
  greylistSeconds: number | null;
  /** The domains that do so; none named: all. */
  greylistDomains: string[];
  /** Messages that are taken in a second; those beyond get `throttleReply`, one of 421 also ends the connection. */
  throttlePerSecond: number | null;
  throttleReply: string;
  /** The server ends a connection (421) after so many messages. */
  messagesPerConnection: number | null;
  /** Seconds by which the server’s clock is ahead, so that a test need not wait for it. */
  clockAheadSeconds: number;
  /** Events of the HTTP API come twice, in any order, or not at all. */
  duplicateEvents: boolean;
  shuffleEvents: boolean;
  dropEvents: boolean;
}

const initial: MailControls = {
  ...noFaults,
  apiStatus: null,
  refuseRecipients: [],
  deferNext: 0,
  hangUpNext: 0,
  holdResponses: false,
  closed: false,
  silentAt: null,
  smtpLatencyMs: 0,
  authReply: null,
  senderReply: null,
  messageReply: null,
  recipientReplies: {},
  greylistSeconds: null,
  greylistDomains: [],
  throttlePerSecond: null,
  throttleReply: '454 4.7.0 Throttling failure: Maximum sending rate exceeded.',
  messagesPerConnection: null,
  clockAheadSeconds: 0,
  duplicateEvents: false,
  shuffleEvents: false,
  dropEvents: false,
};

/** A reply of a server that refuses something: a code, an enhanced status where it has one, words. */
const reply = z.string().regex(/^[45]\d\d .+$/, 'must be a reply such as "554 5.7.1 Message rejected"');

const schema: z.ZodType<Partial<MailControls>> = z
  .strictObject({
    ...faultShape,
    apiStatus: z.union([z.literal([400, 401, 403, 413, 429]), z.null()]),
    refuseRecipients: z.array(z.string()),
    deferNext: z.number().int().min(0),
    hangUpNext: z.number().int().min(0),
    holdResponses: z.boolean(),
    closed: z.boolean(),
    silentAt: z.enum(['greeting', 'auth', 'message']).nullable(),
    smtpLatencyMs: z.number().int().min(0),
    authReply: reply.nullable(),
    senderReply: reply.nullable(),
    messageReply: reply.nullable(),
    recipientReplies: z.record(z.string(), reply),
    greylistSeconds: z.number().min(0).nullable(),
    greylistDomains: z.array(z.string()),
    throttlePerSecond: z.number().int().min(1).nullable(),
    throttleReply: reply,
    messagesPerConnection: z.number().int().min(1).nullable(),
    clockAheadSeconds: z.number().min(0),
    duplicateEvents: z.boolean(),
    shuffleEvents: z.boolean(),
    dropEvents: z.boolean(),
  })
  .partial();

/** @param onChange gets the settings after every change */
export function createMailControls(onChange?: (current: MailControls) => void): Controls<MailControls> {
  return createControls(initial, schema, onChange);
}
