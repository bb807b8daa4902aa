import { z } from 'zod';
import { idOf } from '#api/kernel/values.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import {
  productImportsEvents,
  type ProductsImported,
} from '#domain/product-imports/product-imports.events.js';
import {
  vendorOfPayload,
  type WebhookEvent,
  webhookEvent,
} from '#operations/outbound-webhooks/webhook-event.js';

/** A batch may have created or changed hundreds of products: they are named, and read by who needs them. */
const schema = z.object({
  importId: idOf('productImport'),
  vendorId: idOf('vendor'),
  productIds: z.array(idOf('product')),
});
const example = {
  importId: '0199c0de-7e5c-7000-8000-000000000020',
  vendorId: '0199c0de-7e5c-7000-8000-000000000015',
  productIds: ['0199c0de-7e5c-7000-8000-000000000013'],
};

const dataOf = ({ payload: { importId, vendorId, productIds } }: RecordedEvent<ProductsImported>) => ({
  importId,
  vendorId,
  productIds,
});

export const productImportsWebhooks: readonly WebhookEvent[] = [
  webhookEvent(productImportsEvents.imported, {
    admin: {
      schema,
      example,
      link: () => '/admin/products',
      permission: 'product:view',
      data: (_reader, event) => Promise.resolve(dataOf(event)),
    },
    vendor: {
      schema,
      example,
      vendorsOf: vendorOfPayload,
      link: ({ payload }) => `/vendor/product-imports/${payload.importId}`,
      data: (_reader, event, vendorId) =>
        Promise.resolve(event.payload.vendorId === vendorId ? dataOf(event) : null),
    },
  }),
];
