import { csvLine } from '#domain/payouts/csv.js';

/** A document that a ZIP lacks, and why. */
export interface FailedDocument {
  kind: 'invoice' | 'credit_note';
  vendor: string;
  number: string;
  problem: string;
}

export function failedDocumentsCsv(failed: readonly FailedDocument[]): string {
  const lines = failed.map(({ kind, vendor, number, problem }) => [kind, vendor, number, problem]);
  return [['kind', 'vendor', 'number', 'problem'], ...lines].map(csvLine).join('');
}
