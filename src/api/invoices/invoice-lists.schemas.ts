import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, idSchema, instantSchema, iso, moneySchema } from '#api/kernel/values.js';
import { creditNoteCauses } from '#domain/invoices/credit-note-snapshot.js';
import { type ListedInvoice, numberOfListed } from '#domain/invoices/listed-invoice.js';

const statuses = ['none', 'pending', 'ready', 'failed'] as const;

export const listedInvoiceSchema = z
  .object({
    id: idSchema,
    orderId: idOf('order'),
    orderNumber: z.string(),
    orderVendorId: idOf('subOrder'),
    vendorId: idOf('vendor'),
    vendorName: z.string(),
    invoiceNumber: z.string().nullable().meta({ example: 'INV-2627-000001' }),
    financialYear: z.string().nullable().meta({ example: '2627' }),
    status: z.enum(statuses).meta({ description: 'Of its PDF; `none` until somebody asks for it' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why it could not be issued; it is tried again every hour' }),
    total: moneySchema.nullable(),
    tax: moneySchema.nullable(),
    currency: z.string(),
    issuedAt: instantSchema.nullable(),
    createdAt: instantSchema,
  })
  .meta({ id: 'ListedInvoice' });

const filters = {
  status: statuses,
  financialYear: 'string',
  problem: 'string',
  issuedAt: 'date',
  createdAt: 'date',
} as const;
const creditNoteFilters = { cause: creditNoteCauses, financialYear: 'string', issuedAt: 'date' } as const;
const byIssue = {
  sort: ['issuedAt', 'amount'],
  defaultSort: { field: 'issuedAt', direction: 'desc' },
} as const;

export const invoiceListQuery = listQuerySchema({ filters, sort: ['createdAt', 'issuedAt'] });
export const adminInvoiceListQuery = listQuerySchema({
  filters,
  params: { vendorId: 'id' },
  sort: ['createdAt', 'issuedAt'],
});
export const creditNoteListQuery = listQuerySchema({ filters: creditNoteFilters, ...byIssue });
export const adminCreditNoteListQuery = listQuerySchema({
  filters: creditNoteFilters,
  params: { vendorId: 'id' },
  ...byIssue,
});

export function listedInvoiceResponse(row: ListedInvoice) {
  const { id, orderId, orderNumber, subOrderId: orderVendorId, vendorId, vendorName, financialYear } = row;
  const { status, problem, total, tax, currency } = row;
  return {
    id,
    orderId,
    orderNumber,
    orderVendorId,
    vendorId,
    vendorName,
    financialYear,
    status,
    problem,
    total,
    tax,
    currency,
    invoiceNumber: numberOfListed(row),
    issuedAt: iso(row.issuedAt),
    createdAt: iso(row.createdAt),
  };
}
