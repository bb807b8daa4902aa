import { createHmac, randomBytes } from 'node:crypto';

/** What begins each secret, as Standard Webhooks (https://www.standardwebhooks.com) spells them. */
const PREFIX = 'whsec_';
/** Between the 24 and 64 that the standard allows. */
const SECRET_BYTES = 32;

/** A new secret of an endpoint. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export interface SignedMessage {
  /** The `webhook-id`: the same for each attempt. */
  id: string;
  /** The instant of the attempt, which receivers hold against their clock. */
  at: Date;
  body: string;
}

/** Unix seconds, as `webhook-timestamp` carries them. */
export const timestampOf = (at: Date): string => String(Math.floor(at.getTime() / 1_000));

/**
 * The `webhook-signature`: HMAC-SHA256 over id, timestamp and body, once for each secret. While a secret is being
 * replaced receivers accept whichever of the two they know.
 */
export function webhookSignature(secrets: readonly string[], { id, at, body }: SignedMessage): string {
  const signed = `${id}.${timestampOf(at)}.${body}`;
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    })
    .join(' ');
}
