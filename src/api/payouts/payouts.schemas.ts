import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, instantInputSchema, instantSchema, iso, moneySchema, textSchema } from '#api/kernel/values.js';
import { type PayoutRun, payoutRunStates } from '#domain/payouts/payout-run.js';
import {
  type ListedPayout,
  type ListedTransfer,
  payoutStatuses,
  type VendorBalance,
} from '#domain/payouts/payout.js';
import { transferStates } from '#domain/payouts/transfer.js';

const transferFields = {
  state: z.enum(transferStates),
  reason: z.string().nullable().meta({ description: 'Why it was reversed or failed' }),
  sentAt: instantSchema.nullable(),
  processedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
};

const transferSchema = z
  .object({
    ...transferFields,
    providerId: z.string(),
    providerTransferId: z.string().nullable(),
    problem: z.string().nullable().meta({ description: 'What a person has to look at' }),
    createdBy: z.string(),
    approvedBy: z.string().nullable(),
    approvedAt: instantSchema.nullable(),
  })
  .meta({ id: 'PayoutTransfer' });

export const payoutSchema = z
  .object({
    id: idOf('payout'),
    vendorId: idOf('vendor'),
    vendorName: z.string(),
    amount: moneySchema,
    currency: z.string(),
    status: z.enum(payoutStatuses),
    until: instantSchema.meta({ description: 'It takes entries that were posted before' }),
    entryCount: z.int(),
    reference: z.string().nullable().meta({ description: 'Of the bank transfer' }),
    failureReason: z.string().nullable(),
    awaitingApproval: z.boolean().meta({
      description:
        'A second person decides first whether it is paid: it is in no bank file and at no provider',
    }),
    returnReference: z.string().nullable().meta({
      description: 'Of the bank, where it returned a payout that was recorded as paid',
    }),
    paidAt: instantSchema.nullable(),
    failedAt: instantSchema.nullable(),
    createdAt: instantSchema,
  })
  .meta({ id: 'Payout' });

/** With how the provider sends it, as vendors see it; absent for payouts of the bank file. */
export const vendorPayoutSchema = payoutSchema
  .extend({ transfer: z.object(transferFields).optional() })
  .meta({ id: 'VendorPayout' });

export const adminPayoutSchema = payoutSchema
  .extend({ transfer: transferSchema.optional().meta({ description: 'Absent for the bank file' }) })
  .meta({ id: 'AdminPayout' });

export const balanceSchema = z
  .object({
    available: moneySchema.meta({ description: 'Can be paid out now; negative is owed by the vendor' }),
    held: moneySchema.meta({
      description: 'Sales that are not delivered long enough, or wait for a return or refund',
    }),
    heldUntil: instantSchema.nullable().meta({ description: 'When the next delivered sale becomes payable' }),
    negative: moneySchema.meta({ description: 'Entries against the vendor that no payout has taken' }),
    lastPayout: payoutSchema.nullable(),
  })
  .meta({ id: 'VendorBalance' });

export const payoutInputSchema = z
  .object({ vendorId: idOf('vendor'), until: instantInputSchema })
  .meta({ id: 'PayoutInput' });

export const payoutPaidSchema = z
  .object({
    reference: z.string().trim().min(1).max(200).meta({ description: 'Number of the bank transfer' }),
  })
  .meta({ id: 'PayoutPaidInput' });

export const payoutFailedSchema = z
  .object({
    reason: textSchema(500).min(1),
    bankReference: z.string().trim().min(1).max(200).optional().meta({
      description: 'The bank’s reference of the return; needed for a payout that was recorded as paid',
    }),
  })
  .meta({ id: 'PayoutFailedInput' });

const filters = { status: payoutStatuses, createdAt: 'date' } as const;
export const vendorPayoutQuery = listQuerySchema({ filters, sort: ['createdAt', 'amount'] });
export const adminPayoutQuery = listQuerySchema({
  filters: { ...filters, transferState: transferStates },
  params: { vendorId: 'id' },
  sort: ['createdAt', 'amount'],
});

export const statementQuery = z.object({ format: z.enum(['csv', 'pdf']).default('csv') });

export const runInputSchema = z
  .object({
    until: instantInputSchema,
    minimum: moneySchema.min(1).default(1).meta({ description: 'Vendors with less to pay out are left out' }),
  })
  .meta({ id: 'PayoutRunInput' });

export const payoutRunSchema = z
  .object({
    id: idOf('payoutRun'),
    jobId: z.string().meta({ description: 'The id of its job' }),
    until: instantSchema,
    minimum: moneySchema,
    state: z.enum(payoutRunStates),
    vendors: z.int().meta({ description: 'Vendors that were decided' }),
    created: z.int().meta({ description: 'Payouts that were created' }),
    amount: moneySchema.meta({ description: 'Their sum' }),
    withoutBank: z.int().meta({ description: 'Vendors left out for want of bank details' }),
    onHold: z.int().meta({ description: 'Vendors left out because they changed their bank details' }),
    error: z.string().nullable(),
    startedAt: instantSchema.nullable(),
    finishedAt: instantSchema.nullable(),
    createdAt: instantSchema,
  })
  .meta({ id: 'PayoutRun' });

export const exportQuery = z.object({
  until: instantInputSchema
    .optional()
    .meta({ description: 'Payouts created before; by default all that are pending' }),
});

export function runResponse({ cursor: _cursor, ...run }: PayoutRun & { jobId: string }) {
  return {
    ...run,
    until: iso(run.until),
    startedAt: iso(run.startedAt),
    finishedAt: iso(run.finishedAt),
    createdAt: iso(run.createdAt),
  };
}

export function payoutResponse(row: ListedPayout) {
  const { id, vendorId, vendorName, amount, currency, status, entryCount } = row;
  const { reference, failureReason, returnReference, awaitingApproval } = row;
  return {
    id,
    vendorId,
    vendorName,
    amount,
    currency,
    status,
    entryCount,
    reference,
    failureReason,
    returnReference,
    awaitingApproval,
    until: iso(row.until),
    paidAt: iso(row.paidAt),
    failedAt: iso(row.failedAt),
    createdAt: iso(row.createdAt),
  };
}

function instantOf(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString();
}

function transferOf({ state, reason, sentAt, processedAt, endedAt }: ListedTransfer) {
  return {
    state,
    reason,
    sentAt: instantOf(sentAt),
    processedAt: instantOf(processedAt),
    endedAt: instantOf(endedAt),
  };
}

export function vendorPayoutResponse(row: ListedPayout) {
  const { transfer } = row;
  return { ...payoutResponse(row), ...(transfer && { transfer: transferOf(transfer) }) };
}

export function adminPayoutResponse(row: ListedPayout) {
  const { transfer } = row;
  if (!transfer) return payoutResponse(row);
  const { providerId, providerTransferId, problem, createdBy, approvedBy, approvedAt } = transfer;
  return {
    ...payoutResponse(row),
    transfer: {
      ...transferOf(transfer),
      providerId,
      providerTransferId,
      problem,
      createdBy,
      approvedBy,
      approvedAt: instantOf(approvedAt),
    },
  };
}

export function balanceResponse({
  lastPayout,
  heldUntil,
  ...sums
}: VendorBalance & { lastPayout: ListedPayout | null }) {
  return { ...sums, heldUntil: iso(heldUntil), lastPayout: lastPayout && payoutResponse(lastPayout) };
}
