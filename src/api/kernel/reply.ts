import type { Page } from '#domain/_shared/list-query.js';
import type { PageMetadata } from './list-query.js';

/**
 * Data that the database has already written as JSON, in the shape of `T`: it is sent as it is. For responses that are read
 * so often that taking them apart and putting them together again would show.
 */
export class JsonText<T> {
  declare private readonly shape: T;

  constructor(readonly text: string) {}
}

/** A response that says more than its data: another status, paging, headers. */
export class Reply<T> {
  constructor(
    readonly data: T,
    readonly options: { status?: number; metadata?: unknown; headers?: Record<string, string> } = {},
  ) {}
}

/** A response with the status `alsoSuccess` in the shape of `alsoResponse`, against which tests and development hold it. */
export class AlsoReply extends Reply<unknown> {}

/** Sends the browser elsewhere, from a route that declares `mayRedirect`. */
export class Redirect {
  constructor(readonly url: string) {}
}

/** A page of a list, its rows mapped to what is returned. */
export function pageReply<Row, T>(page: Page<Row>, map: (row: Row) => T): Reply<T[]> {
  return new Reply(page.rows.map(map), { metadata: metadataOf(page) });
}

/** A page of a list whose rows the database has written as a JSON array. */
export function jsonPageReply<T>(page: Page<unknown>, json: string): Reply<JsonText<T[]>> {
  return new Reply(new JsonText<T[]>(json), { metadata: metadataOf(page) });
}

function metadataOf(page: Page<unknown>): PageMetadata {
  const { rows, total, limit, offset, hasMore = offset + rows.length < total, totalExact } = page;
  return { total, limit, offset, hasMore, ...(totalExact === false && { totalExact }) };
}
