import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, instantSchema, iso, moneySchema } from '#api/kernel/values.js';
import {
  commissionDocumentKinds,
  type ListedCommissionInvoice,
} from '#domain/invoices/commission-invoice.js';
import { fileSerial } from '#domain/invoices/serial.js';

export const commissionInvoiceSchema = z
  .object({
    id: idOf('commissionInvoice'),
    kind: z.enum(commissionDocumentKinds).meta({
      description:
        'A credit note where refunds took back more commission than the sales of the month brought',
    }),
    commissionInvoiceNumber: z.string().meta({ example: 'COM-2627-000001' }),
    vendorId: idOf('vendor'),
    vendorName: z.string(),
    month: z.string().meta({ example: '2026-10' }),
    supplementary: z.boolean().meta({
      description: 'Whether it covers what the documents of closed months up to this one left out',
    }),
    taxableValue: moneySchema.meta({ description: 'Commission without GST' }),
    tax: moneySchema,
    amount: moneySchema.meta({ description: 'Tax included' }),
    currency: z.string(),
    rendered: z.boolean().meta({ description: 'Whether its PDF can be downloaded' }),
    issuedAt: instantSchema,
  })
  .meta({ id: 'CommissionInvoice' });

const filters = { kind: commissionDocumentKinds, issuedAt: 'date' } as const;
const latestFirst = { field: 'issuedAt', direction: 'desc' } as const;

export const vendorCommissionQuery = listQuerySchema({
  filters,
  sort: ['issuedAt'],
  defaultSort: latestFirst,
});
export const adminCommissionQuery = listQuerySchema({
  filters,
  params: { vendorId: 'id' },
  sort: ['issuedAt'],
  defaultSort: latestFirst,
});

export function commissionInvoiceResponse(row: ListedCommissionInvoice) {
  const { id, kind, vendorId, vendorName, month, supplementary, taxableValue, tax, currency } = row;
  return {
    id,
    kind,
    vendorId,
    vendorName,
    month,
    supplementary,
    taxableValue,
    tax,
    currency,
    commissionInvoiceNumber: fileSerial(row),
    amount: taxableValue + tax,
    rendered: row.storageKey !== null,
    issuedAt: iso(row.issuedAt),
  };
}
