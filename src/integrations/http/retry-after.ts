/**
 * Seconds to wait from a `Retry-After` header, which is either a number of seconds or an HTTP date.
 * Undefined when it is missing or makes no sense.
 */
export function retryAfterSeconds(header: string | null | undefined, now: Date): number | undefined {
  if (!header) return undefined;
  if (/^\d{1,7}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  if (Number.isNaN(at)) return undefined;
  return Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
