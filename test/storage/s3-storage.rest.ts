import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CreateBucketCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, test } from '@jest/globals';
import { createS3Storage } from '#integrations/storage/s3-storage.js';
import { createStorageWatch } from '#runtime/storage-watch.js';
import { freePort } from '../../scripts/supervisor/ports.mjs';
import { findProgram } from '../../scripts/topology/programs.mjs';
import { storageContract, type StorageUnderTest } from './storage-contract.js';

const credentials = { accessKeyId: 'storage-tests', secretAccessKey: 'storage-tests-secret' };
const region = 'us-east-1';
const bucket = 'haat-tests';

const server = findProgram('s3', process.env);

async function untilResponding(url: string, process: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (process.exitCode !== null) throw new Error(`versitygw ended with ${process.exitCode}`);
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('versitygw did not respond within 10 s');
}

/** Starts an S3 gateway over a temporary directory, with a bucket in it. */
async function startGateway(): Promise<StorageUnderTest & { endpoint: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'haat-s3-'));
  const [data, details] = [join(directory, 'data'), join(directory, 'details')];
  await mkdir(data);
  await mkdir(details);
  const port = await freePort();
  const gateway = spawn(
    server ?? '',
    [
      '--port',
      `127.0.0.1:${port}`,
      '--quiet',
      '--access',
      credentials.accessKeyId,
      '--secret',
      credentials.secretAccessKey,
      'posix',
      '--sidecar',
      details,
      data,
    ],
    { stdio: 'ignore' },
  );
  const endpoint = `http://127.0.0.1:${port}`;
  await untilResponding(endpoint, gateway);

  const client = new S3Client({ region, endpoint, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    endpoint,
    storage: createS3Storage({ bucket, region, endpoint, credentials }),
    async fetch(url) {
      const response = await fetch(url);
      return {
        status: response.status,
        body: await response.text(),
        disposition: response.headers.get('content-disposition'),
      };
    },
    async leftovers() {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
      return Uploads.map(({ Key }) => Key ?? '');
    },
    async close() {
      client.destroy();
      gateway.kill('SIGTERM');
      if (gateway.exitCode === null) await once(gateway, 'exit');
      await rm(directory, { recursive: true });
    },
  };
}

if (server !== undefined) {
  storageContract('S3', startGateway);

  test('a missing bucket is an error and not an absent object', async () => {
    const gateway = await startGateway();
    const storage = createS3Storage({ bucket: 'missing', region, endpoint: gateway.endpoint, credentials });
    try {
      await expect(storage.get('a')).rejects.toThrow(/bucket/i);
      await expect(storage.put('a', Buffer.from('x'), { contentType: 'text/plain' })).rejects.toThrow(
        /bucket/i,
      );
      const watch = createStorageWatch({
        storage,
        logger: { error: () => undefined, info: () => undefined },
      });
      await watch.check();
      expect(watch.problem()).toMatch(/NoSuchBucket: run `storage-setup`/);
    } finally {
      await storage.stop();
      await gateway.storage.stop();
      await gateway.close();
    }
  });
} else {
  describe('S3 as storage', () => {
    test.skip('skipped: no versitygw (npm run topology -- --build)', () => undefined);
  });
}

describe('S3, apart from what every storage does', () => {
  test('a service that cannot be reached is an error and not an absent object', async () => {
    const storage = createS3Storage({
      bucket,
      region,
      endpoint: `http://127.0.0.1:${await freePort()}`,
      credentials,
    });
    await expect(storage.get('a')).rejects.toThrow(/ECONNREFUSED/);
    await expect(storage.head('a')).rejects.toThrow(/ECONNREFUSED/);
    await expect(storage.put('a', Readable.from([Buffer.alloc(10)]), { contentType: 'a/b' })).rejects.toThrow(
      /ECONNREFUSED/,
    );
    await storage.stop();
  });

  test('public URLs are those of the bucket', () => {
    const publicUrl = (endpoint?: string) =>
      createS3Storage({ bucket: 'b', region, endpoint }).publicUrl('media/a.jpg');
    expect(publicUrl()).toBe('https://b.s3.us-east-1.amazonaws.com/media/a.jpg');
    expect(publicUrl('https://s3.example/')).toBe('https://s3.example/b/media/a.jpg');
  });
});
