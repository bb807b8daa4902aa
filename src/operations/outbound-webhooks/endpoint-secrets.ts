import { isSecretHeader } from '#domain/outbound-webhooks/endpoint-rules.js';
import { isSecretMask, maskSecret } from '#lib/crypto.js';
import type { Keyring } from '#lib/keyring.js';

type Headers = Readonly<Record<string, string>>;

/** The headers of an endpoint, as they are sent. */
export function readHeaders(keyring: Keyring, encrypted: string | null): Record<string, string> {
  return encrypted === null ? {} : (JSON.parse(keyring.decrypt(encrypted)) as Record<string, string>);
}

/** As they are shown: those that authorize are masked. */
export function maskHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecretHeader(name) ? maskSecret(value) : value]),
  );
}

/** What is stored of headers that a client sent: a mask stands for the value that is there. */
export function storedHeaders(keyring: Keyring, given: Headers, before: Headers): string | null {
  const known = new Map(Object.entries(before).map(([name, value]) => [name.toLowerCase(), value]));
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      isSecretMask(value) ? (known.get(name.toLowerCase()) ?? '') : value,
    ]),
  );
  return Object.keys(headers).length === 0 ? null : keyring.encrypt(JSON.stringify(headers));
}
