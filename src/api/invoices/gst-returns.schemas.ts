import { z } from 'zod';
import { idOf, moneySchema } from '#api/kernel/values.js';

/** A month of the store. */
export const monthParam = z
  .string()
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month from 2000 on, 2026-11')
  .meta({ example: '2026-11' });

const amounts = {
  taxableValue: moneySchema,
  igst: moneySchema,
  cgst: moneySchema,
  sgst: moneySchema,
  cess: moneySchema,
};
const rate = z.number().meta({ description: 'Percent' });

const documentSchema = z
  .object({
    buyerGstin: z.string().nullable(),
    number: z.string(),
    date: z.string(),
    invoiceNumber: z.string().nullable().meta({ description: 'Of a credit note: its invoice' }),
    placeOfSupply: z
      .string()
      .nullable()
      .meta({ description: 'GST code of the state; null for goods that leave India' }),
    value: moneySchema,
    rates: z.array(z.object({ rate, ...amounts })),
  })
  .meta({ id: 'GstReturnDocument' });

const hsnSchema = z
  .object({ hsnCode: z.string().nullable(), unit: z.string(), quantity: z.int(), rate, ...amounts })
  .meta({ id: 'GstReturnHsn' });

export const gstReturnSchema = z
  .object({
    schemaVersion: z.literal(1),
    month: z.string(),
    gstin: z.string().nullable(),
    b2b: z.array(documentSchema),
    b2cl: z
      .array(documentSchema)
      .meta({ description: 'To unregistered buyers of another state, above one lakh rupees' }),
    b2cs: z.array(
      z.object({ supplyType: z.enum(['INTRA', 'INTER']), placeOfSupply: z.string(), rate, ...amounts }),
    ),
    exp: z.array(documentSchema.extend({ withPayment: z.boolean() }).meta({ id: 'GstReturnExport' })),
    nil: z.array(
      z.object({
        supplyType: z.enum(['INTRAB2B', 'INTRB2B', 'INTRAB2C', 'INTRB2C']),
        nilRated: moneySchema,
        exempt: moneySchema,
      }),
    ),
    cdnr: z.array(documentSchema),
    cdnur: z.array(documentSchema),
    hsn: z.object({ b2b: z.array(hsnSchema), b2c: z.array(hsnSchema) }),
    docIssue: z.array(
      z.object({
        kind: z.enum(['invoice', 'credit_note', 'delivery_challan']),
        from: z.string(),
        to: z.string(),
        total: z.int(),
        cancelled: z.int(),
        net: z.int(),
      }),
    ),
    supeco: z.array(z.object({ operatorGstin: z.string().nullable(), ...amounts })),
    lateNotes: z
      .array(
        z.object({ number: z.string(), date: z.string(), invoiceNumber: z.string(), value: moneySchema }),
      )
      .meta({
        description:
          'Credit notes that came too late to reduce tax (CGST Act, section 34(2)): in no other section',
      }),
    totals: z.object(amounts),
  })
  .meta({ id: 'GstReturn' });

export const gstr8Schema = z
  .object({
    schemaVersion: z.literal(1),
    month: z.string(),
    operatorGstin: z.string().nullable(),
    suppliers: z.array(
      z.object({
        vendorId: idOf('vendor'),
        operatorGstin: z.string().nullable().meta({ description: 'The registration that reports it' }),
        supplierGstin: z.string(),
        supplierName: z.string(),
        grossRegistered: moneySchema,
        returnedRegistered: moneySchema,
        grossUnregistered: moneySchema,
        returnedUnregistered: moneySchema,
        net: moneySchema,
        igst: moneySchema,
        cgst: moneySchema,
        sgst: moneySchema,
      }),
    ),
  })
  .meta({ id: 'Gstr8' });
