import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { newId } from '#lib/ids.js';

/** A pair as the mail provider makes it: the public key in base64 of its DER form. */
export function webhookKeys(): { publicKey: string; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    privateKey,
  };
}

/** Headers that sign a body at a time. */
export function signedHeaders(
  body: string,
  privateKey: KeyObject,
  timestamp = String(Math.floor(Date.now() / 1000)),
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-twilio-email-event-webhook-signature': sign(
      'sha256',
      Buffer.from(timestamp + body),
      privateKey,
    ).toString('base64'),
    'x-twilio-email-event-webhook-timestamp': timestamp,
  };
}

/** An event as the provider sends it. */
export function providerEvent(event: string, fields: Record<string, unknown> = {}) {
  return {
    event,
    email: 'asha@example.com',
    timestamp: Math.floor(Date.now() / 1000),
    sg_event_id: newId(),
    sg_message_id: 'abc.filter0001.0',
    ...fields,
  };
}
