/** What a URL of an endpoint may be, said without looking up its address: that is done as a connection is made. */

/** Ports of databases, caches and engines: nobody receives webhooks there. */
const CLOSED_PORTS = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 4222, 5432, 5672, 6379, 6443, 7233, 8500, 9000, 9042, 9092,
  9200, 9300, 10250, 11211, 15672, 26257, 27017,
]);
const LEAST_HIGH_PORT = 1_024;

export interface UrlRules {
  /** Whether https and its port are demanded. */
  production: boolean;
  /** Hosts, `name` or `name:port`, to which no rule applies; outside production only. */
  allow: readonly string[];
}

/** Whether a host is let through by the configuration. */
export function isAllowedHost({ hostname, host }: URL, allow: readonly string[]): boolean {
  return allow.includes(hostname) || allow.includes(host);
}

/** The rule that a URL breaks; undefined for one that may be called. */
export function brokenUrlRule(text: string, { production, allow }: UrlRules): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL such as https://example.com/webhooks';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain credentials; use a header';
  if (url.hash !== '') return 'must not contain a fragment';
  if (!production) return undefined;
  if (isAllowedHost(url, allow)) return undefined;
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (url.port === '') return undefined;
  const port = Number(url.port);
  if (port < LEAST_HIGH_PORT || CLOSED_PORTS.has(port))
    return 'must have port 443, or one from 1024 on that no database or engine uses';
  return undefined;
}

/** A token of HTTP. */
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** Headers that the platform or the connection sets. */
const RESERVED =
  /^(host|content-.*|webhook-.*|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*)$/i;
/** Visible characters, spaces and tabs: a line break would begin another header. */
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;

/** The rule that a header breaks. */
export function brokenHeaderRule(name: string, value: string): string | undefined {
  if (!HEADER_NAME.test(name)) return 'must have a name of letters, digits and hyphens';
  if (RESERVED.test(name)) return 'must not be host, content-*, webhook-* or a header of the connection';
  if (!HEADER_VALUE.test(value)) return 'must have a value of visible ASCII characters without line breaks';
  return undefined;
}

/** Headers whose values are shown as masks. */
export function isSecretHeader(name: string): boolean {
  return /^(authorization|cookie)$|key|token|secret|password/i.test(name);
}
