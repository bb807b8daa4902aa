import type { Setting } from '#domain/_shared/setting.js';
import { commissionSettings } from './commission.settings.js';
import { invoiceSettings } from './invoices.settings.js';

/** A prefix of serial numbers, and the table of the documents that begin with it. */
export interface SerialPrefix {
  setting: Setting<string>;
  table: 'invoices' | 'invoices_credit_notes' | 'invoices_challans' | 'invoices_commission';
  /** Where a table holds both series. */
  kind?: 'invoice' | 'credit_note';
}

/**
 * Series of one issuer. Each counts on its own, so that equal prefixes would give two documents of a financial year the same
 * serial number; CGST Rules 46(b), 53(1A) and 55(1) ask for a unique one.
 */
export const serialSeries: readonly (readonly SerialPrefix[])[] = [
  [
    { setting: invoiceSettings.numberPrefix, table: 'invoices' },
    { setting: invoiceSettings.creditNotePrefix, table: 'invoices_credit_notes' },
    { setting: invoiceSettings.challanPrefix, table: 'invoices_challans' },
  ],
  [
    { setting: commissionSettings.invoicePrefix, table: 'invoices_commission', kind: 'invoice' },
    { setting: commissionSettings.creditNotePrefix, table: 'invoices_commission', kind: 'credit_note' },
  ],
];
