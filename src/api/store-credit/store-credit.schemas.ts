import { z } from 'zod';
import { listForms } from '#api/kernel/list-form.js';
import { listQuerySchema } from '#api/kernel/list-query.js';
import {
  idOf,
  idSchema,
  instantSchema,
  iso,
  moneySchema,
  textSchema,
  wholeNumberText,
} from '#api/kernel/values.js';
import {
  type CreditAccount,
  creditMovementKinds,
  type ListedCreditMovement,
} from '#domain/store-credit/credit-movement.js';

export const creditBalanceSchema = z
  .object({
    enabled: z.boolean().meta({ description: 'Whether the store takes store credit at checkout' }),
    balance: moneySchema,
    currency: z.string(),
  })
  .meta({ id: 'StoreCredit' });

/** A change of the balance, as its buyer sees it. */
export const creditMovementSchema = z
  .object({
    id: idSchema,
    kind: z.enum(creditMovementKinds),
    amount: moneySchema.meta({ description: 'Positive adds to the balance' }),
    balance: moneySchema.meta({ description: 'After it' }),
    currency: z.string(),
    orderId: idOf('order').nullable(),
    orderNumber: z.string().nullable(),
    createdAt: instantSchema,
  })
  .meta({ id: 'StoreCreditMovement' });

export const adminCreditMovementSchema = creditMovementSchema
  .extend({
    userId: idOf('user'),
    email: z.string(),
    refundId: idOf('refund').nullable(),
    reason: z.string().nullable().meta({ description: 'Of an operator' }),
  })
  .meta({ id: 'AdminStoreCreditMovement' });

export const creditAccountSchema = z
  .object({
    userId: idOf('user'),
    email: z.string(),
    name: z.string(),
    balance: moneySchema,
    currency: z.string(),
    updatedAt: instantSchema,
  })
  .meta({ id: 'StoreCreditAccount' });

export const statementQuery = z.object({
  limit: wholeNumberText({ min: 1, max: 100, fallback: 20 }),
  cursor: z.string().optional().meta({ description: '`nextCursor` of the page before' }),
});
statementQuery.register(listForms, { paging: 'cursor' });
export type StatementQuery = z.output<typeof statementQuery>;

export const creditAccountsQuery = listQuerySchema({
  filters: { balance: 'number', updatedAt: 'date' },
  sort: ['updatedAt', 'balance'],
  defaultSort: { field: 'updatedAt', direction: 'desc' },
});

export const creditMovementsQuery = listQuerySchema({
  filters: { kind: creditMovementKinds, createdAt: 'date' },
  params: { userId: 'id' },
  sort: ['createdAt'],
});

const MAX = 100_000_000_000;

export const creditAdjustmentSchema = z
  .object({
    userId: idOf('user'),
    amount: z
      .int()
      .min(-MAX)
      .max(MAX)
      .refine((amount) => amount !== 0, 'must not be 0')
      .meta({ description: 'Subunits; positive grants, negative deducts', example: 25_000, 'x-money': true }),
    reason: textSchema(500).min(1).meta({ description: 'The buyer reads it with what is granted' }),
  })
  .meta({ id: 'StoreCreditAdjustmentInput' });

export function creditMovementResponse(row: ListedCreditMovement) {
  const { id, kind, amount, balance, currency, orderId, orderNumber, createdAt } = row;
  return { id, kind, amount, balance, currency, orderId, orderNumber, createdAt: iso(createdAt) };
}

export function adminCreditMovementResponse(row: ListedCreditMovement) {
  const { userId, email, refundId, reason } = row;
  return { ...creditMovementResponse(row), userId, email, refundId, reason };
}

export function creditAccountResponse({ updatedAt, ...row }: CreditAccount) {
  return { ...row, updatedAt: iso(updatedAt) };
}
