import * as http from 'node:http';
import * as https from 'node:https';
import type { Readable } from 'node:stream';
import { assertReachable, createGuardedLookup } from './guarded-lookup.js';
import { isPublicAddress } from './public-address.js';

const TIMEOUT_MS = 5_000;
const MAX_REDIRECTS = 3;

export interface PublicDownloadOptions {
  /** Whether `http:` is good enough; only for development. */
  allowHttp: boolean;
  /** Which addresses may be connected to; those of the open internet by default. */
  mayReach?: (address: string) => boolean;
  /** What is asked for, `image/*` by default. */
  accept?: string;
  /** For everything together: names, redirects and the body. */
  timeoutMs?: number;
}

export interface Download {
  /** As the other side calls it, in lower case and without parameters. */
  contentType: string;
  /** Has to be read to its end or destroyed. */
  body: Readable;
}

/** @throws Error saying what is refused, or what the other side responded; the body throws when time is over */
export type PublicDownload = (url: string) => Promise<Download>;

/**
 * Fetches what somebody's setting names from the open internet, and from nowhere else: a setting must not make the
 * platform call what only the platform can reach. The address is looked at as the connection is made, so a name that
 * responds differently the second time gains nothing; each redirect is a new address and is looked at the same way.
 */
export function createPublicDownload(options: PublicDownloadOptions): PublicDownload {
  const { allowHttp, mayReach = isPublicAddress, timeoutMs = TIMEOUT_MS, accept = 'image/*' } = options;
  const guardedLookup = createGuardedLookup(mayReach);

  function assertAllowed(url: URL): void {
    if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))
      throw new Error('The address has to begin with https://');
    if (url.username !== '' || url.password !== '') throw new Error('The address must not hold credentials');
    assertReachable(url, mayReach);
  }

  function get(url: URL, signal: AbortSignal): Promise<http.IncomingMessage> {
    assertAllowed(url);
    const { request } = url.protocol === 'https:' ? https : http;
    return new Promise((resolve, reject) => {
      // No agent: a connection that is kept would be used again without looking.
      request(url, { agent: false, lookup: guardedLookup, signal, headers: { accept } })
        .on('response', resolve)
        .on('error', reject)
        .end();
    });
  }

  return async function download(text) {
    const signal = AbortSignal.timeout(timeoutMs);
    let url = new URL(text);
    for (let redirects = 0; ; redirects += 1) {
      const response = await get(url, signal);
      const { statusCode = 0, headers } = response;
      if (statusCode >= 200 && statusCode < 300) {
        const contentType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
        return { contentType, body: response };
      }
      response.destroy();
      const target = [301, 302, 303, 307, 308].includes(statusCode) && headers.location;
      if (!target) throw new Error(`The address returned ${statusCode}`);
      if (redirects === MAX_REDIRECTS)
        throw new Error(`The address redirects more than ${MAX_REDIRECTS} times`);
      url = new URL(target, url);
    }
  };
}
