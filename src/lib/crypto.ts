import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const FORMAT = 'v1';

/** Encrypts text with AES-256-GCM. `key` is 32 bytes in base64; the response is `v1.<iv>.<tag>.<ciphertext>` in base64url. */
export function encrypt(plain: string, key: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), iv);
  const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [FORMAT, ...[iv, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'))].join(
    '.',
  );
}

/** Reverses `encrypt`. @throws Error when the text was not written with this key or was changed since. */
export function decrypt(text: string, key: string): string {
  const [format, iv, tag, ciphertext] = text.split('.');
  if (format !== FORMAT || !iv || !tag || ciphertext === undefined)
    throw new Error('Unreadable encrypted value');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64url'));
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  const plain = Buffer.concat([decipher.update(Buffer.from(ciphertext, 'base64url')), decipher.final()]);
  return plain.toString('utf8');
}

export function sha256(text: string | Uint8Array): string {
  return hash('sha256', text);
}

export function hmacSha256(data: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(data).digest('hex');
}

/** Compares two secrets without telling by time how much of them is equal. */
export function equalSecrets(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

const MASK = '••••';

/** What a secret looks like when read back: dots and the last four characters. */
export function maskSecret(secret: string): string {
  return secret === '' ? '' : `${MASK}${secret.length > 8 ? secret.slice(-4) : ''}`;
}

/** Whether a text is such a mask; sent in, it means "leave the secret as it is". */
export function isSecretMask(value: unknown): boolean {
  return typeof value === 'string' && value.trimStart().startsWith(MASK);
}

/** A URL-safe random token of `bytes` bytes. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** JSON with sorted keys, so that equal values give equal text whatever the order they were written in. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** A copy with sorted keys, for which writing JSON is much faster than with a function that is asked for each key. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return sorted(value.toJSON());
  if (Array.isArray(value)) return value.map(sorted);
  const from = value as Record<string, unknown>;
  const keys = Object.keys(from).sort();
  // Assigned, this one would become the prototype.
  if (keys.includes('__proto__')) return Object.fromEntries(keys.map((key) => [key, sorted(from[key])]));
  const copy: Record<string, unknown> = {};
  for (const key of keys) copy[key] = sorted(from[key]);
  return copy;
}
