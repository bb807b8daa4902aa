import { canonicalJson, sha256 } from '#lib/crypto.js';

/** Tells one payload from another, and one version of the mapper from the next. */
export function payloadHash(payload: object, mapperVersion: number): string {
  return sha256(`${mapperVersion}:${canonicalJson(payload)}`);
}

/** Of a mapped item: what only the time of the push enters makes no other payload. */
export function mappedHash(mapped: { payload: object; comparable?: object }, mapperVersion: number): string {
  return payloadHash(mapped.comparable ?? mapped.payload, mapperVersion);
}
