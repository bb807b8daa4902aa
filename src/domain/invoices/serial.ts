/** What an invoice number is made of; frozen with the invoice at its first issue. */
export interface SerialParts {
  /** One to four capital letters or digits. */
  prefix: string;
  /** Two digits of each year, `2627`. */
  financialYear: string;
  /** 1, 2, 3 … within one vendor and financial year. */
  sequence: number;
}

/** The longest serial number that CGST Rule 46(b) allows. */
export const SERIAL_MAX_LENGTH = 16;

/** Whether a prefix may begin a serial: one to four capital letters or digits. */
export function isValidPrefix(prefix: string): boolean {
  return /^[A-Z0-9]{1,4}$/.test(prefix);
}

/**
 * The serial as it is printed, `INV/2627/000001`.
 * @throws RangeError for a bad prefix, year or sequence, and for a sequence so high that the serial would grow
 * past 16 characters (a million invoices a year with a prefix of four characters).
 */
export function formatSerial(parts: SerialParts): string {
  return join(parts, '/');
}

/** The serial in statuses and file names, `INV-2627-000001`; throws as `formatSerial` does. */
export function fileSerial(parts: SerialParts): string {
  return join(parts, '-');
}

function join({ prefix, financialYear, sequence }: SerialParts, separator: '/' | '-'): string {
  if (!isValidPrefix(prefix)) throw new RangeError(`invoice prefix "${prefix}" is not 1 to 4 of A-Z and 0-9`);
  if (!/^\d{4}$/.test(financialYear))
    throw new RangeError(`financial year "${financialYear}" is not four digits`);
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw new RangeError('invoice sequence starts at 1');
  const serial = [prefix, financialYear, String(sequence).padStart(6, '0')].join(separator);
  if (serial.length > SERIAL_MAX_LENGTH) {
    throw new RangeError(
      `invoice serial ${serial} is longer than the ${SERIAL_MAX_LENGTH} characters the law allows`,
    );
  }
  return serial;
}

/** The parts of a serial in either form; undefined for another text. */
export function parseSerial(text: string): SerialParts | undefined {
  const [, prefix, financialYear, sequence] =
    /^([A-Z0-9]{1,4})[/-](\d{4})[/-](\d{1,9})$/.exec(text.toUpperCase()) ?? [];
  if (prefix === undefined || financialYear === undefined) return undefined;
  return { prefix, financialYear, sequence: Number(sequence) };
}
