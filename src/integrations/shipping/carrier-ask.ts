import type { z, ZodType } from 'zod';
import { HttpCallError } from '#integrations/http/http-call-error.js';
import type { JsonCall, JsonClient } from '#integrations/http/json-client.js';

/** `meta.status` of what may go well at another try. */
export const RETRY_STATUSES: ReadonlySet<number> = new Set([322, 429, 500, 502, 503, 504]);

/** Other HTTP statuses than 200 may carry the usual envelope: the body is read first, then the status. */
export async function askCarrier<S extends ZodType>(
  client: JsonClient,
  call: Omit<JsonCall<z.infer<S>>, 'response'>,
  response: S,
): Promise<z.infer<S>> {
  try {
    return (await client.call<z.infer<S>>({ ...call, response: response as ZodType<z.infer<S>> })).data;
  } catch (error) {
    if (!(error instanceof HttpCallError) || error.outcome === 'not_sent') throw error;
    const parsed = response.safeParse(error.body);
    if (!parsed.success) throw error;
    return parsed.data;
  }
}

/** What the carrier said instead of a result. */
export function withoutResult(call: string, meta: { status: number; message: string }): HttpCallError {
  return new HttpCallError(call, {
    status: 200,
    body: null,
    outcome: 'answered',
    retryable: RETRY_STATUSES.has(meta.status),
    reason: meta.message,
  });
}
