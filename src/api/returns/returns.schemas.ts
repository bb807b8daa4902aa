import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { refundToSchema } from '#api/payments/refunds.schemas.js';
import {
  codeTextSchema,
  emailSchema,
  idOf,
  idSchema,
  instantSchema,
  iso,
  textSchema,
} from '#api/kernel/values.js';
import { normalizedStatuses } from '#domain/shipping/carrier-status.js';
import { pickupStatuses } from '#domain/shipping/pickup.js';
import {
  type ListedReturn,
  returnOrigins,
  returnRefundStatuses,
  returnStatuses,
} from '#domain/returns/return-request.js';

const returnPickup = z.object({
  courierCode: z.string(),
  pickupOn: z.string().meta({ format: 'date' }),
  status: z.enum(pickupStatuses),
  awb: z.string().nullable(),
  trackingStatus: z.enum(normalizedStatuses),
  failedAttempts: z.int(),
  error: z.string().nullable(),
});

export const returnSchema = z
  .object({
    id: idOf('returnRequest'),
    orderId: idOf('order'),
    orderNumber: z.string(),
    orderVendorId: idOf('subOrder'),
    vendorId: idOf('vendor'),
    origin: z.enum(returnOrigins).meta({ description: '`carrier` for a parcel returned to its origin' }),
    parcelId: idOf('parcel')
      .optional()
      .meta({ description: 'Only where one of several parcels returned to its origin' }),
    status: z.enum(returnStatuses),
    reason: z.string(),
    note: z.string().nullable().meta({ description: 'From the seller, with the decision' }),
    refundTo: refundToSchema.optional().meta({ description: 'Only where the buyer chose store credit' }),
    refundId: idOf('refund').nullable(),
    refundStatus: z.enum(returnRefundStatuses).nullable().meta({
      description:
        '`due` where the payment provider sends back no amount so small, until it is paid another way',
    }),
    lines: z.array(
      z.object({
        lineId: idSchema,
        quantity: z.int(),
        title: z.string(),
        variantTitle: z.string().nullable(),
        sku: z.string().nullable(),
        sellable: z
          .boolean()
          .nullable()
          .meta({ description: 'Whether it went back on hand; null until received' }),
      }),
    ),
    decidedAt: instantSchema.nullable(),
    receivedAt: instantSchema.nullable(),
    createdAt: instantSchema,
    pickup: returnPickup.optional().meta({ description: 'Only where a courier collects it' }),
  })
  .meta({ id: 'ReturnRequest' });

const lines = z
  .array(z.object({ lineId: idSchema, quantity: z.int().min(1).max(1_000_000) }))
  .min(1)
  .max(500);
const reason = textSchema(500).min(1);

export const returnInputSchema = z
  .object({ lines, reason, refundTo: refundToSchema.optional() })
  .meta({ id: 'ReturnRequestInput' });

export const guestReturnInputSchema = z
  .object({
    orderNumber: codeTextSchema(40).min(1),
    email: emailSchema,
    orderVendorId: idOf('subOrder'),
    lines,
    reason,
  })
  .meta({ id: 'GuestReturnRequestInput' });

export const approveReturnSchema = z
  .object({ note: textSchema(500).optional().meta({ description: 'For the buyer' }) })
  .meta({ id: 'ReturnApprovalInput' });

export const rejectReturnSchema = z
  .object({ reason: reason.meta({ description: 'For the buyer' }) })
  .meta({ id: 'ReturnRejectionInput' });

export const receiveReturnSchema = z
  .object({
    lines: z
      .array(z.object({ lineId: idSchema, sellable: z.boolean() }))
      .max(500)
      .optional()
      .meta({ description: 'Whether pieces go back on hand; those not named do' }),
  })
  .meta({ id: 'ReturnReceiptInput' });

const filters = {
  status: returnStatuses,
  origin: returnOrigins,
  orderNumber: 'string',
  createdAt: 'date',
} as const;
export const returnListQuery = listQuerySchema({ filters });
export const adminReturnListQuery = listQuerySchema({ filters, params: { vendorId: 'id' } });

export function returnResponse(row: ListedReturn) {
  const {
    id,
    orderId,
    orderNumber,
    subOrderId: orderVendorId,
    vendorId,
    origin,
    status,
    reason: why,
    note,
    refundId,
    refundStatus,
  } = row;
  return {
    id,
    orderId,
    orderNumber,
    orderVendorId,
    vendorId,
    origin,
    status,
    reason: why,
    note,
    refundId,
    refundStatus,
    ...(row.shipmentId && { parcelId: row.shipmentId }),
    ...(row.refundTo === 'store_credit' && { refundTo: row.refundTo }),
    lines: row.lines,
    decidedAt: iso(row.decidedAt),
    receivedAt: iso(row.receivedAt),
    createdAt: iso(row.createdAt),
    ...(row.pickup && { pickup: row.pickup }),
  };
}
