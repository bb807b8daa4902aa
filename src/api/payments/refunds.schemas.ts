import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idSchema, instantSchema, iso } from '#api/kernel/values.js';
import type { ListedRefund } from '#domain/payments/payment.js';

const refundStates = ['pending', 'processed', 'failed'] as const;

export const refundSchema = z
  .object({
    id: idSchema,
    orderId: idSchema,
    paymentId: idSchema,
    orderNumber: z.string(),
    email: z.string().meta({ description: 'Of the buyer' }),
    providerId: z.string(),
    amount: z.int().meta({ description: 'Subunits' }),
    currency: z.string(),
    reason: z.string(),
    status: z.enum(refundStates),
    byHand: z
      .boolean()
      .meta({ description: 'To be paid by hand, because cash has no provider to refund it' }),
    reference: z.string().nullable().meta({ description: 'How it was paid by hand' }),
    providerRefundId: z.string().nullable(),
    failureReason: z.string().nullable(),
    processedAt: instantSchema.nullable(),
    createdAt: instantSchema,
  })
  .meta({ id: 'AdminRefund' });

export const refundListQuery = listQuerySchema({
  filters: { status: refundStates, byHand: 'boolean', orderNumber: 'string', createdAt: 'date' },
  sort: ['createdAt', 'amount'],
});

export const refundPaidSchema = z
  .object({
    reference: z.string().trim().min(1).max(200).meta({ description: 'Number of the transfer or receipt' }),
  })
  .meta({ id: 'RefundPaidInput' });

export function refundAnswer(refund: ListedRefund) {
  return { ...refund, processedAt: iso(refund.processedAt), createdAt: iso(refund.createdAt) };
}
