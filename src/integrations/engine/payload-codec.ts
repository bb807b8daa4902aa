import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import type { Config } from '#lib/config.js';

// A CommonJS package whose names Node cannot see: it has a default export only.
const { temporal } = proto;

const ENCODING = 'binary/encrypted';
const KEY_ID = 'key-id';
const text = (value: string) => new TextEncoder().encode(value);
const metadataOf = (payload: Payload, name: string) =>
  new TextDecoder().decode(payload.metadata?.[name] ?? undefined);

export type PayloadKeys = Pick<Config, 'TEMPORAL_PAYLOAD_KEY' | 'TEMPORAL_PAYLOAD_KEYS_ACCEPTED'>;

/** Identifies a key without revealing it. */
function idOf(secret: Buffer): string {
  return createHash('sha256').update('payload-key').update(secret).digest('hex').slice(0, 12);
}

/**
 * Encrypts workflow payloads with AES-256-GCM, so that the engine and its database hold ciphertext. Each payload names
 * its key, so that the key can be changed while runs of the old one are open: the accepted ones only decrypt. Payloads
 * in clear are read as they are. Undefined without any key. Keys: base64, 32 bytes.
 */
export function createPayloadCodec(keys: PayloadKeys): PayloadCodec | undefined {
  const { TEMPORAL_PAYLOAD_KEY: current, TEMPORAL_PAYLOAD_KEYS_ACCEPTED: accepted } = keys;
  const secrets = new Map(
    [...(current ? [current] : []), ...accepted].map((key) => {
      const secret = Buffer.from(key, 'base64');
      return [idOf(secret), secret];
    }),
  );
  if (secrets.size === 0) return undefined;
  const writing = current ? Buffer.from(current, 'base64') : undefined;
  return {
    async encode(payloads) {
      return writing ? payloads.map((payload) => encrypt(payload, writing)) : payloads;
    },
    async decode(payloads) {
      return payloads.map((payload) =>
        metadataOf(payload, 'encoding') === ENCODING ? decryptWithAny(payload, secrets) : payload,
      );
    },
  };
}

/** The first payloads of this platform did not name their key: the right one of all is that which opens them. */
function decryptWithAny(payload: Payload, secrets: ReadonlyMap<string, Buffer>): Payload {
  const id = metadataOf(payload, KEY_ID);
  const candidates = [...secrets].filter(([name]) => id === '' || name === id);
  for (const [, secret] of candidates) {
    try {
      return decrypt(payload, secret);
    } catch (error) {
      if (id !== '') throw error;
    }
  }
  throw new Error(
    `A workflow payload is encrypted with ${id === '' ? 'a key' : `the key ${id}`}, which is neither ` +
      'TEMPORAL_PAYLOAD_KEY nor one of TEMPORAL_PAYLOAD_KEYS_ACCEPTED',
  );
}

function encrypt(payload: Payload, secret: Buffer): Payload {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, iv);
  const plain = temporal.api.common.v1.Payload.encode(payload).finish();
  const data = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { metadata: { encoding: text(ENCODING), [KEY_ID]: text(idOf(secret)) }, data };
}

function decrypt(payload: Payload, secret: Buffer): Payload {
  const data = Buffer.from(payload.data ?? []);
  const decipher = createDecipheriv('aes-256-gcm', secret, data.subarray(0, 12));
  decipher.setAuthTag(data.subarray(-16));
  const plain = Buffer.concat([decipher.update(data.subarray(12, -16)), decipher.final()]);
  return temporal.api.common.v1.Payload.decode(plain);
}
