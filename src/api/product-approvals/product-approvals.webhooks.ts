import type { z } from 'zod';
import { readProductApproval } from '#db/product-approvals/product-approvals.query.js';
import type { EventDefinition, RecordedEvent } from '#domain/_shared/event.js';
import {
  type ApprovalPayload,
  productApprovalsEvents,
} from '#domain/product-approvals/product-approvals.events.js';
import { vendorOfPayload, type WebhookEvent, webhookEvent, type WebhookReader } from '#operations/outbound-webhooks/webhook-event.js'; // prettier-ignore
import { approvalResponse, productApprovalSchema } from './product-approvals.schemas.js';

const example: z.input<typeof productApprovalSchema> = {
  id: '0199c0de-7e5c-7000-8000-000000000050',
  productId: '0199c0de-7e5c-7000-8000-000000000001',
  vendorId: '0199c0de-7e5c-7000-8000-000000000015',
  ...{ vendorName: 'Kaveri Textiles', vendorStatus: 'active', kind: 'change', state: 'rejected', version: 2 },
  ...{
    title: 'Brass diya lamp',
    fields: ['title', 'images'],
    submittedByUserId: null,
    decidedByUserId: null,
  },
  submittedAt: '2026-11-21T09:30:00.000Z',
  decidedAt: '2026-11-21T11:00:00.000Z',
  reasons: [{ field: 'images', reason: 'Too small' }],
  ...{ note: null, updatedAt: '2026-11-21T11:00:00.000Z' },
};

async function read(
  { knex }: WebhookReader,
  { payload: { approvalId } }: RecordedEvent<ApprovalPayload>,
  vendorId: string,
) {
  const found = await readProductApproval(knex, approvalId, vendorId);
  return found ? approvalResponse(found) : null;
}

function ofApproval(event: EventDefinition<ApprovalPayload>): WebhookEvent {
  return webhookEvent(event, {
    admin: {
      ...{ schema: productApprovalSchema, example },
      link: ({ payload }) => `/admin/product-approvals/${payload.approvalId}`,
      data: (reader, recorded) => read(reader, recorded, recorded.payload.vendorId),
    },
    vendor: {
      ...{ schema: productApprovalSchema, example, vendorsOf: vendorOfPayload },
      link: ({ payload }) => `/vendor/product-approvals/${payload.approvalId}`,
      data: read,
    },
  });
}

export const productApprovalsWebhooks: readonly WebhookEvent[] = [
  ofApproval(productApprovalsEvents.approved),
  ofApproval(productApprovalsEvents.rejected),
];
