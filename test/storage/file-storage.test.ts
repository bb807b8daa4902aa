import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { create as contentDisposition } from 'content-disposition';
import { pino } from 'pino';
import { createStorage } from '#integrations/storage/create-storage.js';
import { createFileStorage } from '#integrations/storage/file-storage.js';
import type { Storage } from '#integrations/storage/storage.js';
import { systemClock } from '#lib/clock.js';
import { parseConfig } from '#lib/config.js';
import { eventually } from '../_support/eventually.js';
import { storageContract } from './storage-contract.js';

const logger = pino({ level: 'silent' });
const signingSecret = 'a secret of the tests, long enough';

async function newDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'haat-storage-'));
}

/** Serves signed URLs as the platform does, so that the contract can fetch them. */
async function serveSigned(served: { storage?: Storage }) {
  const server = createServer((request, response) => {
    void (async () => {
      const access = served.storage?.local?.verifySignedUrl(request.url ?? '');
      const found = access && (await served.storage?.get(access.key));
      if (!access || !found) return response.writeHead(403).end();
      const disposition = access.downloadName && contentDisposition(access.downloadName);
      response.writeHead(200, disposition ? { 'content-disposition': disposition } : {});
      return pipeline(found.body, response);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

storageContract('a directory', async () => {
  const directory = await newDirectory();
  const served: { storage?: Storage } = {};
  const { server, baseUrl } = await serveSigned(served);
  const storage = createFileStorage({ directory, baseUrl, signingSecret, clock: systemClock, logger });
  served.storage = storage;
  return {
    storage,
    async fetch(url) {
      const response = await fetch(url);
      return {
        status: response.status,
        body: await response.text(),
        disposition: response.headers.get('content-disposition'),
      };
    },
    leftovers: () => readdir(join(directory, 'temporary')),
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(directory, { recursive: true });
    },
  };
});

describe('a directory, apart from what every storage does', () => {
  let directory: string;
  let now: Date;
  const make = (secret = signingSecret) =>
    createFileStorage({
      directory,
      baseUrl: 'https://shop.example/api',
      signingSecret: secret,
      clock: { now: () => now },
      logger,
    });

  beforeEach(async () => {
    directory = await newDirectory();
    now = new Date('2026-04-01T00:00:00.000Z');
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  test('files lie where an operator finds them, and temporary ones are gone', async () => {
    const storage = make();
    await storage.put('invoices/2627/INV-1.pdf', Buffer.from('%PDF'), { contentType: 'application/pdf' });
    expect((await readdir(join(directory, 'objects/invoices/2627'))).sort()).toEqual([
      'INV-1.pdf',
      'INV-1.pdf@details.json',
    ]);
    expect(await readdir(join(directory, 'temporary'))).toEqual([]);
    await storage.delete('invoices/2627/INV-1.pdf');
    expect(await readdir(join(directory, 'objects/invoices/2627'))).toEqual([]);
  });

  test('the start sweeps what a crash left behind a day ago, and nothing younger', async () => {
    const storage = make();
    await storage.start();
    const temporary = join(directory, 'temporary');
    const hour = 60 * 60 * 1000;
    for (const [name, age] of [
      ['old', 25 * hour],
      ['young', 23 * hour],
    ] as const) {
      await writeFile(join(temporary, name), 'half of it');
      await utimes(join(temporary, name), now, new Date(now.getTime() - age));
    }
    await storage.start();
    expect(await readdir(temporary)).toEqual(['young']);
  });

  test('a file that somebody copied in is served, of no certain type', async () => {
    const storage = make();
    await storage.put('a/known.txt', Buffer.from('x'), { contentType: 'text/plain' });
    await writeFile(join(directory, 'objects/a/copied.bin'), 'copied');
    expect(await storage.head('a/copied.bin')).toMatchObject({
      size: 6,
      contentType: 'application/octet-stream',
    });
  });

  test('a folder is no object, and a key cannot be a folder of another', async () => {
    const storage = make();
    await storage.put('a/b', Buffer.from('x'), { contentType: 'text/plain' });
    expect(await storage.get('a')).toBeNull();
    expect(await storage.head('a')).toBeNull();
    await expect(storage.put('a', Buffer.from('x'), { contentType: 'text/plain' })).rejects.toThrow(/folder/);
    await expect(storage.put('a/b/c', Buffer.from('x'), { contentType: 'text/plain' })).rejects.toThrow(
      /folder/,
    );
    expect(await storage.get('a/b/c')).toBeNull();
    expect(await readdir(join(directory, 'temporary'))).toEqual([]);
  });

  test('listing does not leave the directory', async () => {
    const storage = make();
    await storage.start();
    await writeFile(join(directory, 'secret'), 'x');
    for (const prefix of ['../', '../secret', '/', '..', './']) {
      expect(await Readable.from(storage.list(prefix)).toArray()).toEqual([]);
    }
  });

  test('an opened file is released, whether it is read, thrown away, or empty', async () => {
    const storage = make();
    await storage.put('a', Buffer.from('abc'), { contentType: 'text/plain' });
    const open = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
    const before = await open();
    for (let turn = 0; turn < 20; turn += 1) {
      const read = await storage.get('a');
      if (read) await text(read.body);
      await storage.get('a', { start: 3 });
      const thrown = await storage.get('a');
      thrown?.body.destroy();
    }
    // Files are closed a moment after they were let go.
    await eventually(async () => expect(await open()).toBeLessThanOrEqual(before + 2));
  });

  test('signed URLs: what was signed, until the instant it expires', async () => {
    const storage = make();
    const url = await storage.signedUrl('exports/r.csv', { expiresInSeconds: 60, downloadName: 'é "r".csv' });
    expect(url).toMatch(/^https:\/\/shop\.example\/api\/media\/signed\/exports\/r\.csv\?expires=1775001660&/);
    const allowed = { key: 'exports/r.csv', downloadName: 'é "r".csv' };
    const { pathname, search } = new URL(url);
    expect(storage.local?.verifySignedUrl(url)).toEqual(allowed);
    expect(storage.local?.verifySignedUrl(pathname + search)).toEqual(allowed);
    // A proxy may take the platform's own path away.
    expect(storage.local?.verifySignedUrl(pathname.replace('/api', '') + search)).toEqual(allowed);

    now = new Date(now.getTime() + 59_999);
    expect(storage.local?.verifySignedUrl(url)).toEqual(allowed);
    now = new Date(now.getTime() + 1);
    expect(storage.local?.verifySignedUrl(url)).toBeNull();
  });

  test('signed URLs: nothing else', async () => {
    const storage = make();
    const url = await storage.signedUrl('exports/r.csv', { expiresInSeconds: 60 });
    const refused = [
      '',
      '/media/signed/exports/r.csv',
      'http://[broken',
      url.replace('r.csv', 's.csv'),
      url.replace('exports/r.csv', 'exports/../../signed/r.csv'),
      url.replace('exports/r.csv', 'exports%2Fr.csv'),
      url.replace('/media/signed/', '/media/'),
      url.replace(/expires=\d+/, 'expires=9999999999'),
      url.replace(/expires=\d+/, 'expires=1e10'),
      url.replace(/signature=\w/, 'signature='),
      url.replace('&signature', '&name=other.csv&signature'),
    ];
    for (const other of refused) expect(storage.local?.verifySignedUrl(other)).toBeNull();
    expect(make('another secret, also long enough').local?.verifySignedUrl(url)).toBeNull();
  });

  test('the configuration leads to it when no bucket is named, and to S3 when one is', async () => {
    const config = parseConfig({ STORAGE_DIR: directory, PUBLIC_API_BASE_URL: 'https://shop.example/' });
    const local = await createStorage(config, { logger });
    await local.start();
    expect((await stat(join(directory, 'objects'))).isDirectory()).toBe(true);
    expect(local.publicUrl('media/a.jpg')).toBe('https://shop.example/media/a.jpg');
    const url = await local.signedUrl('a', { expiresInSeconds: 60 });
    expect(local.local?.verifySignedUrl(url)).toEqual({ key: 'a' });
    const signedWith = createHash('sha256').update(url).digest('hex');
    expect(
      createHash('sha256')
        .update(
          await (
            await createStorage({ ...config, AUTH_SECRET: 'x'.repeat(32) }, { logger })
          ).signedUrl('a', { expiresInSeconds: 60 }),
        )
        .digest('hex'),
    ).not.toBe(signedWith);

    const remote = await createStorage(parseConfig({ S3_BUCKET: 'b', S3_REGION: 'ap-south-1' }), { logger });
    expect(remote.local).toBeUndefined();
    expect(remote.publicUrl('media/a.jpg')).toBe('https://b.s3.ap-south-1.amazonaws.com/media/a.jpg');
    await remote.stop();
  });

  test('put takes a stream that somebody else has begun to fill', async () => {
    const storage = make();
    const source = new Readable({ read: () => undefined });
    source.push('early ');
    const putting = storage.put('a', source, { contentType: 'text/plain' });
    source.push('late');
    source.push(null);
    expect(await putting).toMatchObject({ size: 10 });
  });

  test('writes that fail at once leave nothing behind, although their file is still being made then', async () => {
    const storage = make();
    const tooShort = () =>
      storage.put('a', Buffer.from('x'), { contentType: 'text/plain', contentLength: 2 });
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, tooShort));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect(await readdir(join(directory, 'temporary'))).toEqual([]);
  });
});
