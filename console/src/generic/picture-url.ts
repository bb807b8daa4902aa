import { fileUrl } from '../lib/files-url.js';

/** Where a picture is shown from: a URL or a path as it is, a storage key by the address of the storage. */
export function pictureUrl(location: string | null | undefined): string | null {
  if (!location) return null;
  return /^(https?:\/)?\//.test(location) ? location : fileUrl(location);
}
