import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { reasonOf } from '#domain/errors.js';
import type { AppError } from '#domain/_shared/app-error.js';
import { createStorage } from '#integrations/storage/create-storage.js';
import { sayingOutages, storageUnavailable } from '#integrations/storage/storage-outage.js';
import type { Storage } from '#integrations/storage/storage.js';
import { parseConfig } from '#lib/config.js';
import { NOBODY } from '../_support/platform-config.js';

const logger = pino({ level: 'silent' });
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const error = (fields: object, message = 'failed') => Object.assign(new Error(message), fields);
const failing = (failure: unknown) =>
  sayingOutages({ head: () => Promise.reject(failure as Error) } as unknown as Storage);
const reasonFor = (failure: unknown) =>
  failing(failure)
    .head('a/b')
    .then(
      () => 'none',
      (thrown: unknown) => (thrown === failure ? 'as it is' : reasonOf(thrown as AppError)),
    );
const options = { contentType: 'text/plain' };

describe('an outage of the storage', () => {
  it.each([
    ['a refused connection', { code: 'ECONNREFUSED' }, 'platform.storage_unavailable'],
    [
      'an error of the service',
      { name: 'InternalError', $metadata: { httpStatusCode: 500 } },
      'platform.storage_unavailable',
    ],
    [
      'a service that asks for patience',
      { name: 'SlowDown', $metadata: { httpStatusCode: 503 } },
      'platform.storage_unavailable',
    ],
    [
      'a bucket that is not there',
      { name: 'NoSuchBucket', $metadata: { httpStatusCode: 404 } },
      'platform.storage_unavailable',
    ],
    [
      'a key that was withdrawn',
      { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } },
      'platform.storage_unavailable',
    ],
    ['a disk that is read-only', { code: 'EROFS' }, 'platform.storage_unavailable'],
    ['a disk that is full', { code: 'ENOSPC' }, 'platform.disk_full'],
    ['a request that is wrong', { name: 'InvalidRequest', $metadata: { httpStatusCode: 400 } }, 'as it is'],
    ['a mistake of the program', {}, 'as it is'],
  ])('is told from other errors: %s', async (_name, fields, reason) => {
    expect(await reasonFor(error(fields))).toBe(reason);
  });

  it('is no outage where the source of an upload breaks off', async () => {
    const reset = error({ code: 'ECONNRESET' });
    const source = new Readable({ read() {} });
    const storage = sayingOutages({
      put: async (_key: string, body: Readable) => ({ size: (await buffer(body)).length, etag: '' }),
    } as unknown as Storage);
    const put = storage.put('a/b', source, options);
    source.destroy(reset);
    await expect(put).rejects.toBe(reset);
  });

  it('is known to whoever reads when it breaks a file off', async () => {
    const body = new Readable({ read() {} });
    const storage = sayingOutages({ get: async () => ({ body }) } as unknown as Storage);
    const object = await storage.get('a/b');
    const read = buffer(object?.body ?? Readable.from([]));
    body.destroy(error({ code: 'ECONNRESET' }));
    const thrown: unknown = await read.catch((failure: unknown) => failure);
    expect(reasonOf(storageUnavailable(thrown) as AppError)).toBe('platform.storage_unavailable');
    expect(storageUnavailable(error({ code: 'ECONNRESET' }))).toBeUndefined();
  });

  it('of a folder is said by every call, and ends with it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'haat-outage-'));
    folders.push(folder);
    const directory = join(folder, 'files');
    const storage = await createStorage(parseConfig({ STORAGE_DIR: directory }), { logger });
    await storage.put('a/b.txt', Buffer.from('x'), options);
    const aside = join(folder, 'aside');
    const calls = [
      () => storage.put('a/b.txt', Buffer.from('xy'), options),
      () => storage.head('a/b.txt'),
      () => storage.exists('a/b.txt'),
      () => storage.get('a/b.txt'),
      () => storage.delete('a/b.txt'),
      async () => {
        for await (const _file of storage.list('a/')) return;
      },
    ];
    renameSync(directory, aside);
    // A file where the folder was, and nothing at all: a disk that is gone must not pass for one without files.
    writeFileSync(directory, '');
    for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 503 });
    rmSync(directory);
    for (const call of calls.slice(1)) await expect(call()).rejects.toMatchObject({ status: 503 });
    renameSync(aside, directory);
    expect((await storage.head('a/b.txt'))?.size).toBe(1);
    expect(await storage.head('a/c.txt')).toBeNull();
  });

  it('of a bucket is said, for bytes and for streams', async () => {
    const storage = await createStorage(
      parseConfig({
        S3_BUCKET: 'b',
        S3_REGION: 'ap-south-1',
        S3_ENDPOINT: NOBODY,
        S3_ACCESS_KEY_ID: 'k',
        S3_SECRET_ACCESS_KEY: 'secret-key',
      }),
      { logger },
    );
    for (const body of [Buffer.from('x'), Readable.from([Buffer.from('x')])])
      await expect(storage.put('a/b.txt', body, options)).rejects.toMatchObject({
        status: 503,
        retryAfter: 10,
      });
    await expect(storage.get('a/b.txt')).rejects.toMatchObject({ status: 503 });
    await storage.stop();
  });
});
