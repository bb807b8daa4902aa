import { isStorageKey } from '#domain/_shared/storage-key.js';

export { isStorageKey };

/** A key that cannot be stored under; a mistake in the program, never a client's. */
export class StorageKeyError extends Error {
  constructor(key: string, rule: string) {
    super(`"${key.slice(0, 100)}" ${rule}`);
    this.name = 'StorageKeyError';
  }
}

const PUBLIC_PREFIX = 'media/';

/** Below this path signed URLs are served, so that no public object can be there. */
const SIGNED_PREFIX = 'media/signed/';

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
