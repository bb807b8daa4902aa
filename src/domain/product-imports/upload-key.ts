/** Where product files wait for their import. */
export const UPLOADS = 'imports/';

/** The storage key of an import's file. */
export function uploadKey(vendorId: string, importId: string): string {
  return `${UPLOADS}${vendorId}/${importId}.csv`;
}

/** The import that a key was made for, or null when it is not such a key. */
export function uploadedImportId(key: string): string | null {
  return /^imports\/[^/]+\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.csv$/.exec(key)?.[1] ?? null;
}
