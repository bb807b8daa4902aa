import type { InvoiceStatus } from './invoice-status.js';
import { fileSerial } from './serial.js';

/** An invoice as lists show it. Its number, amounts and date are null until a rule that keeps it from being issued is met. */
export interface ListedInvoice {
  id: string;
  orderId: string;
  orderNumber: string;
  subOrderId: string;
  vendorId: string;
  vendorName: string;
  /** Of its document. */
  status: InvoiceStatus;
  /** Why it could not be issued. */
  problem: string | null;
  prefix: string | null;
  financialYear: string | null;
  sequence: number | null;
  total: number | null;
  tax: number | null;
  currency: string;
  issuedAt: Date | null;
  createdAt: Date;
}

export function numberOfListed({ prefix, financialYear, sequence }: ListedInvoice): string | null {
  if (prefix === null || financialYear === null || sequence === null) return null;
  return fileSerial({ prefix, financialYear, sequence });
}
