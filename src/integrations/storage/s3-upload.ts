import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { ByteCounter } from './storage-options.js';
import type { PutOptions, StoredObject } from './storage.js';

/** Bytes in a part and parts on their way: together what a stream of any length takes in memory. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

interface UploadInput {
  client: S3Client;
  bucket: string;
  key: string;
  body: Readable | Uint8Array;
  options: PutOptions;
}

/** Uploads an object: in one request when its bytes are at hand, in parts when they come as a stream. */
export function uploadToS3(input: UploadInput): Promise<StoredObject> {
  const { body } = input;
  return body instanceof Uint8Array ? uploadBytes({ ...input, body }) : uploadStream({ ...input, body });
}

function parametersOf({ bucket, key, options }: UploadInput) {
  return { Bucket: bucket, Key: key, ContentType: options.contentType, Metadata: { ...options.metadata } };
}

async function uploadBytes(input: UploadInput & { body: Uint8Array }): Promise<StoredObject> {
  const { client, body, options } = input;
  const size = body.byteLength;
  if (options.contentLength !== undefined && options.contentLength !== size) {
    throw new Error(`The body has ${size} instead of the ${options.contentLength} bytes announced`);
  }
  const command = new PutObjectCommand({ ...parametersOf(input), Body: body, ContentLength: size });
  const { ETag: etag = '' } = await client.send(command, { abortSignal: options.signal });
  return { size, etag };
}

async function uploadStream(input: UploadInput & { body: Readable }): Promise<StoredObject> {
  const { client, body, options } = input;
  const counter = new ByteCounter(options.contentLength);
  const upload = new Upload({
    client,
    params: { ...parametersOf(input), Body: counter },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    leavePartsOnError: false,
  });
  // A failing source destroys the counter, and with it the upload, which then takes back the parts already sent.
  // Both are awaited, so that neither goes on after the failure was returned.
  const [fed, sent] = await Promise.allSettled([
    pipeline(body, counter, { signal: options.signal }),
    upload.done(),
  ]);
  // An upload that fails closes its source early; the reason for that is the upload's own.
  if (fed.status === 'rejected' && !(isPrematureClose(fed.reason) && sent.status === 'rejected'))
    throw fed.reason;
  if (sent.status === 'rejected') throw sent.reason;
  return { size: counter.bytes, etag: sent.value.ETag ?? '' };
}

function isPrematureClose(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
