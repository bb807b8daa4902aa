import { z } from 'zod';
import { idOf, instantSchema, iso } from '#api/kernel/values.js';
import { issueOf } from '#domain/_shared/issue-codes.js';
import {
  documentKinds,
  documentStatuses,
  MAX_DOCUMENT_ORDERS,
  type OrderDocument,
} from '#domain/shipping/order-document.js';

export const orderDocumentInput = z
  .object({
    kind: z.enum(documentKinds),
    orderVendorIds: z
      .array(idOf('subOrder').toLowerCase())
      .max(MAX_DOCUMENT_ORDERS)
      .default([])
      .meta({ description: 'Required but for packing slips of `parcelIds`' }),
    parcelIds: z
      .array(idOf('parcel').toLowerCase())
      .max(MAX_DOCUMENT_ORDERS)
      .default([])
      .meta({ description: 'Packing slips of these parcels alone, without `orderVendorIds`' }),
  })
  .superRefine(({ kind, orderVendorIds, parcelIds }, context) => {
    for (const [name, ids] of Object.entries({ orderVendorIds, parcelIds }))
      if (new Set(ids).size < ids.length)
        context.addIssue(issueOf('not_unique', 'must not contain duplicates', [name]));
    if (parcelIds.length > 0 && (kind === 'pick_list' || orderVendorIds.length > 0))
      context.addIssue(issueOf('invalid_value', 'must be alone, and for packing slips', ['parcelIds']));
    else if (parcelIds.length === 0 && orderVendorIds.length === 0)
      context.addIssue(issueOf('too_small', 'must name at least one sub-order', ['orderVendorIds']));
  })
  .meta({ id: 'OrderDocumentInput' });
export type OrderDocumentRequest = z.output<typeof orderDocumentInput>;

export const orderDocumentSchema = z
  .object({
    id: idOf('orderDocument'),
    kind: z.enum(documentKinds),
    status: z.enum(documentStatuses),
    downloadUrl: z.string().nullable().meta({ description: 'Once the document is ready' }),
    error: z.string().nullable().meta({ description: 'Why it could not be printed' }),
    createdAt: instantSchema,
    expiresAt: instantSchema.nullable().meta({ description: 'The file is kept until then' }),
  })
  .meta({ id: 'OrderDocument' });

export function orderDocumentResponse({ id, kind, status, error, createdAt, expiresAt }: OrderDocument) {
  return {
    id,
    kind,
    status,
    downloadUrl: status === 'ready' ? `/vendor/orders/documents/${id}/download` : null,
    error,
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
  };
}
