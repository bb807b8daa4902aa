import {
  equalSecrets,
  hmacSha256,
  parseWebhookJson,
  parseWebhookShape,
  paymentsErrors,
  type PayoutReport,
  type PayoutWebhookInput,
  sha256,
  singleHeader,
} from 'haat/plugin';
import { razorpayxEvent, razorpayxPayoutPayload } from './razorpayx.schemas.js';

/**
 * Checks and reads a webhook.
 * @param secrets every secret that may have signed it
 * @throws AppError UNAUTHORIZED 401, BAD_REQUEST 400.
 */
export function readRazorpayxWebhook(
  { headers, rawBody }: Pick<PayoutWebhookInput, 'headers' | 'rawBody'>,
  secrets: readonly string[],
): PayoutReport {
  const signature = singleHeader(headers['x-razorpay-signature'])?.trim().toLowerCase() ?? '';
  // Every secret is tried, so that the time taken does not tell which one matched.
  const matches = secrets.map((secret) => equalSecrets(signature, hmacSha256(rawBody, secret)));
  if (!matches.includes(true)) throw paymentsErrors.badSignature();
  const event = parseWebhookShape(razorpayxEvent, parseWebhookJson(rawBody));
  // The same bytes are the same event.
  const eventId = singleHeader(headers['x-razorpay-event-id'])?.trim() || `derived-${sha256(rawBody)}`;
  const providerEvent = event.event;
  if (!providerEvent.startsWith('payout.')) return { eventId, providerEvent, reference: null };
  const { entity } = parseWebhookShape(razorpayxPayoutPayload, event.payload).payout;
  return { eventId, providerEvent, reference: entity.reference_id ?? null };
}
