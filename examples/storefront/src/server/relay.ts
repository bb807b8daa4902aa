import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { fetchHeaders } from './timed-fetch.js';
import type { Visit } from './visit.js';

/** Of a response of the API, what is passed on to the browser. */
const PASSED = [
  'content-type',
  'content-length',
  'content-disposition',
  'cache-control',
  'etag',
  'last-modified',
  'content-encoding',
];

/**
 * Passes a response of the API on as it comes: pictures, invoices, streams. The browser knows the shop's origin alone, and
 * the session stays in its cookie. When the browser leaves, so does the request to the API.
 */
export async function relay(
  visit: Visit,
  path: string,
  request: Request,
  response: Response,
  init: RequestInit = {},
): Promise<void> {
  const away = new AbortController();
  response.once('close', () => away.abort());
  const { token } = visit.visitor;
  const condition = request.headers['if-none-match'];
  try {
    const found = await fetchHeaders(`${visit.settings.apiUrl}${path}`, {
      ...init,
      redirect: 'manual',
      signal: away.signal,
      headers: {
        ...visit.headers(),
        ...init.headers,
        accept: request.headers.accept ?? '*/*',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(condition && { 'if-none-match': condition }),
      },
    });
    response.status(found.status);
    for (const name of PASSED) {
      const value = found.headers.get(name);
      if (value !== null) response.set(name, value);
    }
    // Whatever it is: it is no page of the shop.
    response.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    if (!found.body) return void response.end();
    response.flushHeaders();
    await pipeline(Readable.fromWeb(found.body as Parameters<typeof Readable.fromWeb>[0]), response);
  } catch (error) {
    if (away.signal.aborted) return;
    if (response.headersSent) return void response.destroy();
    throw error;
  }
}
