import { Readable } from 'node:stream';
import type { AppError } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { recordFullDisk } from '#lib/full-disk.js';
import type { Storage } from './storage.js';

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** Of a folder that is gone, read-only or not ours: an unmounted disk looks like this. */
const FOLDER = new Set(['EACCES', 'EPERM', 'EIO', 'EROFS', 'ENOTDIR', 'ENODEV', 'ENXIO', 'ESTALE', 'EBUSY']);
const FULL = new Set(['ENOSPC', 'EDQUOT']);
/** Names that S3 and compatible services give; a key that was rotated is an outage until the new one is configured. */
const SERVICE = new Set([
  'NoSuchBucket',
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'RequestTimeTooSkewed',
  'SlowDown',
  'TimeoutError',
]);

interface StorageError extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Errors that broke a file while it was being read: they reach the reader as they are. */
const whileReading = new WeakMap<object, AppError>();

/** What an error of a storage's own calls means, or undefined for one that would come again. */
function outageOf(thrown: unknown): AppError | undefined {
  const error = thrown as StorageError;
  const { code = '', name } = error;
  if (FULL.has(code)) {
    recordFullDisk('storage');
    return platformErrors.diskFull({}, { retryAfter: 30, cause: error });
  }
  const status = error.$metadata?.httpStatusCode ?? 0;
  const isAway =
    NETWORK.has(code) || FOLDER.has(code) || SERVICE.has(name) || status >= 500 || status === 429;
  return isAway ? platformErrors.storageUnavailable({}, { retryAfter: 10, cause: error }) : undefined;
}

/** Whether an error that both a source and the storage failed with began in the storage: pipelines pass it to both. */
const isOfStorage = (error: StorageError) =>
  error.$metadata !== undefined || FOLDER.has(error.code ?? '') || FULL.has(error.code ?? '');

/** The failure of a reader whose file the storage interrupted; undefined for every other error. */
export function storageUnavailable(error: unknown): AppError | undefined {
  return typeof error === 'object' && error !== null ? whileReading.get(error) : undefined;
}

/**
 * The same storage, whose outages (unreachable, refusing, full) are errors that say so: 503 to a request, and a reason to
 * wait to a workflow (`awaitOutage`). All other errors stay as they are.
 */
export function sayingOutages(storage: Storage): Storage {
  async function call<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      throw outageOf(error) ?? error;
    }
  }

  return {
    ...storage,

    async put(key, body, options) {
      let ofSource: unknown;
      if (body instanceof Readable) body.once('error', (error) => (ofSource = error));
      try {
        return await storage.put(key, body, options);
      } catch (error) {
        const isFromStorage = error !== ofSource || isOfStorage(error as StorageError);
        throw (isFromStorage ? outageOf(error) : undefined) ?? error;
      }
    },

    async get(key, range) {
      const object = await call(() => storage.get(key, range));
      object?.body.once('error', (error) => {
        const outage = outageOf(error);
        if (outage) whileReading.set(error, outage);
      });
      return object;
    },

    head: (key) => call(() => storage.head(key)),
    exists: (key) => call(() => storage.exists(key)),
    delete: (key) => call(() => storage.delete(key)),

    async *list(prefix) {
      try {
        yield* storage.list(prefix);
      } catch (error) {
        throw outageOf(error) ?? error;
      }
    },
  };
}
