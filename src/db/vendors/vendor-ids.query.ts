import type { Reader } from '#db/kernel/unit-of-work.js';

/** The ids of vendors behind `after`, in their order, so that a run over all of them goes page by page. */
export async function vendorIdsAfter(reader: Reader, after: string | null, limit: number): Promise<string[]> {
  const vendors = reader('vendors').orderBy('id').limit(limit);
  if (after) void vendors.where('id', '>', after);
  return await vendors.pluck('id');
}
