import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { AlsoReply } from '#api/kernel/reply.js';
import { idOf, instantSchema, iso, textSchema } from '#api/kernel/values.js';
import {
  approvalCauses,
  approvalKinds,
  approvalStates,
  type ListedMoneyApproval,
} from '#domain/access/money-approval.js';

export const moneyApprovalSchema = z
  .object({
    id: idOf('moneyApproval'),
    kind: z.enum(approvalKinds),
    entityId: z
      .guid()
      .meta({ description: 'The refund or payout that is held; of an adjustment its own id' }),
    amount: z.int().meta({ description: 'Subunits; negative is taken', 'x-money': true }),
    currency: z.string(),
    vendorId: idOf('vendor').nullable(),
    vendorName: z.string().nullable(),
    orderId: idOf('order').nullable(),
    orderNumber: z.string().nullable(),
    email: z.string().nullable().meta({ description: 'Who gets store credit' }),
    note: z.string().nullable().meta({ description: 'The reason that was given with the act' }),
    cause: z.enum(approvalCauses).meta({
      description:
        'Which limit it exceeds: `act` of one act, `day` of one person and day, `vendor_day` of what is given back for one vendor and day',
    }),
    state: z.enum(approvalStates),
    askedBy: z.string(),
    askedAt: instantSchema,
    decidedBy: z.string().nullable(),
    decidedAt: instantSchema.nullable(),
    reason: z.string().nullable().meta({ description: 'Why it was refused' }),
    alone: z.boolean().meta({ description: 'Confirmed by who had asked, because nobody else could' }),
  })
  .meta({ id: 'MoneyApproval' });

export const moneyApprovalQuery = listQuerySchema({
  filters: { state: approvalStates, kind: approvalKinds, askedAt: 'date' },
  params: { vendorId: 'id', orderId: 'id' },
  sort: ['askedAt', 'amount'],
});

export const refuseMoneyApprovalSchema = z
  .object({ reason: textSchema(500).trim().min(1) })
  .meta({ id: 'MoneyApprovalRefusal' });

export function moneyApprovalResponse({ askedAt, decidedAt, ...row }: ListedMoneyApproval) {
  return { ...row, askedAt: iso(askedAt), decidedAt: iso(decidedAt) };
}

/** Of an operation whose act may have to wait for a second person. */
export const waits = { alsoSuccess: 202, alsoResponse: moneyApprovalSchema } as const;

export const WAITS =
  'Above `money.approval_above`, or `money.approval_above_daily` of one person, it waits for a second person: 202 with the approval.';

export async function waitingReply(
  { moneyApprovals }: { moneyApprovals: { get(id: string): Promise<ListedMoneyApproval> } },
  approvalId: string,
): Promise<AlsoReply> {
  return new AlsoReply(moneyApprovalResponse(await moneyApprovals.get(approvalId)), { status: 202 });
}
