import { readCursor, writeCursor } from '#api/kernel/cursor-query.js';

export interface CursorPage {
  limit: number;
  cursor?: string;
}

export interface CursorRows<Row> {
  rows: Row[];
  metadata: { limit: number; hasMore: boolean; nextCursor: string | null };
}

/**
 * A page of rows that are ordered by their ids.
 * @param name of the list that the cursor belongs to
 * @param read returns up to one row more than the limit, behind the row with the id `after`
 */
export async function readByCursor<Row extends { id: string }>(
  { limit, cursor }: CursorPage,
  name: string,
  key: string,
  read: (after: string | undefined, limit: number) => Promise<Row[]>,
): Promise<CursorRows<Row>> {
  const after = cursor === undefined ? undefined : Buffer.from(readCursor(cursor, name, key)).toString();
  const found = await read(after, limit);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const nextCursor = last ? writeCursor(name, Buffer.from(last.id), key) : null;
  return { rows, metadata: { limit, hasMore: last !== undefined, nextCursor } };
}
