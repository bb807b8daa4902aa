import { z } from 'haat/plugin';

/** Responses of the Graph API; unknown keys pass. */

const text = z.string();
const id = z.union([text, z.number()]).transform(String);

export const socialTokenResponse = z.object({ access_token: text.min(1), expires_in: z.number().optional() });

const paging = z
  .object({ cursors: z.object({ after: text.optional() }).optional(), next: text.optional() })
  .optional();

export const namedPage = z.object({
  data: z.array(z.object({ id, name: text.optional() })),
  paging,
});

export const createdResponse = z.object({ id });
export const successResponse = z.union([z.boolean(), z.looseObject({ success: z.boolean().optional() })]);
export const catalogResponse = z.object({ id, name: text.optional() });

const message = z.object({ message: text });

export const batchResponse = z.object({
  handles: z.array(text).optional(),
  validation_status: z.array(z.object({ retailer_id: text, errors: z.array(message).optional() })).optional(),
});

export const batchStatusResponse = z.object({
  data: z.array(
    z.object({
      handle: text.optional(),
      status: text,
      errors: z
        .array(z.object({ id: text.optional(), line: z.number().optional(), message: text }))
        .optional(),
      errors_total_count: z.number().optional(),
      ids_of_invalid_requests: z.array(text).optional(),
    }),
  ),
});
export type BatchStatus = z.infer<typeof batchStatusResponse>['data'][number];

export const itemPage = z.object({
  data: z.array(
    z.looseObject({
      id: id.optional(),
      retailer_id: text.optional(),
      errors: z.array(z.looseObject({})).optional(),
    }),
  ),
  paging: paging.optional(),
});

export const socialErrorResponse = z.object({
  error: z.object({
    message: text.optional(),
    code: z.number().optional(),
    error_subcode: z.number().optional(),
    error_user_msg: text.optional(),
    is_transient: z.boolean().optional(),
  }),
});
