import type { Page } from '#domain/_shared/list-query.js';
import type { PageMetadata } from './list-query.js';

/** An answer that says more than its data: another status, paging, headers. */
export class Reply<T> {
  constructor(
    readonly data: T,
    readonly options: { status?: number; metadata?: unknown; headers?: Record<string, string> } = {},
  ) {}
}

/** A page of a list, its rows mapped to what is answered. */
export function pageReply<Row, T>(page: Page<Row>, map: (row: Row) => T): Reply<T[]> {
  const { total, limit, offset } = page;
  const metadata: PageMetadata = { total, limit, offset, hasMore: offset + page.rows.length < total };
  return new Reply(page.rows.map(map), { metadata });
}
