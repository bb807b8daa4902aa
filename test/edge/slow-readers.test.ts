import { readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { createHttpServer } from '#api/http-server.js';
import { openEventStream } from '#api/kernel/event-stream.js';
import { sendPdf } from '#api/kernel/pdf-response.js';
import { sendStoredFile } from '#api/kernel/file-response.js';
import { sendStream } from '#api/kernel/send-stream.js';
import type { Storage } from '#integrations/storage/storage.js';
import { createLiveStreams } from '#lib/live-streams.js';
import { eventually } from '../_support/eventually.js';
import { connectSlowReader } from '../_support/slow-reader.js';

/** What one reader may hold in the process: read ahead, one chunk, and the buffer of its connection. */
const HELD_BYTES = 192 * 1024;
const CHUNK = 32 * 1024;
/** More than the system takes on a loopback connection. */
const FILE_BYTES = 64 * 1024 * 1024;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function serve(
  handler: (request: Request, response: Response) => unknown,
  idleMs: number,
): Promise<string> {
  const server = createHttpServer(
    (request, response) => void handler(request as Request, expressLike(response)),
    { headersMs: 1_000, requestMs: 60_000, idleMs, keepAliveMs: 1_000, checkMs: 200 },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** As much of Express as the functions under test use. */
function expressLike(response: ServerResponse): Response {
  return Object.assign(response, {
    set: (headers: Record<string, string>) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      return response;
    },
    status: (code: number) => Object.assign(response, { statusCode: code }),
  }) as unknown as Response;
}

/** A file that is made as it is read, and how much of it was. */
function makeFile() {
  const file = { produced: 0, ended: false };
  async function* content(): AsyncGenerator<Buffer> {
    try {
      for (; file.produced < FILE_BYTES; file.produced += CHUNK) yield Buffer.alloc(CHUNK, 'x');
    } finally {
      file.ended = true;
    }
  }
  return { file, content };
}

const info = {
  size: FILE_BYTES,
  etag: '"1"',
  lastModified: new Date(0),
  contentType: 'text/plain',
  metadata: {},
};

/** Every way in which a route sends what may be large. */
const downloads: [
  string,
  (content: () => AsyncGenerator<Buffer>, request: Request, response: Response) => unknown,
][] = [
  ['rows that are made as they are sent', (content, _request, response) => sendStream(response, content())],
  [
    'a stored file',
    (content, request, response) => {
      const storage = { get: async () => ({ body: byteStream(content) }) } as unknown as Storage;
      return sendStoredFile(
        storage,
        { key: 'k', info },
        Object.assign(request, { fresh: false, get: () => undefined, range: () => undefined }) as Request,
        response,
      );
    },
  ],
  [
    'a PDF',
    (content, _request, response) =>
      sendPdf(response, 'invoice', { body: byteStream(content), contentLength: FILE_BYTES }),
  ],
];
const byteStream = (content: () => AsyncGenerator<Buffer>) =>
  Readable.from(content(), { objectMode: false, highWaterMark: 65_536 });

describe('a reader that does not read', () => {
  it.each(downloads)('holds little of %s, and ends its source when it is cut off', async (_name, send) => {
    const { file, content } = makeFile();
    let most = 0;
    let finished = false;
    const url = await serve((request, response) => {
      const timer = setInterval(() => (most = Math.max(most, response.writableLength)), 1);
      ends.push(() => clearInterval(timer));
      return (async () => {
        await send(content, request, response);
        finished = true;
      })();
    }, 500);
    const reader = connectSlowReader(url, '/');
    ends.push(reader.close);
    await eventually(async () => expect(file.ended).toBe(true));
    await eventually(async () => expect(finished).toBe(true));
    expect(file.produced).toBeLessThan(FILE_BYTES);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(HELD_BYTES);
  });

  it('of an event stream is dropped before frames pile up', async () => {
    const streams = createLiveStreams();
    let most = 0;
    const url = await serve((request, response) => {
      const events = openEventStream(request, response, streams);
      const timer = setInterval(() => {
        events.send({ filler: 'x'.repeat(20_000) });
        most = Math.max(most, events.waiting);
        if (events.closed) clearInterval(timer);
      }, 1);
      ends.push(() => clearInterval(timer));
    }, 60_000);
    const reader = connectSlowReader(url, '/');
    ends.push(reader.close);
    await eventually(async () => expect(streams.size).toBe(1));
    await eventually(async () => expect(streams.size).toBe(0));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(HELD_BYTES);
  });
});

describe('the API', () => {
  it('sends every stream through the functions that are tried here', () => {
    const root = join(import.meta.dirname, '..', '..', 'src', 'api');
    const own = readdirSync(root, { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.ts') && file !== join('kernel', 'send-stream.ts'));
    const piped = /pipeline\([^;]*\bresponse\b|\.pipe\(\s*response\b/;
    expect(own.filter((file) => piped.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});
