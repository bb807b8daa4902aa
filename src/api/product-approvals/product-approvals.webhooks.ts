import type { z } from 'zod';
import { readProductApproval } from '#db/product-approvals/product-approvals.query.js';
import type { EventDefinition, RecordedEvent } from '#domain/_shared/event.js';
import {
  type ApprovalPayload,
  productApprovalsEvents,
} from '#domain/product-approvals/product-approvals.events.js';
import {
  vendorOfPayload,
  type WebhookEvent,
  webhookEvent,
  type WebhookReader,
} from '#operations/outbound-webhooks/webhook-event.js';
import { approvalResponse, productApprovalSchema } from './product-approvals.schemas.js';

const AT = '2026-11-21T09:30:00.000Z';
const USER = '0199c0de-7e5c-7000-8000-000000000002';

type Example = z.input<typeof productApprovalSchema>;

const waiting: Example = {
  id: '0199c0de-7e5c-7000-8000-000000000060',
  productId: '0199c0de-7e5c-7000-8000-000000000013',
  vendorId: '0199c0de-7e5c-7000-8000-000000000015',
  vendorName: 'Kaveri Textiles',
  vendorStatus: 'active',
  kind: 'change',
  state: 'pending',
  version: 1,
  title: 'Brass diya lamp',
  fields: ['title', 'images'],
  submittedByUserId: USER,
  submittedAt: AT,
  decidedByUserId: null,
  decidedAt: null,
  reasons: [],
  note: null,
  updatedAt: AT,
};
const decided = { decidedByUserId: USER, decidedAt: AT };
const reasons = [{ field: 'images', reason: 'The picture shows another product.' }];

async function read(
  { knex }: WebhookReader,
  { payload: { approvalId } }: RecordedEvent<ApprovalPayload>,
  vendorId: string,
) {
  const approval = await readProductApproval(knex, approvalId, vendorId);
  return approval ? approvalResponse(approval) : null;
}

function recorded(event: EventDefinition<ApprovalPayload>, example: Example): WebhookEvent {
  const shown = { schema: productApprovalSchema, example };
  return webhookEvent(event, {
    admin: {
      ...shown,
      link: ({ payload }) => `/admin/product-approvals/${payload.approvalId}`,
      permission: 'productApproval:decide',
      data: (reader, event) => read(reader, event, event.payload.vendorId),
    },
    vendor: {
      ...shown,
      vendorsOf: vendorOfPayload,
      link: ({ payload }) => `/vendor/product-approvals/${payload.approvalId}`,
      data: read,
    },
  });
}

export const productApprovalsWebhooks: readonly WebhookEvent[] = [
  recorded(productApprovalsEvents.submitted, waiting),
  recorded(productApprovalsEvents.approved, { ...waiting, ...decided, state: 'approved' }),
  recorded(productApprovalsEvents.rejected, { ...waiting, ...decided, state: 'rejected', reasons }),
  recorded(productApprovalsEvents.withdrawn, { ...waiting, state: 'withdrawn', decidedAt: AT }),
];
