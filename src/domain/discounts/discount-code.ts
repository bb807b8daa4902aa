import { csvInstant, csvLine } from '#domain/payouts/csv.js';

/** A code for one order, made in bulk. */
export interface DiscountCode {
  code: string;
  /** The order that uses it. */
  orderNumber: string | null;
  createdAt: Date;
}

/** The most codes that a discount may have, and that one request makes. */
export const MAX_BULK_CODES = 10_000;

/** Without letters and digits that are read as each other. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 10;

/**
 * A code that nobody guesses: 50 random bits behind the prefix.
 * @param random as many bytes as `LENGTH`
 */
export function bulkCode(prefix: string, random: Uint8Array): string {
  // 256 is a multiple of 32, so that every letter is as likely.
  return prefix + Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join('');
}

export const BULK_CODE_BYTES = LENGTH;

export const codesHeader = csvLine(['code', 'order', 'created_at']);

export function codeLine({ code, orderNumber, createdAt }: DiscountCode, timeZone: string): string {
  return csvLine([code, orderNumber ?? '', csvInstant(createdAt, timeZone)]);
}
