import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';

// A CommonJS package whose names Node cannot see: it has a default export only.
const { temporal } = proto;

const ENCODING = 'binary/encrypted';
const text = (value: string) => new TextEncoder().encode(value);

/** Encrypts workflow payloads with AES-256-GCM, so that the engine and its database hold ciphertext. `key`: base64, 32 bytes. */
export function createPayloadCodec(key: string): PayloadCodec {
  const secret = Buffer.from(key, 'base64');
  return {
    async encode(payloads) {
      return payloads.map((payload) => {
        const iv = randomBytes(12);
        const cipher = createCipheriv('aes-256-gcm', secret, iv);
        const plain = temporal.api.common.v1.Payload.encode(payload).finish();
        const data = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
        return { metadata: { encoding: text(ENCODING) }, data };
      });
    },
    async decode(payloads) {
      return payloads.map((payload) => (isEncrypted(payload) ? decrypt(payload, secret) : payload));
    },
  };
}

function isEncrypted(payload: Payload): boolean {
  return new TextDecoder().decode(payload.metadata?.['encoding'] ?? undefined) === ENCODING;
}

function decrypt(payload: Payload, secret: Buffer): Payload {
  const data = Buffer.from(payload.data ?? []);
  const decipher = createDecipheriv('aes-256-gcm', secret, data.subarray(0, 12));
  decipher.setAuthTag(data.subarray(-16));
  const plain = Buffer.concat([decipher.update(data.subarray(12, -16)), decipher.final()]);
  return temporal.api.common.v1.Payload.decode(plain);
}
