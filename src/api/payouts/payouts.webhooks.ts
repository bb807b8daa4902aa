import type { z } from 'zod';
import { readPayout } from '#db/payouts/payout-list.query.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import { type PayoutEvent, payoutsEvents } from '#domain/payouts/payouts.events.js';
import {
  vendorOfPayload,
  type WebhookEvent,
  webhookEvent,
  type WebhookReader,
} from '#operations/outbound-webhooks/webhook-event.js';
import { payoutResponse, payoutSchema } from './payouts.schemas.js';

const AT = '2026-11-21T09:30:00.000Z';

const example: z.input<typeof payoutSchema> = {
  id: '0199c0de-7e5c-7000-8000-000000000050',
  vendorId: '0199c0de-7e5c-7000-8000-000000000015',
  vendorName: 'Kaveri Textiles',
  amount: 4_218_650,
  currency: 'INR',
  status: 'paid',
  entryCount: 12,
  reference: 'NEFT N325261098877',
  failureReason: null,
  returnReference: null,
  awaitingApproval: false,
  until: AT,
  paidAt: AT,
  failedAt: null,
  createdAt: AT,
};

async function read(
  { knex }: WebhookReader,
  { payload: { payoutId } }: RecordedEvent<PayoutEvent>,
  vendorId: string,
) {
  const payout = await readPayout(knex, { payoutId, vendorId });
  return payout ? payoutResponse(payout) : null;
}

export const payoutsWebhooks: readonly WebhookEvent[] = [
  webhookEvent(payoutsEvents.paid, {
    admin: {
      schema: payoutSchema,
      example,
      link: ({ payload }) => `/admin/payouts/${payload.payoutId}`,
      permission: 'payout:view',
      data: (reader, event) => read(reader, event, event.payload.vendorId),
    },
    vendor: {
      schema: payoutSchema,
      example,
      vendorsOf: vendorOfPayload,
      link: () => '/vendor/payouts',
      data: read,
    },
  }),
];
