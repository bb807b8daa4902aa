/** How old an image must be to be listed as unused: one that was just uploaded waits for the form that names it. */
export const UNUSED_AFTER_DAYS = 30;

const MEGABYTE = 1024 * 1024;

/** `312.4 MB`, for messages. */
export function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/** Whether an image of `size` bytes still fits into a vendor's quota, in megabytes. */
export function fitsQuota(usedBytes: number, size: number, quotaMegabytes: number): boolean {
  return usedBytes + size <= quotaMegabytes * MEGABYTE;
}
