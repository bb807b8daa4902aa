import { z } from 'zod';

/** Responses of the merchant API; unknown keys pass. */

const text = z.string();

export const tokenAnswer = z.object({
  access_token: text.min(1),
  expires_in: z.number(),
  refresh_token: text.optional(),
  scope: text.optional(),
});

export const accountAnswer = z.object({
  name: text,
  accountId: text.optional(),
  accountName: text.optional(),
});
export const homepageAnswer = z.object({ uri: text.optional() });
export const registrationAnswer = z.object({ name: text.optional(), gcpIds: z.array(text).optional() });

export const dataSourceAnswer = z.object({
  name: text,
  dataSourceId: text,
  displayName: text.optional(),
  input: text.optional(),
  primaryProductDataSource: z
    .object({ contentLanguage: text.optional(), feedLabel: text.optional() })
    .optional(),
});
export type DataSourceAnswer = z.infer<typeof dataSourceAnswer>;

export const dataSourcesAnswer = z.object({
  dataSources: z.array(dataSourceAnswer).optional(),
  nextPageToken: text.optional(),
});

export const insertAnswer = z.object({ name: text.optional(), product: text.optional() });
export const emptyAnswer = z.looseObject({});

const optional = text.nullish();

export const productAnswer = z.object({
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
            ...{ code: optional, attribute: optional, reportingContext: optional, description: optional },
            ...{ detail: optional, severity: optional, documentation: optional, resolution: optional },
          }),
        )
        .optional(),
    })
    .optional(),
});
export type ProductAnswer = z.infer<typeof productAnswer>;

const count = z.union([text, z.number()]).transform(Number).optional();

export const quotasAnswer = z.object({
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

export const errorAnswer = z.object({
  error: z.object({
    message: text.optional(),
    status: text.optional(),
    details: z
      .array(z.object({ reason: text.optional(), metadata: z.record(text, z.string()).optional() }))
      .optional(),
  }),
});

export const oauthErrorAnswer = z.object({ error: text, error_description: text.optional() });
