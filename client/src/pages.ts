import { type AnyInput, entryOf } from './send.js';
import type { CallResult, OperationId } from './types.js';

type Page = { data: unknown; metadata: unknown };
type Metadata = { hasMore?: boolean; nextCursor?: string | null; offset?: number } | undefined;

/** Every page of a list, one after the other, by its page number, offset or cursor; a list without paging is one page. */
export async function* readPages<Id extends OperationId>(
  call: (id: Id, input: AnyInput) => Promise<Page>,
  id: Id,
  input: AnyInput,
): AsyncGenerator<CallResult<Id>, void, void> {
  const [, , paging] = entryOf(id);
  let query = input.query ?? {};
  for (;;) {
    const page = await call(id, { ...input, query });
    yield page as CallResult<Id>;
    const metadata = page.metadata as Metadata;
    const rows = Array.isArray(page.data) ? page.data.length : 0;
    if (!metadata?.hasMore || rows === 0) return;
    if (paging === 'cursor') {
      if (!metadata.nextCursor) return;
      query = { ...query, cursor: metadata.nextCursor };
    } else if (paging === 'offset') query = { ...query, offset: (metadata.offset ?? 0) + rows };
    else if (paging === 'page') query = { ...query, page: Number(query['page'] ?? 1) + 1 };
    else return;
  }
}
