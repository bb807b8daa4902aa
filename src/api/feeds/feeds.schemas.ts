import { z } from 'zod';
import { listForms } from '#api/kernel/list-form.js';
import { booleanTextSchema, searchTextSchema } from '#api/kernel/offset-query.js';
import { idOf, instantSchema, wholeNumberText, jsonValueSchema } from '#api/kernel/values.js';
import { itemStatuses } from '#domain/feeds/feed.js';

const page = wholeNumberText({ min: 1, max: 1_000_000, fallback: 1 });
const nullableInstant = instantSchema.nullable();
const subunits = z.int().meta({ 'x-money': true }).nullable();
export const payloadSchema = z.record(z.string(), jsonValueSchema).nullable();
const payload = payloadSchema;
const syncStatuses = ['never_synced', ...itemStatuses] as const;

export const socialStatuses = syncStatuses;

/** Of the merchant feed, which submits nothing. */
export const merchantStatuses = syncStatuses.filter((status) => status !== 'submitted');

export const failedQuerySchema = z
  .object({
    page,
    limit: wholeNumberText({ min: 1, max: 200, fallback: 50 }),
  })
  .register(listForms, { paging: 'page' });

export function itemsQuerySchema(statuses: readonly (typeof syncStatuses)[number][]) {
  return z
    .object({
      page,
      limit: wholeNumberText({ min: 1, max: 100, fallback: 50 }),
      status: z.enum(statuses).optional(),
      search: searchTextSchema.optional(),
      eligibleOnly: booleanTextSchema.optional(),
    })
    .register(listForms, { paging: 'page', search: 'search' });
}

export const callbackQuerySchema = z.object({
  code: z.string().max(4_096).optional(),
  state: z.string().max(512).optional(),
  error: z.string().max(512).optional(),
  error_description: z.string().max(2_048).optional(),
});

/** Of operations that read the remote side at most once a minute: `refresh=true` reads it at once. */
export const refreshQuerySchema = z.object({ refresh: booleanTextSchema.optional() });
export const readAtSchema = instantSchema.meta({ description: 'When it was read from the remote side' });

export const authUrlSchema = z.object({ authUrl: z.string() });
export const connectedSchema = z.object({ connected: z.literal(true) });
export const disconnectedSchema = z.object({ disconnected: z.literal(true) });
export const bootstrapBodySchema = z
  .object({
    force: z
      .boolean()
      .optional()
      .meta({ description: 'Sends also items that have not changed since they were sent' }),
  })
  .optional()
  .meta({ id: 'FeedBootstrap', example: { force: false } });
/** The name of an earlier target as `leftBehind` shows it. */
export const targetIdSchema = z.string().min(1).max(100);
export const targetRemovalSchema = z
  .object({
    items: z
      .int()
      .min(1)
      .max(10_000_000)
      .meta({ description: 'As many items as `leftBehind` shows for the target' }),
  })
  .meta({ id: 'FeedTargetRemoval', example: { items: 12 } });
export const targetRemovedSchema = z.object({ target: z.string(), enqueued: z.int() });
export const leftBehindSchema = z
  .array(
    z.object({
      target: z.string(),
      items: z.int(),
      lastPushedAt: nullableInstant,
      removing: z.int().meta({ description: 'How many of them are being removed' }),
      lastError: z.string().nullable(),
    }),
  )
  .meta({ description: 'Items that stand in accounts, data sources or catalogs of earlier settings' });
/** What both status reads say of where the items stand. */
export const targetShape = {
  target: z.string().nullable().meta({
    description: 'Account and data source, or catalog, that items are written to; null while not set',
  }),
  startedAt: nullableInstant.meta({ description: 'When the first bootstrap was asked for' }),
  started: z.boolean().meta({ description: 'Whether the present target was bootstrapped' }),
  leftBehind: leftBehindSchema,
};
/** What an operator should know although the feed works. */
const warningsSchema = z.array(z.string()).meta({
  description:
    '`price_excludes_tax` while prices of the store do not include tax: items carry what buyers pay, and the pages of the ' +
    'storefront have to show the same',
});
export const bootstrapSchema = z.object({ enqueuedVariants: z.int(), warnings: warningsSchema });
export const enqueuedItemSchema = z.object({ variantId: idOf('productVariant'), enqueued: z.literal(true) });
export const enqueuedSchema = z.object({ enqueued: z.int() });

export const configurationSchema = z
  .object({
    oauthClient: z.enum(['configured', 'missing']),
    feed: z.enum(['configured', 'missing']),
    missingKeys: z.array(z.string()),
    warnings: warningsSchema,
  })
  .meta({ id: 'FeedConfiguration' });

export const countsSchema = z
  .object({
    synced: z.int(),
    pending: z.int(),
    failed: z.int(),
    skipped: z.int(),
    deleted: z.int(),
    outboxPending: z.int(),
  })
  .meta({ id: 'FeedCounts' });

export const itemSummarySchema = z
  .object({
    variantId: idOf('productVariant'),
    productId: idOf('product'),
    productTitle: z.string(),
    productSlug: z.string(),
    productStatus: z.enum(['draft', 'active', 'archived']),
    productVisibility: z.enum(['public', 'private']),
    sku: z.string().nullable(),
    price: subunits,
    thumbnail: z.string().nullable(),
    syncStatus: z.enum(syncStatuses),
    googleProductId: z.string().nullable().meta({ description: 'Identifier at the remote side' }),
    lastPushedAt: nullableInstant,
    lastError: z.string().nullable(),
    attempts: z.int(),
  })
  .meta({ id: 'FeedItemSummary' });

export const failedItemSchema = z
  .object({
    variantId: idOf('productVariant'),
    googleProductId: z.string().nullable(),
    attempts: z.int(),
    lastError: z.string().nullable(),
    lastPushedAt: nullableInstant,
    updatedAt: instantSchema,
  })
  .meta({ id: 'FeedFailedItem' });

const eligibility = z.object({ eligible: z.boolean(), reason: z.string().nullable() });

const missingSchema = z
  .array(z.object({ field: z.string(), message: z.string() }))
  .meta({ description: 'What the remote side will miss in the item' });

const detailShape = {
  ...itemSummarySchema.shape,
  variant: z.object({
    id: idOf('productVariant'),
    sku: z.string().nullable(),
    price: subunits,
    specialPrice: subunits,
    thumbnail: z.string().nullable(),
  }),
  product: z.object({
    id: idOf('product'),
    title: z.string(),
    slug: z.string(),
    thumbnail: z.string().nullable(),
    status: z.enum(['draft', 'active', 'archived']),
    visibility: z.enum(['public', 'private']),
  }),
  inventory: z
    .object({
      trackInventory: z.boolean(),
      quantityOnHand: z.int(),
      reservedQuantity: z.int(),
      allowBackorder: z.boolean(),
    })
    .nullable(),
  syncState: z
    .object({
      status: z.enum(itemStatuses),
      googleProductId: z.string().nullable(),
      lastPushedHash: z.string().nullable(),
      lastPushedAt: nullableInstant,
      lastError: z.string().nullable(),
      attempts: z.int(),
    })
    .nullable(),
  eligibility,
  missing: missingSchema,
  mappedProductInput: payload.meta({ description: 'Exactly what the next push would send' }),
};

export const itemDetailSchema = z.object(detailShape).meta({ id: 'FeedItemDetail' });

export const explanationSchema = z
  .object({
    variantId: idOf('productVariant'),
    eligibility,
    missing: missingSchema,
    lastSent: z
      .object({ at: nullableInstant, hash: z.string().nullable(), payload })
      .nullable()
      .meta({ description: 'What was sent last, and when' }),
    nextPayload: payload,
    dryRun: payload.meta({ description: 'What the last dry run would have sent' }),
    changed: z.boolean().meta({ description: 'Whether the next round would send something' }),
    differences: z.array(z.object({ path: z.string(), before: jsonValueSchema, after: jsonValueSchema })),
    intent: z
      .object({
        id: z.int(),
        kind: z.enum(['upsert', 'delete']),
        origin: z.string(),
        state: z.string(),
        attempts: z.int(),
        dueAt: instantSchema,
        createdAt: instantSchema,
        error: z.string().nullable(),
        waitsFor: z.string().nullable(),
      })
      .nullable(),
    remote: jsonValueSchema.meta({
      description: 'What the remote side says of the item; null when it cannot be asked',
    }),
  })
  .meta({ id: 'FeedItemExplanation' });

export const pauseSchema = z
  .object({ reason: z.string(), message: z.string().nullable(), until: instantSchema.nullable() })
  .nullable()
  .meta({ description: 'Why nothing is sent although the feed is connected' });
