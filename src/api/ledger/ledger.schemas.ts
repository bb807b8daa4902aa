import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, idSchema, instantSchema, moneySchema, textSchema } from '#api/kernel/values.js';
import { edgeSubOrder } from '#api/orders/sub-order-scope.js';
import {
  allLedgerKinds,
  type LedgerKind,
  ledgerKinds,
  type ListedTransaction,
} from '#domain/ledger/ledger.js';

const figures = {
  gross: moneySchema.meta({ description: 'What the buyer paid; negative in refunds' }),
  platformDiscount: moneySchema.meta({
    description: 'What the platform pays besides, as its part of discounts; negative in refunds',
  }),
  commission: moneySchema,
  commissionTax: moneySchema.meta({ description: 'GST on the commission' }),
  tcs: moneySchema.meta({ description: 'Tax collected at source' }),
  tds: moneySchema.meta({ description: 'Tax deducted at source' }),
  net: moneySchema.meta({ description: 'Change of the vendor’s account; positive is owed to the vendor' }),
};

const shape = {
  id: idSchema,
  kind: z.enum(ledgerKinds),
  sourceId: idSchema.meta({ description: 'The sub-order, refund, payout or adjustment' }),
  orderId: idOf('order').nullable(),
  orderVendorId: idOf('subOrder').nullable(),
  orderNumber: z.string().nullable(),
  ...figures,
  reason: z.string().nullable(),
  postedAt: instantSchema,
};

export const vendorLedgerSchema = z.object(shape).meta({ id: 'VendorLedgerTransaction' });

export const adminLedgerSchema = z
  .object({
    ...shape,
    kind: z.enum(allLedgerKinds),
    vendorId: idOf('vendor')
      .nullable()
      .meta({ description: 'Null for store credit, and between operator and provider' }),
    providerId: z.string().nullable(),
    entries: z
      .array(z.object({ account: z.string(), amount: moneySchema }))
      .meta({ description: 'Positive amounts are credits, negative ones debits; they sum to zero' }),
  })
  .meta({ id: 'LedgerTransaction' });

const filters = { kind: ledgerKinds, orderId: 'id', orderVendorId: 'id', postedAt: 'date' } as const;
const byPosting = { field: 'postedAt', direction: 'desc' } as const;

export const vendorLedgerQuery = listQuerySchema({ filters, sort: ['postedAt'], defaultSort: byPosting });

export const adminLedgerQuery = listQuerySchema({
  filters: { ...filters, kind: allLedgerKinds },
  params: { vendorId: 'id' },
  sort: ['postedAt'],
  defaultSort: byPosting,
});

export const ledgerCheckSchema = z
  .object({
    ok: z.boolean(),
    checks: z.array(
      z.object({
        name: z.string(),
        rule: z.string(),
        ok: z.boolean(),
        problems: z.array(z.record(z.string(), z.unknown())).meta({ description: 'At most 100' }),
      }),
    ),
  })
  .meta({ id: 'LedgerCheck' });

const MAX = 100_000_000_000;

export const adjustmentSchema = z
  .object({
    vendorId: idOf('vendor'),
    amount: z
      .int()
      .min(-MAX)
      .max(MAX)
      .refine((amount) => amount !== 0, 'must not be 0')
      .meta({ description: 'Subunits; positive is owed to the vendor', example: 25_000, 'x-money': true }),
    reason: textSchema(500).trim().min(1),
  })
  .meta({ id: 'LedgerAdjustmentInput' });

export function vendorLedgerResponse(row: ListedTransaction) {
  const { entries: _entries, vendorId: _vendorId, providerId: _providerId, ...rest } = edgeSubOrder(row);
  // Store credit is in the account of no vendor.
  return { ...rest, kind: row.kind as LedgerKind, postedAt: row.postedAt.toISOString() };
}

export function adminLedgerResponse(row: ListedTransaction) {
  return { ...edgeSubOrder(row), postedAt: row.postedAt.toISOString() };
}
