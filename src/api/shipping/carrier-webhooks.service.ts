import { storableJson } from '#domain/_shared/storable-text.js';
import type { Context } from '#domain/_shared/context.js';
import { isReturnReference } from '#domain/shipping/pickup.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { equalSecrets, hmacSha256 } from '#lib/crypto.js';
import type { Platform } from '#operations/platform.js';
import { type CarrierOwner, readCarrierConfig } from '#operations/shipping/carrier-accounts.js';
import { shippingProvider } from '#operations/shipping/carrier-for.js';
import { createUnmovingScans } from './unmoving-scans.js';

export interface CarrierWebhook {
  owner: CarrierOwner;
  signature: string | undefined;
  rawBody: Buffer;
}

/**
 * Receives tracking events. The response says what was found, so everything happens in the request's one transaction.
 * Checks in this order: body, secret, signature, JSON, fields, AWB; what is wrong stands in the log alone.
 */
export function createCarrierWebhooks(platform: Platform) {
  const { unitOfWork, settings, logger, operations, metrics } = platform;
  const recordUnmoving = createUnmovingScans(platform);
  const provider = shippingProvider(platform);
  const count = (outcome: string) => metrics.shipping.webhooks.inc({ outcome });

  return {
    async receive(ctx: Context, { owner, signature, rawBody }: CarrierWebhook) {
      if (rawBody.length === 0) throw shippingErrors.webhookWithoutBody();
      const { webhookSecret } = await readCarrierConfig(settings, owner);
      if (webhookSecret === '') {
        count('unknown_account');
        throw shippingErrors.webhookUnknown();
      }
      if (!isSigned(rawBody, webhookSecret, signature)) {
        count('bad_signature');
        throw shippingErrors.webhookSignature();
      }
      const payload = parse(rawBody);
      const scan = payload && provider.readScan(payload);
      if (!scan) {
        count('unreadable');
        throw shippingErrors.webhookUnreadable();
      }
      if (scan.contradiction)
        logger.warn(
          { codes: scan.contradiction, awb: scan.awb },
          'carrier status codes contradict each other',
        );
      else if (!scan.status)
        logger.warn({ statusCode: scan.statusCode, awb: scan.awb }, 'carrier status code is not mapped');
      const origin: Context = { ...ctx, actor: { type: 'webhook', id: 'carrier' } };
      const vendorId = owner.source === 'vendor' ? owner.vendorId : undefined;
      const ofReturn = vendorId !== undefined && (scan.isReverse || scan.references.some(isReturnReference));
      const recorded = ofReturn
        ? await unitOfWork.run(origin, (tx) => operations.recordReturnScan(tx, origin, scan, vendorId))
        : ((await recordUnmoving(origin, scan, { vendorId })) ??
          (await unitOfWork.run(origin, (tx) =>
            operations.recordScan(tx, origin, scan, { vendorId, source: 'webhook' }),
          )));
      if (recorded === 'ambiguous') {
        count('ambiguous_awb');
        logger.warn({ awb: scan.awb }, 'carrier webhook ignored: several live parcels have the AWB');
        throw shippingErrors.webhookUnknown();
      }
      if (!recorded) {
        count('unknown_awb');
        logger.warn({ awb: scan.awb, references: scan.references }, 'carrier webhook ignored: unknown AWB');
        throw shippingErrors.webhookUnknown();
      }
      const { attention, ...response } = recorded;
      count(recorded.duplicate ? 'duplicate' : (attention ?? (scan.status ? 'recorded' : 'unmapped')));
      return { accepted: true as const, ...response };
    },
  };
}

function isSigned(rawBody: Buffer, secret: string, signature: string | undefined): boolean {
  const given = signature
    ?.trim()
    .toLowerCase()
    .replace(/^sha256=/, '');
  return given !== undefined && equalSecrets(given, hmacSha256(rawBody, secret));
}

/** The body as an object that can be stored; undefined for anything else. */
function parse(rawBody: Buffer): Record<string, unknown> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(rawBody);
    const value = JSON.parse(text) as unknown;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    // The database takes no NUL in texts.
    return isObject && !text.includes('\\u0000') ? storableJson(value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
