import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, idSchema, instantSchema, iso, moneySchema, textSchema } from '#api/kernel/values.js';
import { edgeSubOrder } from '#api/orders/sub-order-scope.js';
import {
  type ListedRefund,
  refundCauses,
  refundOrigins,
  refundTargets,
  refundWays,
  waysOf,
} from '#domain/payments/payment.js';
import type { RefundLine } from '#domain/payments/refundable.js';

/** Where the buyer wants a refund. */
export const refundToSchema = z.enum(refundTargets).meta({
  id: 'RefundTarget',
  description:
    'Where the refund goes: to where the money came from, by default, or to the store credit of the buyer',
});

const refundStates = ['pending', 'processed', 'failed'] as const;

export const refundSchema = z
  .object({
    id: idOf('refund'),
    orderId: idOf('order'),
    orderVendorId: idOf('subOrder').nullable().meta({ description: 'The sub-order, where it is for one' }),
    paymentId: idOf('payment'),
    orderNumber: z.string(),
    email: z.string().meta({ description: 'Of the buyer' }),
    providerId: z.string(),
    amount: z.int().meta({ description: 'Subunits', 'x-money': true }),
    storeCredit: moneySchema
      .optional()
      .meta({ description: 'What of it goes back as store credit; only where it does' }),
    currency: z.string(),
    reason: z.string(),
    cause: z.enum(refundCauses),
    origin: z.enum(refundOrigins).meta({ description: '`provider`: somebody made it there' }),
    restock: z.boolean().meta({ description: 'Whether its pieces went back on hand' }),
    status: z.enum(refundStates),
    byHand: z
      .boolean()
      .meta({ description: 'To be paid by hand, because cash has no provider to refund it' }),
    awaitingApproval: z.boolean().meta({
      description: 'A second person decides first whether it goes back: `GET /admin/money-approvals`',
    }),
    due: z.boolean().meta({
      description:
        'Not sent, because its provider sends back no amount so small: to be paid another way or given up',
    }),
    ways: z.array(z.enum(refundWays)).meta({
      description: 'What can be done with it now: send it again, record how it was paid, give it up',
    }),
    reference: z.string().nullable().meta({ description: 'How it was paid by hand' }),
    paidOtherwise: z.boolean().meta({ description: 'Its provider let it fail, and it was paid another way' }),
    overpaidAt: instantSchema.nullable().meta({
      description: 'When the provider said that it was sent after all: the buyer has the money twice',
    }),
    givenUpAt: instantSchema.nullable().meta({
      description: 'A failed refund holds the sale back from payouts until it is paid or given up',
    }),
    givenUpReason: z.string().nullable(),
    providerRefundId: z.string().nullable(),
    failureReason: z.string().nullable(),
    processedAt: instantSchema.nullable(),
    createdAt: instantSchema,
  })
  .meta({ id: 'AdminRefund' });

export const refundListQuery = listQuerySchema({
  filters: {
    status: refundStates,
    byHand: 'boolean',
    open: 'boolean',
    orderNumber: 'string',
    createdAt: 'date',
  },
  sort: ['createdAt', 'amount'],
});

export const refundPaidSchema = z
  .object({
    reference: z.string().trim().min(1).max(200).meta({ description: 'Number of the transfer or receipt' }),
    confirmUnknown: z.boolean().optional().meta({
      description:
        'Records a failed refund although its provider cannot be asked whether it sent the money after all',
    }),
  })
  .meta({ id: 'RefundPaidInput' });

export const refundGiveUpSchema = z
  .object({ reason: textSchema(500).trim().min(1) })
  .meta({ id: 'RefundGiveUpInput' });

export function refundResponse({ belowMinimum, storeCredit, retries: _retries, ...refund }: ListedRefund) {
  const ways = waysOf({ ...refund, belowMinimum });
  return {
    ...edgeSubOrder(refund),
    ...(storeCredit > 0 && { storeCredit }),
    ways,
    due: belowMinimum && ways.length > 0,
    processedAt: iso(refund.processedAt),
    overpaidAt: iso(refund.overpaidAt),
    givenUpAt: iso(refund.givenUpAt),
    createdAt: iso(refund.createdAt),
  };
}

const MAX_LINES = 500;
const MAX = 100_000_000_000;

export const orderRefundSchema = refundSchema
  .extend({
    lines: z
      .array(
        z.object({
          orderVendorId: idOf('subOrder'),
          lineId: idSchema.nullable().meta({ description: 'Null for the shipping of the sub-order' }),
          quantity: z.int().meta({ description: 'Pieces; 0 where an amount goes back and the pieces stay' }),
          taxableValue: moneySchema,
          tax: moneySchema,
          platformDiscount: moneySchema.meta({
            description: 'What the platform takes back of its part of a discount',
          }),
          amount: moneySchema,
        }),
      )
      .meta({ description: 'What it is of, adding up to its amount' }),
  })
  .meta({ id: 'OrderRefund' });

export const refundInputSchema = z
  .object({
    orderVendorId: idOf('subOrder')
      .optional()
      .meta({ description: 'What is left of this sub-order, with its shipping' }),
    lines: z
      .array(z.object({ lineId: idSchema, quantity: z.int().min(1).max(1_000_000) }))
      .min(1)
      .max(MAX_LINES)
      .optional()
      .meta({ description: 'These pieces with their taxes after discount, without shipping' }),
    amount: z
      .int()
      .min(1)
      .max(MAX)
      .optional()
      .meta({ description: 'Subunits, at most what is left', 'x-money': true }),
    reason: textSchema(500).min(1),
    refundTo: refundToSchema.optional(),
    restock: z.boolean().optional().meta({
      description: 'Puts the pieces back on hand; required for pieces not yet sent, which it cancels',
    }),
  })
  .meta({ id: 'RefundInput' });

export function orderRefundResponse({ lines, ...refund }: ListedRefund & { lines: RefundLine[] }) {
  return {
    ...refundResponse(refund),
    lines: lines.map(({ subOrderId: orderVendorId, lineId, quantity, taxableValue, tax, ...amounts }) => ({
      orderVendorId,
      lineId,
      quantity,
      taxableValue,
      tax,
      platformDiscount: amounts.platformDiscount,
      amount: amounts.amount,
    })),
  };
}
