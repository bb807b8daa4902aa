import type { z } from 'zod';
import { readListedInvoice } from '#db/invoices/invoice-list.query.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import { type InvoiceReady, invoicesEvents } from '#domain/invoices/invoices.events.js';
import {
  vendorOfPayload,
  type WebhookEvent,
  webhookEvent,
  type WebhookReader,
} from '#operations/outbound-webhooks/webhook-event.js';
import { listedInvoiceResponse, listedInvoiceSchema } from './invoice-lists.schemas.js';

const example: z.input<typeof listedInvoiceSchema> = {
  id: '0199c0de-7e5c-7000-8000-000000000030',
  orderId: '0199c0de-7e5c-7000-8000-000000000010',
  orderNumber: 'HT-7K3QX9MZ',
  orderVendorId: '0199c0de-7e5c-7000-8000-000000000011',
  vendorId: '0199c0de-7e5c-7000-8000-000000000015',
  vendorName: 'Kaveri Textiles',
  invoiceNumber: 'INV-2627-000001',
  financialYear: '2627',
  status: 'ready',
  problem: null,
  total: 117_764,
  tax: 17_964,
  currency: 'INR',
  issuedAt: '2026-11-21T09:30:00.000Z',
  createdAt: '2026-11-21T09:30:00.000Z',
};

async function read(
  { knex }: WebhookReader,
  { payload: { invoiceId } }: RecordedEvent<InvoiceReady>,
  vendorId: string,
) {
  const invoice = await readListedInvoice(knex, { invoiceId, vendorId });
  return invoice ? listedInvoiceResponse(invoice) : null;
}

export const invoicesWebhooks: readonly WebhookEvent[] = [
  webhookEvent(invoicesEvents.ready, {
    admin: {
      schema: listedInvoiceSchema,
      example,
      link: ({ payload }) => `/admin/orders/${payload.orderId}`,
      permission: 'order:view',
      data: (reader, event) => read(reader, event, event.payload.vendorId),
    },
    vendor: {
      schema: listedInvoiceSchema,
      example,
      vendorsOf: vendorOfPayload,
      link: ({ payload }) => `/vendor/orders/${payload.orderVendorId}`,
      data: read,
    },
  }),
];
