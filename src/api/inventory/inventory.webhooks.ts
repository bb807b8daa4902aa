import type { z } from 'zod';
import { readStock } from '#db/inventory/inventory-list.query.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import { inventoryEvents, type StockAdjusted } from '#domain/inventory/inventory.events.js';
import {
  vendorOfPayload,
  type WebhookEvent,
  webhookEvent,
  type WebhookReader,
} from '#operations/outbound-webhooks/webhook-event.js';
import { stockLevelResponse, stockLevelSchema } from './inventory.schemas.js';

const example: z.input<typeof stockLevelSchema> = {
  variantId: '0199c0de-7e5c-7000-8000-000000000014',
  productId: '0199c0de-7e5c-7000-8000-000000000013',
  productTitle: 'Brass diya lamp',
  productSlug: 'brass-diya-lamp',
  variantTitle: 'Small',
  sku: 'DIYA-S',
  thumbnail: null,
  onHand: 12,
  reserved: 2,
  available: 10,
  trackInventory: true,
  allowBackorder: false,
  lowStockThreshold: 5,
  inStock: true,
  lowStock: false,
  updatedAt: '2026-11-21T09:30:00.000Z',
};

/** The level of the variant now: of several changes within a moment each says the same. */
async function read({ knex }: WebhookReader, { payload }: RecordedEvent<StockAdjusted>, vendorId: string) {
  const [level] = await readStock(knex, vendorId, [payload.variantId]);
  return level ? stockLevelResponse(level) : null;
}

export const inventoryWebhooks: readonly WebhookEvent[] = [
  webhookEvent(inventoryEvents.adjusted, {
    admin: {
      schema: stockLevelSchema,
      example,
      link: ({ payload }) => `/admin/products/${payload.productId}`,
      permission: 'product:view',
      data: (reader, event) => read(reader, event, event.payload.vendorId),
    },
    vendor: {
      schema: stockLevelSchema,
      example,
      vendorsOf: vendorOfPayload,
      link: ({ payload }) => `/vendor/inventory/${payload.variantId}/movements`,
      data: read,
    },
  }),
];
