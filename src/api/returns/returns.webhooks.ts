import type { z } from 'zod';
import { readReturn } from '#db/returns/return-list.query.js';
import type { EventDefinition, RecordedEvent } from '#domain/_shared/event.js';
import { type ReturnEvent, returnsEvents } from '#domain/returns/returns.events.js';
import {
  vendorOfPayload,
  type WebhookEvent,
  webhookEvent,
  type WebhookReader,
} from '#operations/outbound-webhooks/webhook-event.js';
import { returnResponse, returnSchema } from './returns.schemas.js';

const example: z.input<typeof returnSchema> = {
  id: '0199c0de-7e5c-7000-8000-000000000040',
  orderId: '0199c0de-7e5c-7000-8000-000000000010',
  orderNumber: 'HT-7K3QX9MZ',
  orderVendorId: '0199c0de-7e5c-7000-8000-000000000011',
  vendorId: '0199c0de-7e5c-7000-8000-000000000015',
  origin: 'buyer',
  status: 'requested',
  reason: 'Arrived dented',
  note: null,
  refundId: null,
  refundStatus: null,
  lines: [
    {
      lineId: '0199c0de-7e5c-7000-8000-000000000012',
      quantity: 1,
      title: 'Brass diya lamp',
      variantTitle: 'Small',
      sku: 'DIYA-S',
      sellable: null,
    },
  ],
  decidedAt: null,
  receivedAt: null,
  createdAt: '2026-11-21T09:30:00.000Z',
};

async function read(
  { knex }: WebhookReader,
  { payload: { returnRequestId } }: RecordedEvent<ReturnEvent>,
  vendorId: string,
) {
  const found = await readReturn(knex, { returnRequestId, vendorId });
  return found ? returnResponse(found) : null;
}

function ofReturn<Payload extends ReturnEvent>(event: EventDefinition<Payload>): WebhookEvent {
  return webhookEvent(event, {
    admin: {
      schema: returnSchema,
      example,
      link: ({ payload }) => `/admin/return-requests/${payload.returnRequestId}`,
      permission: 'order:view',
      data: (reader, recorded) => read(reader, recorded, recorded.payload.vendorId),
    },
    vendor: {
      schema: returnSchema,
      example,
      vendorsOf: vendorOfPayload,
      link: ({ payload }) => `/vendor/return-requests/${payload.returnRequestId}`,
      data: read,
    },
  });
}

export const returnsWebhooks: readonly WebhookEvent[] = [
  ofReturn(returnsEvents.requested),
  ofReturn(returnsEvents.received),
];
