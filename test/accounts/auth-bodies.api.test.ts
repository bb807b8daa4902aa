import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { inParallel } from '../sweeps/sweep.js';
import { authOperations } from './auth-operations.js';

/** Bodies that are none, too large or of another kind, at every operation of `/auth/*`: refused before the library. */

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

interface Wrong {
  type?: string;
  encoding?: string;
  body: string | Uint8Array | ReadableStream<Uint8Array>;
}

const LIMIT = 64 * 1024;
const long = JSON.stringify({ email: 'x'.repeat(LIMIT) });
const fits = JSON.stringify({ email: 'asha@example.com' });

/** Without a length, so that nobody knows before how much comes. */
function inChunks(text: string): ReadableStream<Uint8Array> {
  return new Blob([text]).stream() as ReadableStream<Uint8Array>;
}

const wrong: Record<string, [number, string, () => Wrong]> = {
  'not JSON': [400, 'BAD_REQUEST', () => ({ type: 'application/json', body: '{"email":' })],
  'a text': [400, 'BAD_REQUEST', () => ({ type: 'application/json', body: '"email"' })],
  null: [400, 'BAD_REQUEST', () => ({ type: 'application/json', body: 'null' })],
  'packed wrongly': [400, 'BAD_REQUEST', () => ({ type: 'application/json', encoding: 'gzip', body: fits })],
  'packed in a way nobody knows': [
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    () => ({ type: 'application/json', encoding: 'zip', body: fits }),
  ],
  'in another alphabet': [
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    () => ({ type: 'application/json; charset=latin1', body: fits }),
  ],
  'too large': [413, 'PAYLOAD_TOO_LARGE', () => ({ type: 'application/json', body: long })],
  'too large in chunks': [
    413,
    'PAYLOAD_TOO_LARGE',
    () => ({ type: 'application/json', body: inChunks(long) }),
  ],
  'too large unpacked': [
    413,
    'PAYLOAD_TOO_LARGE',
    () => ({ type: 'application/json', encoding: 'gzip', body: gzipSync(long) }),
  ],
  'a form too large': [
    413,
    'PAYLOAD_TOO_LARGE',
    () => ({ type: 'application/x-www-form-urlencoded', body: `email=${'x'.repeat(LIMIT)}` }),
  ],
  'a plain text': [415, 'UNSUPPORTED_MEDIA_TYPE', () => ({ type: 'text/plain', body: fits })],
  'a plain text without end': [
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    () => ({ type: 'text/plain', body: inChunks(long) }),
  ],
  'a form with files': [
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    () => ({ type: 'multipart/form-data; boundary=b', body: '--b--\r\n' }),
  ],
  'of no type': [415, 'UNSUPPORTED_MEDIA_TYPE', () => ({ body: new TextEncoder().encode(fits) })],
};

const writing = authOperations().filter(({ method }) => method !== 'GET');

describe.each(Object.entries(wrong))('a body that is %s', (_name, [status, errorCode, make]) => {
  it(`is ${status}, whatever is asked for`, async () => {
    await inParallel(writing, async ({ name, method, path }) => {
      const { type, encoding, body } = make();
      const headers = {
        ...(type && { 'content-type': type }),
        ...(encoding && { 'content-encoding': encoding }),
      };
      const response = await fetch(`${platform.url}/auth${path}`, {
        method,
        headers,
        body,
        redirect: 'manual',
        duplex: 'half',
      });
      const said = (await response.json()) as { errorCode: string };
      expect([name, response.status, said.errorCode]).toEqual([name, status, errorCode]);
    });
  });
});

it('a body that ends with its connection leaves no failure of ours behind', async () => {
  const { port } = new URL(platform.url);
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /auth/sign-in/email HTTP/1.1\r\nHost: here\r\nContent-Type: ${type}\r\nContent-Length: 500\r\n\r\n{"email":`,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await once(socket, 'close');
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await platform.container.metrics.text()).not.toMatch(/^haat_http_requests_total.*status="5\d\d"/m);
});
