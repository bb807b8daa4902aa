import { z } from 'zod';
import { idOf, instantSchema, iso } from '#api/kernel/values.js';
import { readVendorProduct } from '#db/products/vendor-product.query.js';
import type { EventDefinition, RecordedEvent } from '#domain/_shared/event.js';
import { productsEvents } from '#domain/products/products.events.js';
import {
  vendorOfPayload,
  type WebhookEvent,
  webhookEvent,
  type WebhookReader,
} from '#operations/outbound-webhooks/webhook-event.js';
import { productDetailResponse, productDetailSchema } from './products.schemas.js';

interface ProductPayload {
  productId: string;
  vendorId: string;
}
type ProductEvent = RecordedEvent<ProductPayload>;

const PRODUCT = '0199c0de-7e5c-7000-8000-000000000013';
const VENDOR = '0199c0de-7e5c-7000-8000-000000000015';
const CREATED = '2026-11-21T09:30:00.000Z';

const example: z.input<typeof productDetailSchema> = {
  id: PRODUCT,
  vendorId: VENDOR,
  title: 'Brass diya lamp',
  slug: 'brass-diya-lamp',
  subtitle: null,
  brandId: null,
  primaryCategoryId: null,
  material: 'Brass',
  countryOfOrigin: 'IN',
  hsCode: null,
  midCode: null,
  gstRate: 18,
  gstExempt: false,
  thumbnail: null,
  metaTitle: null,
  metaDescription: null,
  ogImage: null,
  status: 'active',
  visibility: 'public',
  publishedAt: CREATED,
  createdAt: CREATED,
  updatedAt: CREATED,
  deletedAt: null,
  description: null,
  images: [],
  categories: [],
  tags: [],
  ingredients: [],
  options: [],
  variants: [],
  tabs: [],
  categoryIds: [],
  tagIds: [],
  ingredientIds: [],
  attributeGroupId: null,
  attributeAssignments: [],
};

const deletedSchema = z.object({
  id: idOf('product'),
  vendorId: idOf('vendor'),
  deletedAt: instantSchema,
});

/** The product as its vendor reads it; null when it was deleted meanwhile. */
async function read({ knex }: WebhookReader, { payload: { productId } }: ProductEvent, vendorId: string) {
  const product = await readVendorProduct(knex, vendorId, productId);
  return product ? productDetailResponse(product) : null;
}

function changed<Payload extends ProductPayload>(event: EventDefinition<Payload>): WebhookEvent {
  return webhookEvent(event, {
    admin: {
      schema: productDetailSchema,
      example,
      link: ({ payload }) => `/admin/products/${payload.productId}`,
      permission: 'product:view',
      data: (reader, recorded) => read(reader, recorded, recorded.payload.vendorId),
    },
    vendor: {
      schema: productDetailSchema,
      example,
      vendorsOf: vendorOfPayload,
      link: ({ payload }) => `/vendor/products/${payload.productId}/detail`,
      data: read,
    },
  });
}

function deletedData({ payload: { productId, vendorId }, createdAt }: ProductEvent) {
  return { id: productId, vendorId, deletedAt: iso(createdAt) };
}

const deletedExample = { id: PRODUCT, vendorId: VENDOR, deletedAt: CREATED };

export const productsWebhooks: readonly WebhookEvent[] = [
  changed(productsEvents.created),
  changed(productsEvents.updated),
  webhookEvent(productsEvents.deleted, {
    admin: {
      schema: deletedSchema,
      example: deletedExample,
      link: ({ payload }) => `/admin/products/${payload.productId}`,
      permission: 'product:view',
      data: (_reader, event) => Promise.resolve(deletedData(event)),
    },
    vendor: {
      schema: deletedSchema,
      example: deletedExample,
      vendorsOf: vendorOfPayload,
      link: ({ payload }) => `/vendor/products/${payload.productId}`,
      data: (_reader, event, vendorId) =>
        Promise.resolve(event.payload.vendorId === vendorId ? deletedData(event) : null),
    },
  }),
];
