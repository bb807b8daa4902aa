import { parse } from 'csv-parse/sync';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { csvLine } from '#domain/payouts/csv.js';
import type { HsnRate } from '#domain/tax/hsn-rate.js';

const columns = [
  'hsn_prefix',
  'gst_rate',
  'gst_exempt',
  'cess_rate',
  'slab_limit',
  'slab_unit',
  'gst_rate_above',
  'valid_from',
  'valid_until',
  'description',
  'source',
] as const;
type Column = (typeof columns)[number];

/** The table of rates as a file; limits of slabs in subunits. */
export function hsnRatesCsv(rates: readonly HsnRate[]): string {
  const text = (value: string | number | null) => (value === null ? '' : String(value));
  const lines = rates.map((rate) => [
    rate.hsnPrefix,
    text(rate.gstRate),
    rate.gstExempt ? 'yes' : '',
    text(rate.cessRate),
    text(rate.slabLimit),
    text(rate.slabUnit),
    text(rate.gstRateAbove),
    rate.validFrom,
    text(rate.validUntil),
    text(rate.description),
    text(rate.source),
  ]);
  return [columns, ...lines].map(csvLine).join('');
}

/**
 * The rows of such a file, as the schema of the table takes them. What a spreadsheet does to codes is undone: `713` is the prefix
 * 0713 of chapter 07.
 * @throws AppError VALIDATION_ERROR for a file that cannot be read, or has another head
 */
export function readHsnRatesCsv(csv: string): object[] {
  let rows: Partial<Record<Column, string>>[];
  try {
    rows = parse(csv, { bom: true, columns: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    throw refused(`must be a CSV file: ${error instanceof Error ? error.message : 'it cannot be read'}`);
  }
  const missing = ['hsn_prefix', 'gst_rate'].filter((name) => rows[0] && !(name in rows[0]));
  if (rows.length === 0 || missing.length > 0)
    throw refused(`must have rows below a head with the columns ${columns.join(', ')}`);
  return rows.map((row) => {
    const text = (name: Column) => row[name]?.replace(/^'/, '').trim() || null;
    const number = (name: Column) => {
      const value = text(name);
      return value === null ? null : Number.isNaN(Number(value)) ? value : Number(value);
    };
    const prefix = text('hsn_prefix') ?? '';
    return {
      hsnPrefix: prefix.length % 2 === 1 ? `0${prefix}` : prefix,
      gstRate: number('gst_rate'),
      gstExempt: /^(yes|true|1)$/i.test(text('gst_exempt') ?? ''),
      cessRate: number('cess_rate'),
      slabLimit: number('slab_limit'),
      slabUnit: text('slab_unit'),
      gstRateAbove: number('gst_rate_above'),
      validFrom: text('valid_from') ?? undefined,
      validUntil: text('valid_until'),
      description: text('description'),
      source: text('source'),
    };
  });
}

function refused(message: string) {
  return platformErrors.validation({}, { errors: [{ path: 'body.csv', message, code: 'unreadable' }] });
}
