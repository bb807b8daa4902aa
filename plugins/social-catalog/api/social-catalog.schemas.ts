import {
  configurationSchema,
  feedModes,
  idOf,
  instantSchema,
  jsonValueSchema,
  pauseSchema,
  targetShape,
  textSchema,
  z,
} from 'haat/plugin';

const text = z.string().nullable();
const tokenKind = z.enum(['user', 'system_user']).nullable();

export const socialStatusSchema = z
  .object({
    connected: z.boolean(),
    accountId: text,
    connectedAt: instantSchema.nullable(),
    scope: text,
    syncEnabled: z.boolean(),
    feedMode: z.enum(feedModes),
    reconnectRequired: z.boolean(),
    paused: pauseSchema,
    waitsFor: text.meta({ description: 'What keeps the feed from sending; null while it sends' }),
    ...targetShape,
    configuration: configurationSchema,
    missingKeys: z.array(z.string()),
    selection: z.object({
      tokenKind,
      status: z.enum(['none', 'requested', 'selected', 'refused']),
      error: text,
      businessId: text,
      businessName: text,
      catalogId: text,
      catalogName: text,
      systemUserId: text,
    }),
    tokenExpiresAt: instantSchema.nullable(),
    counts: z.object({
      synced: z.int(),
      pending: z.int(),
      submitted: z.int(),
      failed: z.int(),
      skipped: z.int(),
      deleted: z.int(),
      outboxPending: z.int(),
    }),
  })
  .meta({ id: 'SocialCatalogStatus' });

const catalogSchema = z.object({ id: z.string(), name: z.string() });

export const businessSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    ownedCatalogs: z.array(catalogSchema),
    clientCatalogs: z.array(catalogSchema),
  })
  .meta({ id: 'SocialBusiness' });

const remoteId = z
  .string()
  .trim()
  .regex(/^\d{1,40}$/, 'must be a number');

export const catalogChoiceSchema = z
  .object({
    businessId: remoteId,
    businessName: textSchema(200).trim().min(1),
    catalogId: remoteId,
    catalogName: textSchema(200).trim().min(1),
  })
  .meta({
    id: 'SocialCatalogChoice',
    example: {
      businessId: '9001',
      businessName: 'Sandbox Business',
      catalogId: '7001',
      catalogName: 'Main catalog',
    },
  });

export const selectionSchema = z
  .object({
    status: z.enum(['requested', 'selected']),
    businessId: z.string(),
    catalogId: z.string(),
    systemUserId: text,
    tokenKind,
  })
  .meta({ id: 'SocialCatalogSelection' });

export const remoteStatusSchema = z
  .object({
    variantId: idOf('productVariant'),
    found: z.boolean(),
    id: text,
    name: text,
    price: text,
    availability: text,
    reviewStatus: text,
    visibility: text,
    errors: z.array(z.record(z.string(), jsonValueSchema)),
  })
  .meta({ id: 'SocialItemStatus' });
export type RemoteStatus = z.input<typeof remoteStatusSchema>;
