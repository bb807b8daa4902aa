import { z } from 'haat/plugin';

/** Responses of the merchant API; unknown keys pass. */

const text = z.string();

export const tokenResponse = z.object({
  access_token: text.min(1),
  expires_in: z.number(),
  refresh_token: text.optional(),
  scope: text.optional(),
});

export const accountResponse = z.object({
  name: text,
  accountId: text.optional(),
  accountName: text.optional(),
});
export const homepageResponse = z.object({ uri: text.optional() });
export const registrationResponse = z.object({ name: text.optional(), gcpIds: z.array(text).optional() });

export const dataSourceResponse = z.object({
  name: text,
  dataSourceId: text,
  displayName: text.optional(),
  input: text.optional(),
  primaryProductDataSource: z
    .object({ contentLanguage: text.optional(), feedLabel: text.optional() })
    .optional(),
});
export type DataSourceResponse = z.infer<typeof dataSourceResponse>;

export const dataSourcesResponse = z.object({
  dataSources: z.array(dataSourceResponse).optional(),
  nextPageToken: text.optional(),
});

export const insertResponse = z.object({ name: text.optional(), product: text.optional() });
export const emptyResponse = z.looseObject({});

const optional = text.nullish();

export const productResponse = z.object({
  name: text,
  productStatus: z
    .object({
      googleExpirationDate: optional,
      creationDate: optional,
      lastUpdateDate: optional,
      destinationStatuses: z
        .array(
          z.object({
            reportingContext: text,
            approvedCountries: z.array(text).optional(),
            pendingCountries: z.array(text).optional(),
            disapprovedCountries: z.array(text).optional(),
          }),
        )
        .optional(),
      itemLevelIssues: z
        .array(
          z.object({
            code: optional,
            attribute: optional,
            reportingContext: optional,
            description: optional,
            detail: optional,
            severity: optional,
            documentation: optional,
            resolution: optional,
          }),
        )
        .optional(),
    })
    .optional(),
});
export type ProductResponse = z.infer<typeof productResponse>;

export const productsResponse = z.object({
  products: z.array(productResponse).optional(),
  nextPageToken: text.optional(),
});

const count = z.union([text, z.number()]).transform(Number).optional();

export const quotasResponse = z.object({
  quotaGroups: z
    .array(
      z.object({
        name: text.optional(),
        quotaUsage: count,
        quotaLimit: count,
        quotaMinuteLimit: count,
        methodDetails: z.array(z.object({ method: text.optional(), path: text.optional() })).optional(),
      }),
    )
    .optional(),
});

export const errorResponse = z.object({
  error: z.object({
    message: text.optional(),
    status: text.optional(),
    details: z
      .array(z.object({ reason: text.optional(), metadata: z.record(text, z.string()).optional() }))
      .optional(),
  }),
});

export const oauthErrorResponse = z.object({ error: text, error_description: text.optional() });
