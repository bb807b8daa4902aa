import {
  pauseSchema,
  configurationSchema,
  countsSchema,
  feedModes,
  instantSchema,
  readAtSchema,
  isCountryCode,
  targetShape,
  textSchema,
  z,
} from 'haat/plugin';

const inputs = ['API', 'FILE', 'UI'] as const;

export const statusSchema = z
  .object({
    connected: z.boolean(),
    accountId: z.string().nullable(),
    connectedAt: instantSchema.nullable(),
    scope: z.string().nullable(),
    syncEnabled: z.boolean(),
    feedMode: z.enum(feedModes),
    reconnectRequired: z.boolean(),
    paused: pauseSchema,
    waitsFor: z
      .string()
      .nullable()
      .meta({ description: 'What keeps the feed from sending; null while it sends' }),
    ...targetShape,
    configuration: configurationSchema,
    merchantAccount: z
      .object({
        merchantId: z.string(),
        name: z.string().nullable(),
        websiteUrl: z.string().nullable(),
        reachable: z
          .boolean()
          .meta({ description: 'False where the consent gives no access to the account' }),
        readAt: readAtSchema,
      })
      .nullable(),
    dataSource: z.object({ dataSourceId: z.string(), name: z.string().nullable() }).nullable(),
    counts: countsSchema,
  })
  .meta({ id: 'MerchantFeedStatus' });

export const dataSourceSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    displayName: z.string(),
    input: z.enum(inputs).nullable(),
    isPrimary: z.boolean(),
    contentLanguage: z.string().nullable(),
    feedLabel: z.string().nullable(),
  })
  .meta({ id: 'MerchantDataSource' });

export const newDataSourceSchema = z
  .object({
    displayName: textSchema(80).trim().min(1),
    contentLanguage: z
      .string()
      .regex(/^[a-z]{2}$/, 'must be an ISO 639-1 code')
      .optional(),
    feedLabel: z
      .string()
      .max(20)
      .regex(/^[A-Z0-9_-]+$/, 'must be of A-Z, 0-9, _ and -')
      .optional(),
    countries: z
      .array(
        z
          .string()
          .regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 alpha-2 code')
          .refine(isCountryCode, 'must be an ISO 3166-1 alpha-2 code')
          .meta({ example: 'IN' }),
      )
      .max(10)
      .optional(),
  })
  .meta({ id: 'NewMerchantDataSource', example: { displayName: 'Storefront' } });

export const registrationSchema = z
  .object({ registered: z.boolean(), alreadyRegistered: z.boolean(), message: z.string() })
  .meta({ id: 'MerchantRegistration' });

const text = z.string().nullable();

export const googleStatusSchema = z
  .object({
    found: z.boolean(),
    productName: text,
    productStatus: z
      .object({ googleExpirationDate: text, creationDate: text, lastUpdateDate: text })
      .nullable(),
    issues: z.array(
      z.object({
        code: text,
        attribute: text,
        reportingContext: text,
        description: text,
        detail: text,
        severity: text,
        documentation: text,
        resolution: text,
      }),
    ),
    destinationStatuses: z.array(
      z.object({
        reportingContext: z.string(),
        approvedCountries: z.array(z.string()),
        pendingCountries: z.array(z.string()),
        disapprovedCountries: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'MerchantProductStatus' });
export type GoogleStatus = z.input<typeof googleStatusSchema>;
