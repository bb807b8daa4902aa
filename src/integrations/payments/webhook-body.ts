import type { ZodType } from 'zod';
import { storableJson } from '#domain/_shared/storable-text.js';
import { paymentsErrors } from '#domain/payments/payments.errors.js';

/**
 * Parses the body of a webhook whose signature is good; what no text of ours may hold is dropped, the event is taken. @throws AppError BAD_REQUEST 400
 * when it is not JSON.
 */
export function parseWebhookJson(rawBody: Buffer): unknown {
  try {
    return storableJson(JSON.parse(rawBody.toString('utf8')) as unknown);
  } catch (cause) {
    throw paymentsErrors.unreadableWebhook({ reason: 'it is not JSON' }, { cause });
  }
}

/** Holds a webhook to its schema. @throws AppError BAD_REQUEST 400 naming the first field that does not fit. */
export function parseWebhookShape<T>(schema: ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join('.') || 'body';
  throw paymentsErrors.unreadableWebhook({ reason: `${path} is missing or has the wrong type` });
}

/** A header that may come once only: of a repeated one nobody knows which was meant. */
export function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? (value.length === 1 ? value[0] : undefined) : value;
}
