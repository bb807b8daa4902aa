import { createHmac, randomBytes } from 'node:crypto';

/** Time-based one-time passwords as authenticator apps make them: RFC 6238 with SHA-1, six digits and 30 seconds. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks of telephones are off by some seconds: the step before and the one after count, too. */
const TOLERANCE = 1;

/** A secret of 160 bits, in base32 as apps take it. */
export function newTotpSecret(): string {
  return [...randomBytes(32)].map((byte) => ALPHABET[byte % 32]).join('');
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const stepOf = (now: Date) => Math.floor(now.getTime() / 1_000 / STEP_SECONDS);

function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The code that an app shows at an instant. */
export function totpCode(secret: string, now: Date): string {
  return codeAt(secret, stepOf(now));
}

/** The time step that a code is of, later than the last that was accepted; undefined for a code that is wrong. */
export function totpStep(
  secret: string,
  code: string,
  { now, after }: { now: Date; after: number },
): number | undefined {
  const current = stepOf(now);
  for (let step = current - TOLERANCE; step <= current + TOLERANCE; step += 1)
    if (step > after && codeAt(secret, step) === code) return step;
  return undefined;
}

/** What a QR code holds for an app to read. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&digits=${DIGITS}&period=${STEP_SECONDS}`;
}
