import type { z } from 'zod';
import { createVendorsRepository } from '#db/vendors/vendors.repository.js';
import type { EventDefinition } from '#domain/_shared/event.js';
import { vendorsEvents } from '#domain/vendors/vendors.events.js';
import {
  vendorOfPayload,
  type WebhookEvent,
  webhookEvent,
  type WebhookReader,
} from '#operations/outbound-webhooks/webhook-event.js';
import { vendorResponse, vendorSchema } from './vendors.schemas.js';

const example: z.input<typeof vendorSchema> = {
  id: '0199c0de-7e5c-7000-8000-000000000015',
  slug: 'kaveri-textiles',
  displayName: 'Kaveri Textiles',
  legalName: 'Kaveri Textiles LLP',
  gstin: '27AAPFU0939F1ZV',
  gstScheme: 'regular',
  enrolmentNumber: null,
  sellerKind: 'regular',
  sellsWithin: null,
  chargesGst: true,
  stateCode: '27',
  address: null,
  supportEmail: null,
  supportPhone: null,
  status: 'active',
  commissionBps: 1_000,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};

async function read({ knex }: WebhookReader, vendorId: string) {
  const vendor = await createVendorsRepository(knex).find(vendorId);
  return vendor ? vendorResponse(vendor) : null;
}

function ofVendor<Payload extends { vendorId: string }>(event: EventDefinition<Payload>): WebhookEvent {
  return webhookEvent(event, {
    admin: {
      schema: vendorSchema,
      example,
      link: ({ payload }) => `/admin/vendors/${payload.vendorId}`,
      permission: 'vendor:view',
      data: (reader, { payload }) => read(reader, payload.vendorId),
    },
    vendor: {
      schema: vendorSchema,
      example,
      link: () => '/vendor/profile',
      vendorsOf: vendorOfPayload,
      data: (reader, { payload }, vendorId) =>
        payload.vendorId === vendorId ? read(reader, vendorId) : Promise.resolve(null),
    },
  });
}

export const vendorsWebhooks: readonly WebhookEvent[] = [
  ofVendor(vendorsEvents.approved),
  ofVendor(vendorsEvents.suspended),
];
