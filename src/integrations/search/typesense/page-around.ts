/** The server takes no larger pages. */
const MAX_PER_PAGE = 250;

/** A page of the server, from 1, and how many of its products come before the wanted ones. */
export interface ServerPage {
  page: number;
  perPage: number;
  skipped: number;
}

/**
 * The smallest page that has `limit` products from `offset` on: before version 0.25 the server knows pages only. There is one
 * for every offset up to 100,000 and limit up to 100.
 */
export function pageAround(offset: number, limit: number): ServerPage {
  for (let perPage = Math.max(limit, 1); perPage <= MAX_PER_PAGE; perPage += 1) {
    const skipped = offset % perPage;
    if (skipped + limit <= perPage) return { page: (offset - skipped) / perPage + 1, perPage, skipped };
  }
  throw new RangeError(`No page of the search server has ${limit} products from ${offset} on`);
}
