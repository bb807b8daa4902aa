import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, instantSchema, iso, moneySchema, textSchema } from '#api/kernel/values.js';
import { accountStates, type ListedAccount } from '#domain/payouts/account.js';

/** Changed bank details, as vendors see them. */
export const vendorAccountSchema = z
  .object({
    id: idOf('payoutAccount'),
    state: z.enum(accountStates),
    changedBy: z.string(),
    changedAt: instantSchema,
    dueAt: instantSchema.meta({
      description: 'When a test transfer is sent, where a provider sends payouts',
    }),
    reason: z.string().nullable().meta({ description: 'Why they failed or were cancelled' }),
    verifiedAt: instantSchema.nullable(),
    endedAt: instantSchema.nullable(),
  })
  .meta({ id: 'VendorPayoutAccount' });

export const adminAccountSchema = vendorAccountSchema
  .extend({
    vendorId: idOf('vendor'),
    vendorName: z.string(),
    providerId: z.string().nullable().meta({ description: 'Who sends the test transfer' }),
    providerTransferId: z.string().nullable(),
    amount: moneySchema.nullable().meta({ description: 'Of the test transfer' }),
    bankReference: z.string().nullable(),
    problem: z.string().nullable().meta({ description: 'What a person has to look at' }),
    sentAt: instantSchema.nullable(),
  })
  .meta({ id: 'PayoutAccount' });

export const accountCancelSchema = z
  .object({ reason: textSchema(500).min(1) })
  .meta({ id: 'PayoutAccountCancelInput' });

const filters = { state: accountStates, changedAt: 'date' } as const;
export const vendorAccountQuery = listQuerySchema({ filters, sort: ['changedAt'] });
export const adminAccountQuery = listQuerySchema({
  filters,
  params: { vendorId: 'id' },
  sort: ['changedAt'],
});

export function vendorAccountResponse(row: ListedAccount) {
  const { id, state, changedByName: changedBy, reason } = row;
  return {
    id,
    state,
    changedBy,
    reason,
    changedAt: iso(row.changedAt),
    dueAt: iso(row.dueAt),
    verifiedAt: iso(row.verifiedAt),
    endedAt: iso(row.endedAt),
  };
}

export function adminAccountResponse(row: ListedAccount) {
  const { vendorId, vendorName, providerId, providerTransferId, amount, bankReference, problem } = row;
  return {
    ...vendorAccountResponse(row),
    vendorId,
    vendorName,
    providerId,
    providerTransferId,
    amount,
    bankReference,
    problem,
    sentAt: iso(row.sentAt),
  };
}
