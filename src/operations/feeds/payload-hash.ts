import type { PayloadSettings } from '#domain/feeds/mapped-item.js';
import { canonicalJson, sha256 } from '#lib/crypto.js';

/** Tells one payload from another, and one version of the mapper from the next. */
export function payloadHash(payload: object, mapperVersion: number): string {
  return sha256(`${mapperVersion}:${canonicalJson(payload)}`);
}

/** Of a mapped item: what only the time of the push enters makes no other payload. */
export function mappedHash(mapped: { payload: object; comparable?: object }, mapperVersion: number): string {
  return payloadHash(mapped.comparable ?? mapped.payload, mapperVersion);
}

/**
 * Tells the settings that enter every payload from others. What plugins decide of a price is code, which changes with a release:
 * the nightly pass compares what it comes to.
 * @param own what else of the feed enters them
 */
export function settingsFingerprint({ pricing, ...settings }: PayloadSettings, own: object): string {
  const { rules: _, ...taxes } = pricing;
  return sha256(canonicalJson({ ...settings, ...taxes, ...own }));
}
