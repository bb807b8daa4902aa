import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
  type GetObjectCommandOutput,
  type HeadObjectCommandOutput,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { create as contentDisposition } from 'content-disposition';
import { uploadToS3 } from './s3-upload.js';
import { assertPublicKey, assertStorageKey, isStorageKey } from './storage-key.js';
import { assertPutOptions, assertRange, assertSignedUrlOptions } from './storage-options.js';
import type { ByteRange, ObjectInfo, OpenObject, Storage } from './storage.js';

export interface S3StorageOptions {
  bucket: string;
  region: string;
  /** Of an S3-compatible service; AWS without it. */
  endpoint?: string;
  /** Without them the SDK looks where it always does (environment, instance role, …). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** To connect, in milliseconds: a service that does not respond should not hold up a request for minutes. */
const CONNECTION_TIMEOUT_MS = 5_000;

/** Without a byte either way, in milliseconds. Long, because the reader of a large body may be busy with a batch. */
const IDLE_TIMEOUT_MS = 120_000;

/**
 * Keeps objects in a bucket of S3 or a compatible service. The bucket has to exist; for public URLs to work it
 * lets everyone read `media/*` and nothing else.
 */
export function createS3Storage(options: S3StorageOptions): Storage {
  const { bucket, region, endpoint, credentials } = options;
  const checksums = endpoint ? 'WHEN_REQUIRED' : 'WHEN_SUPPORTED';
  const client = new S3Client({
    region,
    endpoint,
    credentials,
    // Compatible services are rarely reachable under their own name for each bucket.
    forcePathStyle: endpoint !== undefined,
    // Nor do they all know the checksums that newer SDKs send unasked.
    requestChecksumCalculation: checksums,
    responseChecksumValidation: checksums,
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
  });

  async function head(key: string): Promise<ObjectInfo | null> {
    if (!isStorageKey(key)) return null;
    try {
      const found = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
      return describe(found, found.ContentLength ?? 0);
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  return {
    head,

    async put(key, body, put) {
      assertStorageKey(key);
      assertPutOptions(put);
      return uploadToS3({ client, bucket, key, body, options: put });
    },

    async get(key, range) {
      if (range !== undefined) assertRange(range);
      if (!isStorageKey(key)) return null;
      try {
        const found = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: key, Range: range && rangeHeader(range) }),
        );
        return open(found);
      } catch (error) {
        if (isAbsent(error)) return null;
        if (!isBehindTheEnd(error)) throw error;
        const info = await head(key);
        return info && { ...info, contentLength: 0, body: Readable.from([]) };
      }
    },

    async exists(key) {
      return (await head(key)) !== null;
    },

    async delete(key) {
      assertStorageKey(key);
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },

    async *list(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key: key = '', Size: size = 0, LastModified: lastModified } of page.Contents ?? []) {
          if (isStorageKey(key) && lastModified !== undefined) yield { key, size, lastModified };
        }
      }
    },

    async signedUrl(key, signed) {
      assertStorageKey(key);
      assertSignedUrlOptions(signed);
      const { downloadName, expiresInSeconds } = signed;
      const disposition = downloadName === undefined ? undefined : contentDisposition(downloadName);
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentDisposition: disposition,
      });
      return getSignedUrl(client, command, { expiresIn: expiresInSeconds });
    },

    publicUrl(key) {
      assertPublicKey(key);
      const base = endpoint
        ? `${endpoint.replace(/\/+$/, '')}/${bucket}`
        : `https://${bucket}.s3.${region}.amazonaws.com`;
      return `${base}/${key}`;
    },

    start: () => Promise.resolve(),

    stop() {
      client.destroy();
      return Promise.resolve();
    },
  };
}

function rangeHeader({ start, end }: ByteRange): string {
  return `bytes=${start}-${end ?? ''}`;
}

function open(found: GetObjectCommandOutput): OpenObject {
  const contentLength = found.ContentLength ?? 0;
  const total = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1];
  if (!(found.Body instanceof Readable)) throw new Error('S3 answered without a body to read');
  return {
    ...describe(found, total === undefined ? contentLength : Number(total)),
    contentLength,
    body: found.Body,
  };
}

function describe(found: GetObjectCommandOutput | HeadObjectCommandOutput, size: number): ObjectInfo {
  return {
    size,
    etag: found.ETag ?? '',
    contentType: found.ContentType ?? 'application/octet-stream',
    lastModified: found.LastModified ?? new Date(0),
    metadata: found.Metadata ?? {},
  };
}

/** `NoSuchBucket` is a 404 too, and must not pass for an object that is not there. */
function isAbsent(error: unknown): boolean {
  return error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name);
}

function isBehindTheEnd(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416;
}
