import type { RequestHandler } from 'express';

/** The version that this code is, or becomes when it is released; a test holds it to package.json. */
export const INTERFACE_VERSION = '0.1.0';

/** An operation that will be removed; `docs/versions.md` says how long callers have. */
export interface Deprecation {
  /** The version that announced it. */
  since: string;
  /** The day it was announced, `2027-01-31`. */
  announced: string;
  /** The first day on which it may be missing. */
  sunset: string;
  /** The operation to call instead, `GET /store/products`. */
  use: string;
}

/** The version that brought an operation. */
export function sinceOf({ since }: { since?: string }): string {
  return since ?? '0.1.0';
}

/** Headers that tell a caller of a deprecated operation: `Deprecation` of RFC 9745, `Sunset` of RFC 8594, and what to use. */
export function deprecationHeaders({ announced, sunset, use }: Deprecation): Record<string, string> {
  const path = use.slice(use.indexOf(' ') + 1);
  return {
    Deprecation: `@${new Date(`${announced}T00:00:00Z`).getTime() / 1000}`,
    Sunset: new Date(`${sunset}T00:00:00Z`).toUTCString(),
    Link: `<${path.replace(/:(\w+)/g, '{$1}')}>; rel="successor-version"`,
  };
}

/** Sends these headers with every response of a deprecated operation, refusals included. */
export function announceDeprecation({ deprecated }: { deprecated?: Deprecation }): RequestHandler[] {
  if (!deprecated) return [];
  const headers = deprecationHeaders(deprecated);
  return [
    (_request, response, next) => {
      response.set(headers);
      next();
    },
  ];
}
