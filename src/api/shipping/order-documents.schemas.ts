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
    orderVendorIds: z.array(idOf('subOrder').toLowerCase()).min(1).max(MAX_DOCUMENT_ORDERS),
  })
  .superRefine(({ orderVendorIds }, context) => {
    if (new Set(orderVendorIds).size < orderVendorIds.length)
      context.addIssue(issueOf('not_unique', 'must not contain duplicates', ['orderVendorIds']));
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
