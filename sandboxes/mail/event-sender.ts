import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MailControls } from './controls.js';

/** What the service reports of a mail. */
export interface DeliveryEvent {
  event: 'delivered' | 'deferred' | 'bounce' | 'dropped' | 'spamreport';
  at: string;
}

export interface AcceptedMail {
  address: string;
  /** The id that the service gave to the call. */
  serviceId: string;
  customArgs: Readonly<Record<string, string>>;
}

type Outcome = { event: DeliveryEvent['event']; type?: string; reason?: string };

const RETRIES = [200, 500, 1_000, 2_000, 5_000];

/** What an address asks for by its name: `bounce@…`, `complain+2@…`. Every other mail is delivered. */
function outcomesOf(address: string): Outcome[] {
  const name = /^[a-z]+/i.exec(address)?.[0]?.toLowerCase();
  switch (name) {
    case 'bounce':
      return [{ event: 'bounce', type: 'bounce', reason: '550 5.1.1 The mailbox does not exist' }];
    case 'block':
      return [{ event: 'bounce', type: 'blocked', reason: '550 5.7.1 Rejected by the policy of the domain' }];
    case 'drop':
      return [{ event: 'dropped', reason: 'Bounced Address' }];
    case 'complain':
      return [{ event: 'delivered' }, { event: 'spamreport' }];
    case 'defer':
      return [{ event: 'deferred', reason: '451 4.3.0 Try again later' }, { event: 'delivered' }];
    default:
      return [{ event: 'delivered' }];
  }
}

/** Reports what becomes of accepted mails, signed as the service signs its event webhook. */
export function createEventSender(options: {
  controls: MailControls;
  /** Where the key is kept, so that it stays the same over restarts. */
  keyFile?: string;
}) {
  const { controls } = options;
  const privateKey = keyOf(options.keyFile);
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
  let url: string | undefined;
  let closed = false;

  function eventOf(
    { address, serviceId, customArgs }: AcceptedMail,
    { event, type, reason }: Outcome,
    after: number,
  ) {
    return {
      ...customArgs,
      email: address,
      event,
      timestamp: Math.floor(Date.now() / 1_000) + after,
      sg_event_id: randomUUID(),
      sg_message_id: `${serviceId}.sandbox.0`,
      ...(type ? { type } : {}),
      ...(reason ? { reason } : {}),
    };
  }

  async function post(events: readonly object[]): Promise<void> {
    const body = JSON.stringify(events);
    for (const wait of [0, ...RETRIES]) {
      await sleep(wait, undefined, { ref: false });
      if (closed || url === undefined) return;
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const headers = {
        'content-type': 'application/json',
        'x-twilio-email-event-webhook-timestamp': timestamp,
        'x-twilio-email-event-webhook-signature': sign(
          'sha256',
          Buffer.from(timestamp + body),
          privateKey,
        ).toString('base64'),
      };
      const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
      // An unknown provider is a platform whose key is not set: it expects no events.
      if (response && (response.ok || response.status === 404)) return;
    }
  }

  return {
    publicKey,
    sendTo(target: string): void {
      url = target;
    },
    /** What is to be reported of the mails of one call: shown in the inbox, in their order, and sent by `send`. */
    eventsOf(mails: readonly AcceptedMail[]): { shown: DeliveryEvent[][]; send: () => void } {
      const reported = mails.map((mail) =>
        outcomesOf(mail.address).map((outcome, index) => eventOf(mail, outcome, index)),
      );
      const shown = reported.map((own) =>
        own.map(({ event, timestamp }) => ({ event, at: new Date(timestamp * 1_000).toISOString() })),
      );
      const events = reported.flat();
      return {
        shown,
        send() {
          const sent = controls.duplicateEvents ? [...events, ...events] : events;
          if (controls.shuffleEvents) sent.sort(() => Math.random() - 0.5);
          if (url !== undefined && !controls.dropEvents) void post(sent);
        },
      };
    },
    close(): void {
      closed = true;
    },
  };
}

export type EventSender = ReturnType<typeof createEventSender>;

function keyOf(file: string | undefined): KeyObject {
  if (file && existsSync(file)) return createPrivateKey(readFileSync(file));
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  if (file) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  }
  return privateKey;
}
