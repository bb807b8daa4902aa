/** A key that cannot be stored under; a mistake in the program, never a client's. */
export class StorageKeyError extends Error {
  constructor(key: string, rule: string) {
    super(`"${key.slice(0, 100)}" ${rule}`);
    this.name = 'StorageKeyError';
  }
}

const MAX_KEY_LENGTH = 512;

/** Beginning with a letter or digit, a segment can be neither `..` nor a hidden file. */
const segment = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

const PUBLIC_PREFIX = 'media/';

/** Below this path signed URLs are served, so that no public object can be there. */
const SIGNED_PREFIX = 'media/signed/';

/**
 * Whether text can be a key: segments of letters, digits, dots, hyphens and underscores with slashes between, at
 * most 512 characters. Such a key is the same in a URL, in S3 and as a path in any file system. No key may be a
 * folder of another one (`a` and `a/b`), which S3 would allow but directories do not.
 */
export function isStorageKey(text: string): boolean {
  return text.length <= MAX_KEY_LENGTH && text.split('/').every((part) => segment.test(part));
}

/** Whether an object may be seen by everyone: those under `media/`. Everything else needs a signed URL. */
export function isPublicKey(key: string): boolean {
  return isStorageKey(key) && key.startsWith(PUBLIC_PREFIX) && !key.startsWith(SIGNED_PREFIX);
}

export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new StorageKeyError(key, 'is not a storage key');
  if (key.startsWith(SIGNED_PREFIX)) throw new StorageKeyError(key, 'lies where signed URLs are served');
}

export function assertPublicKey(key: string): void {
  if (!isPublicKey(key))
    throw new StorageKeyError(key, `is not public: public keys begin with ${PUBLIC_PREFIX}`);
}
