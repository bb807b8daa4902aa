import { Transform } from 'node:stream';
import type { ByteRange, PutOptions, SignedUrlOptions } from './storage.js';

const MAX_SIGNED_SECONDS = 7 * 24 * 60 * 60;

/** Refuses what one kind of storage would take and another would not. */
export function assertPutOptions({ contentType, contentLength, metadata }: PutOptions): void {
  if (!/^[\x21-\x7e][\x20-\x7e]*$/.test(contentType))
    throw new TypeError('A content type is printable ASCII');
  if (contentLength !== undefined && (!Number.isSafeInteger(contentLength) || contentLength < 0)) {
    throw new RangeError('A content length is a whole number of bytes');
  }
  for (const [name, value] of Object.entries(metadata ?? {})) {
    if (!/^[a-z0-9-]+$/.test(name)) throw new TypeError(`"${name}" is not a name for metadata`);
    if (!/^[\x20-\x7e]*$/.test(value)) throw new TypeError(`The metadata "${name}" is not printable ASCII`);
  }
}

export function assertSignedUrlOptions({ expiresInSeconds }: SignedUrlOptions): void {
  if (
    !Number.isSafeInteger(expiresInSeconds) ||
    expiresInSeconds < 1 ||
    expiresInSeconds > MAX_SIGNED_SECONDS
  ) {
    throw new RangeError(`A signed URL is good for 1 to ${MAX_SIGNED_SECONDS} seconds`);
  }
}

export function assertRange({ start, end = start }: ByteRange): void {
  if (!Number.isSafeInteger(start) || start < 0 || !Number.isSafeInteger(end) || end < start) {
    throw new RangeError('A byte range is two whole numbers from 0, the second not below the first');
  }
}

/** Passes bytes through and counts them; fails as soon as they are more, or at the end fewer, than announced. */
export class ByteCounter extends Transform {
  bytes = 0;
  readonly #expected: number | undefined;

  constructor(expected: number | undefined) {
    super();
    this.#expected = expected;
  }

  override _transform(
    chunk: Buffer,
    _encoding: string,
    done: (error?: Error | null, chunk?: Buffer) => void,
  ): void {
    this.bytes += chunk.length;
    if (this.#expected !== undefined && this.bytes > this.#expected) done(this.#mismatch('more than'));
    else done(null, chunk);
  }

  override _flush(done: (error?: Error | null) => void): void {
    const short = this.#expected !== undefined && this.bytes < this.#expected;
    done(short ? this.#mismatch(`${this.bytes} instead of`) : null);
  }

  #mismatch(what: string): Error {
    return new Error(`The body has ${what} the ${this.#expected} bytes announced`);
  }
}
