import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, instantSchema, iso, moneySchema } from '#api/kernel/values.js';
import type { ListedCreditNote } from '#domain/invoices/credit-note.js';
import { creditNoteCauses } from '#domain/invoices/credit-note-snapshot.js';
import { fileSerial } from '#domain/invoices/serial.js';

export const creditNoteSchema = z
  .object({
    id: idOf('creditNote'),
    orderVendorId: idOf('subOrder'),
    vendorId: idOf('vendor'),
    creditNoteNumber: z.string().meta({ example: 'CN-2627-000001' }),
    invoiceNumber: z.string().meta({ description: 'Of the invoice, as printed', example: 'INV/2627/000001' }),
    cause: z.enum(creditNoteCauses),
    reason: z.string(),
    amount: moneySchema.meta({ description: 'Credited, tax included' }),
    tax: moneySchema,
    currency: z.string(),
    taxAdjusted: z.boolean().meta({
      description:
        'False where it was issued too late to reduce the tax of the invoice (CGST Act, section 34(2))',
    }),
    rendered: z.boolean().meta({ description: 'Whether its PDF can be downloaded' }),
    issuedAt: instantSchema,
  })
  .meta({ id: 'CreditNote' });

export const creditNoteQuery = listQuerySchema({
  filters: { cause: creditNoteCauses, issuedAt: 'date' },
  sort: ['issuedAt', 'amount'],
  defaultSort: { field: 'issuedAt', direction: 'desc' },
});

export function creditNoteResponse(row: ListedCreditNote) {
  const {
    id,
    subOrderId: orderVendorId,
    vendorId,
    invoiceNumber,
    cause,
    reason,
    amount,
    tax,
    currency,
    taxAdjusted,
  } = row;
  return {
    id,
    orderVendorId,
    vendorId,
    invoiceNumber,
    cause,
    reason,
    amount,
    tax,
    currency,
    taxAdjusted,
    creditNoteNumber: fileSerial(row),
    rendered: row.storageKey !== null,
    issuedAt: iso(row.issuedAt),
  };
}
