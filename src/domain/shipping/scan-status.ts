import { letterStatus, type NormalizedStatus, numberStatus } from './carrier-status.js';

/** The codes of a scan as they were sent. */
export interface ScanCodes {
  /** `clickpost_status_code`: the aggregator's number. */
  number: string | null;
  /** `status_code`: a number or a letter. */
  statusCode: string | null;
  /** `status`: the courier's own code, of which digits say nothing. */
  status: string | null;
}

export interface ScanStatus {
  /** The code that counts. */
  statusCode: string;
  /** Undefined for codes that are not mapped, and for codes that contradict each other. */
  status: NormalizedStatus | undefined;
  /** Codes that do not go together; such a scan moves nothing and asks for a person. */
  contradiction: string | null;
}

const isNumber = (text: string | null): text is string => text !== null && /^\d+$/.test(text);

/**
 * What the codes of a scan say; null without any. The aggregator's number decides. A letter counts where there is no
 * number, and beside a number that is not mapped unless it says delivered: cash would count as collected on the word of
 * a code that each courier uses as it likes.
 */
export function scanStatus({ number, statusCode, status }: ScanCodes): ScanStatus | null {
  const numbers = [number, isNumber(statusCode) ? statusCode : null].filter((code) => code !== null);
  const letters = [isNumber(statusCode) ? null : statusCode, isNumber(status) ? null : status].filter(
    (code) => code !== null,
  );
  const deciding = numbers[0] ?? letters.find((code) => letterStatus(code)) ?? letters[0] ?? status;
  if (deciding === null || deciding === undefined) return null;

  const meant = [...numbers.map((code) => numberStatus(code)), ...letters.map((code) => letterStatus(code))];
  const statuses = new Set(meant.filter((item) => item !== undefined));
  const known = [...statuses][0];
  const hasUnknownNumber = numbers.some((code) => numberStatus(code) === undefined);
  if (statuses.size > 1 || (hasUnknownNumber && known === 'delivered'))
    return { statusCode: deciding, status: undefined, contradiction: [...numbers, ...letters].join(' and ') };
  const counts =
    numbers.length > 0 && hasUnknownNumber
      ? (letters.find((code) => letterStatus(code)) ?? deciding)
      : deciding;
  return { statusCode: counts, status: known, contradiction: null };
}
