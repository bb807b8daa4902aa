import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, idSchema, instantSchema, iso, moneySchema, textSchema } from '#api/kernel/values.js';
import type {
  InTransit,
  ListedDispute,
  ListedItem,
  ListedSettlementLine,
} from '#domain/reconciliation/listed.js';
import { disputeStates, settlementLineKinds } from '#domain/payments/provider-books.js';
import { evidenceStates } from '#domain/reconciliation/dispute.js';
import { itemDecisions, itemKinds } from '#domain/reconciliation/movement.js';
import { type Settlement, settlementStates } from '#domain/reconciliation/settlement.js';

const instant = instantSchema.nullable();
const signed = z.int().meta({ description: 'Subunits', 'x-money': true });

export const disputeSchema = z
  .object({
    id: idOf('dispute'),
    providerId: z.string(),
    providerDisputeId: z.string(),
    providerPaymentId: z.string(),
    orderId: idOf('order').nullable(),
    orderNumber: z.string().nullable(),
    amount: moneySchema,
    currency: z.string(),
    state: z.enum(disputeStates),
    reasonCode: z.string().nullable(),
    dueAt: instant.meta({ description: 'Until when evidence is taken' }),
    openedAt: instantSchema,
    endedAt: instant,
    deducted: moneySchema.meta({ description: 'What the provider has taken for it' }),
    borneBy: z.enum(['vendor', 'platform']).nullable().meta({ description: 'Of a lost one' }),
    evidenceState: z.enum(evidenceStates),
    evidenceAt: instant,
  })
  .meta({ id: 'Dispute' });

export const disputeQuery = listQuerySchema({
  filters: { state: disputeStates, providerId: 'string', dueAt: 'date', openedAt: 'date' },
  params: { orderId: 'id' },
  sort: ['openedAt', 'dueAt', 'amount'],
  defaultSort: { field: 'openedAt', direction: 'desc' },
});

export function disputeResponse(row: ListedDispute): z.input<typeof disputeSchema> {
  const { id, providerId, providerDisputeId, providerPaymentId, orderId, orderNumber, amount } = row;
  const { currency, state, reasonCode, deducted, borneBy, evidenceState } = row;
  return {
    id,
    providerId,
    providerDisputeId,
    providerPaymentId,
    orderId,
    orderNumber,
    amount,
    currency,
    state,
    reasonCode,
    dueAt: iso(row.dueAt),
    openedAt: iso(row.openedAt),
    endedAt: iso(row.endedAt),
    deducted,
    borneBy,
    evidenceState,
    evidenceAt: iso(row.evidenceAt),
  };
}

export const settlementSchema = z
  .object({
    id: idOf('settlement'),
    providerId: z.string(),
    providerSettlementId: z.string(),
    state: z.enum(settlementStates),
    amount: signed.meta({ description: 'What reached the bank; negative was collected from it' }),
    currency: z.string(),
    captures: signed,
    refunds: signed,
    disputes: signed,
    adjustments: signed,
    transfers: signed,
    reserves: signed.meta({ description: 'Released less held' }),
    fees: signed.meta({ description: 'Without GST, those of its lines among them' }),
    tax: signed.meta({ description: 'GST on the fees' }),
    lines: z.int(),
    difference: signed
      .nullable()
      .meta({ description: 'Its lines less its amount; null until they are read' }),
    reference: z.string().nullable().meta({ description: 'UTR of the bank' }),
    issuedAt: instantSchema,
    processedAt: instant,
  })
  .meta({ id: 'Settlement' });

/** A month of one courier: some ten thousand parcels. */
const MAX_CSV = 1_000_000;
export const remittanceSchema = z.strictObject({
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month like 2026-11'),
  csv: z.string().max(MAX_CSV).meta({ description: 'awb, amount, date, utr; fee, gst' }),
});
export const remittedSchema = z.object({ settlements: z.array(settlementSchema), differences: z.int() });

export const settlementQuery = listQuerySchema({
  filters: { state: settlementStates, providerId: 'string', issuedAt: 'date', difference: 'number' },
  sort: ['issuedAt', 'amount'],
  defaultSort: { field: 'issuedAt', direction: 'desc' },
});

export function settlementResponse(row: Settlement): z.input<typeof settlementSchema> {
  const { lineFees, lineTax, fees, tax, issuedAt, processedAt } = row;
  const { id, providerId, providerSettlementId, state, amount, currency, captures, refunds, disputes } = row;
  const { adjustments, transfers, reserves, lines, difference, reference } = row;
  return {
    id,
    providerId,
    providerSettlementId,
    state,
    amount,
    currency,
    captures,
    refunds,
    disputes,
    adjustments,
    transfers,
    reserves,
    fees: fees + lineFees,
    tax: tax + lineTax,
    lines,
    difference,
    reference,
    issuedAt: iso(issuedAt),
    processedAt: iso(processedAt),
  };
}

export const settlementLineSchema = z
  .object({
    id: idSchema,
    kind: z.enum(settlementLineKinds),
    providerRef: z.string(),
    orderId: idOf('order').nullable(),
    orderNumber: z.string().nullable(),
    amount: signed.meta({ description: 'Before the fee; negative went out of the balance' }),
    fee: signed,
    tax: signed,
    description: z.string().nullable(),
    occurredAt: instantSchema,
  })
  .meta({ id: 'SettlementLine' });

export const settlementLineQuery = listQuerySchema({
  filters: { kind: settlementLineKinds },
  sort: ['occurredAt', 'amount'],
  defaultSort: { field: 'occurredAt', direction: 'desc' },
});

export const settlementLineResponse = (row: ListedSettlementLine) => ({
  ...row,
  occurredAt: iso(row.occurredAt),
});

export const inTransitSchema = z
  .object({
    providerId: z.string(),
    currency: z.string(),
    inTransit: signed.meta({ description: 'What the provider holds and has not settled' }),
    unallocated: signed.meta({ description: 'Without an explanation' }),
    disputed: signed.meta({ description: 'Taken for open disputes' }),
    fetchedAt: instant,
    error: z.string().nullable().meta({ description: 'Why the last fetch did not end' }),
  })
  .meta({ id: 'ProviderBalance' });

export const inTransitResponse = (row: InTransit) => ({ ...row, fetchedAt: iso(row.fetchedAt) });

export const unmatchedMoneySchema = z
  .object({
    id: idOf('unmatchedMoney'),
    kind: z.enum(itemKinds),
    providerId: z.string(),
    providerRef: z.string(),
    orderId: idOf('order').nullable(),
    orderNumber: z.string().nullable(),
    amount: signed,
    currency: z.string(),
    reason: z.string(),
    ownerId: idOf('user').nullable(),
    ownerEmail: z.string().nullable(),
    state: z.enum(['open', 'closed']),
    decision: z.string().nullable(),
    note: z.string().nullable(),
    decidedBy: z.string().nullable(),
    closedAt: instant,
    createdAt: instantSchema,
  })
  .meta({ id: 'UnmatchedMoney' });

export const unmatchedMoneyQuery = listQuerySchema({
  filters: { state: ['open', 'closed'], kind: itemKinds, providerId: 'string', createdAt: 'date' },
  params: { orderId: 'id' },
  sort: ['createdAt', 'amount'],
  defaultSort: { field: 'createdAt', direction: 'desc' },
});

export const unmatchedMoneyResponse = (row: ListedItem) => ({
  ...row,
  closedAt: iso(row.closedAt),
  createdAt: iso(row.createdAt),
});

export const decisionSchema = z
  .object({
    decision: z.enum(itemDecisions).meta({
      description:
        '`pieces` with `lines` or `orderVendorId`, a `goodwill` amount, `not_of_order`, or `explained`',
    }),
    lines: z
      .array(z.object({ lineId: idSchema, quantity: z.int().min(1).max(1_000_000) }))
      .min(1)
      .max(500)
      .optional(),
    orderVendorId: idOf('subOrder').optional(),
    note: textSchema(500).trim().min(1).optional(),
  })
  .refine(
    ({ decision, lines, orderVendorId }) =>
      decision !== 'pieces' || lines !== undefined || orderVendorId !== undefined,
    { path: ['lines'], message: 'is required for `pieces`, or `orderVendorId`' },
  )
  .meta({ id: 'UnmatchedMoneyDecision' });

export const ownerSchema = z
  .object({ userId: idOf('user').nullable().meta({ description: 'Null for nobody' }) })
  .meta({ id: 'UnmatchedMoneyOwner' });
