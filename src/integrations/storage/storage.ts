import type { Readable } from 'node:stream';

/** Where files are kept: invoices, exports, uploads, pictures. Keys are checked by `isStorageKey`. */
export interface Storage {
  /**
   * Stores an object as a whole: readers see the old one or the new one, never a part, and a failure leaves what was
   * there. A stream is passed through without being held in memory.
   * @throws StorageKeyError for an invalid key; the stream's own error; Error when the length is not as announced
   */
  put(key: string, body: Readable | Uint8Array, options: PutOptions): Promise<StoredObject>;

  /**
   * Opens an object, or a range of it, for reading; null when there is none. The body has to be read to its end or
   * destroyed. A range that begins behind the end gives an empty body, so that a reader may go on where it stopped.
   */
  get(key: string, range?: ByteRange): Promise<OpenObject | null>;

  /** What is known of an object without its content; null when there is none. */
  head(key: string): Promise<ObjectInfo | null>;

  exists(key: string): Promise<boolean>;

  /** Removes an object; one that is not there is no error. */
  delete(key: string): Promise<void>;

  /** All objects whose key begins with the prefix, in no certain order. */
  list(prefix: string): AsyncIterable<ListedObject>;

  /** A URL that gives the object to anyone who has it, until it expires. The object need not exist yet. */
  signedUrl(key: string, options: SignedUrlOptions): Promise<string>;

  /** The lasting URL of a public object (see `isPublicKey`). @throws StorageKeyError for any other key */
  publicUrl(key: string): string;

  /** Present when this process has to serve the URLs itself, under `/media`. */
  readonly local?: LocalAccess;

  /** Makes ready what is needed, and clears away what a crash left behind. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface PutOptions {
  contentType: string;
  /** Bytes, where known; another number of them is an error. */
  contentLength?: number;
  /** Names of lower-case letters, digits and hyphens; values of printable ASCII. */
  metadata?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

export interface StoredObject {
  /** Bytes. */
  size: number;
  /** With its quotation marks, as HTTP has it; changes whenever the content does. */
  etag: string;
}

export interface ObjectInfo extends StoredObject {
  contentType: string;
  lastModified: Date;
  metadata: Record<string, string>;
}

export interface OpenObject extends ObjectInfo {
  body: Readable;
  /** Bytes in `body`: `size`, or the part of it that the range covers. */
  contentLength: number;
}

/** Bytes from 0, both ends included; to the end of the object without `end`. */
export interface ByteRange {
  start: number;
  end?: number;
}

export interface ListedObject {
  key: string;
  size: number;
  lastModified: Date;
}

export interface SignedUrlOptions {
  /** 1 second to 7 days, the most that S3 signs for. */
  expiresInSeconds: number;
  /** Makes the browser save the file under this name instead of showing it. */
  downloadName?: string;
}

/** What a signed URL of our own allows. */
export interface SignedAccess {
  key: string;
  downloadName?: string;
}

export interface LocalAccess {
  /** Checks a request's URL (path and query are enough) under `/media/signed/`; null when it allows nothing. */
  verifySignedUrl(requestUrl: string): SignedAccess | null;
}
