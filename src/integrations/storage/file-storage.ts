import type { BigIntStats } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Clock } from '#lib/clock.js';
import type { Logger } from '#lib/logger.js';
import { isAbsent, isAbsentBelow, isFolderClash, walkFiles } from './file-tree.js';
import { assertPublicKey, assertStorageKey, isStorageKey, StorageKeyError } from './storage-key.js';
import { assertPutOptions, assertRange } from './storage-options.js';
import type { ObjectInfo, PutOptions, Storage } from './storage.js';
import { sweepTemporaryFiles, writeTemporaryFile } from './temporary-files.js';
import { createUrlSigner } from './url-signer.js';

/** What the file system does not keep of an object stands in a file beside it; `@` is not allowed in keys. */
const DETAILS_SUFFIX = '@details.json';

type Details = Pick<ObjectInfo, 'contentType' | 'metadata'>;

export interface FileStorageOptions {
  /** Made when it is missing. */
  directory: string;
  /** The platform's own base URL, without a slash at the end. */
  baseUrl: string;
  /** Signs URLs; at least 32 characters that nobody else has. */
  signingSecret: string;
  clock: Clock;
  logger: Logger;
}

/**
 * Keeps objects as files: `<directory>/objects/<key>`. An object is written in `<directory>/temporary` and then
 * moved to its place, which replaces the old one at once. Safe for several processes on one file system.
 */
export function createFileStorage(options: FileStorageOptions): Storage {
  const objects = resolve(options.directory, 'objects');
  const temporary = resolve(options.directory, 'temporary');
  const signer = createUrlSigner({ ...options, secret: options.signingSecret });
  const pathOf = (key: string) => join(objects, key);

  async function head(key: string): Promise<ObjectInfo | null> {
    if (!isStorageKey(key)) return null;
    try {
      const stats = await stat(pathOf(key), { bigint: true });
      return stats.isFile() ? await describe(pathOf(key), stats) : null;
    } catch (error) {
      if (await isAbsentBelow(objects, error)) return null;
      throw error;
    }
  }

  return {
    local: { verifySignedUrl: (requestUrl) => signer.verify(requestUrl) },
    head,

    async put(key, body, put) {
      assertStorageKey(key);
      assertPutOptions(put);
      const written = await writeTemporaryFile(temporary, body, put);
      try {
        await mkdir(dirname(pathOf(key)), { recursive: true });
        await writeDetails(pathOf(key), put);
        const { mtimeNs } = await stat(written.path, { bigint: true });
        await rename(written.path, pathOf(key));
        return { size: written.size, etag: etagOf(mtimeNs, written.size) };
      } catch (error) {
        await rm(written.path, { force: true });
        if (isFolderClash(error))
          throw new StorageKeyError(key, 'is a folder of other keys, or lies below one');
        throw error;
      }
    },

    async get(key, range) {
      if (range !== undefined) assertRange(range);
      if (!isStorageKey(key)) return null;
      const file = await openFile(objects, pathOf(key));
      if (file === null) return null;
      try {
        // Of the open file, so that what is said and what is read belong together when it is being replaced.
        const info = await describe(pathOf(key), await file.stat({ bigint: true }));
        const start = range?.start ?? 0;
        const end = Math.min(range?.end ?? Infinity, info.size - 1);
        const contentLength = Math.max(0, end - start + 1);
        if (contentLength > 0) {
          return { ...info, contentLength, body: file.createReadStream({ start, end }) };
        }
        await file.close();
        return { ...info, contentLength, body: Readable.from([]) };
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async exists(key) {
      return (await head(key)) !== null;
    },

    async delete(key) {
      assertStorageKey(key);
      for (const path of [pathOf(key), pathOf(key) + DETAILS_SUFFIX]) {
        try {
          await rm(path);
        } catch (error) {
          if (!(await isAbsentBelow(objects, error))) throw error;
        }
      }
    },

    async *list(prefix) {
      for await (const { path: key, size, lastModified } of walkFiles(objects, prefix)) {
        if (isStorageKey(key)) yield { key, size, lastModified };
      }
    },

    signedUrl(key, signed) {
      assertStorageKey(key);
      return Promise.resolve(signer.sign(key, signed));
    },

    publicUrl(key) {
      assertPublicKey(key);
      return `${options.baseUrl}/${key}`;
    },

    async start() {
      await mkdir(objects, { recursive: true });
      const removed = await sweepTemporaryFiles(temporary, options.clock.now());
      if (removed > 0) options.logger.info({ removed }, 'storage: removed temporary files left by a crash');
    },

    stop: () => Promise.resolve(),
  };

  /**
   * The details are in place before the object: without it they mean nothing. While an object is being replaced by
   * one of another type, a reader may for a moment get the new type with the old bytes.
   */
  async function writeDetails(path: string, { contentType, metadata }: PutOptions): Promise<void> {
    const details: Details = { contentType, metadata: { ...metadata } };
    const bytes = Buffer.from(JSON.stringify(details));
    const written = await writeTemporaryFile(temporary, bytes, {});
    await rename(written.path, path + DETAILS_SUFFIX);
  }
}

async function openFile(root: string, path: string) {
  try {
    const file = await open(path, 'r');
    if ((await file.stat()).isFile()) return file;
    await file.close();
    return null;
  } catch (error) {
    if (await isAbsentBelow(root, error)) return null;
    throw error;
  }
}

async function describe(path: string, stats: BigIntStats): Promise<ObjectInfo> {
  const size = Number(stats.size);
  return { ...(await readDetails(path)), size, lastModified: stats.mtime, etag: etagOf(stats.mtimeNs, size) };
}

async function readDetails(path: string): Promise<Details> {
  try {
    return JSON.parse(await readFile(path + DETAILS_SUFFIX, 'utf8')) as Details;
  } catch (error) {
    // A file that somebody copied into the directory.
    if (isAbsent(error)) return { contentType: 'application/octet-stream', metadata: {} };
    throw error;
  }
}

function etagOf(mtimeNs: bigint, size: number): string {
  return `"${mtimeNs.toString(36)}-${size.toString(36)}"`;
}
