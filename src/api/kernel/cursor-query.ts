import { issueOf } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import type { ListFilter } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { decrypt, encrypt, sha256 } from '#lib/crypto.js';
import { type FilterFieldType, filterText, operatorsOf, parseFilter, textList } from './list-query.js';
import { listForms } from './list-form.js';
import { wholeNumberText } from './values.js';

/** What a client asked of a list that goes on from a cursor. */
export interface CursorQuery {
  limit: number;
  filters: ListFilter[];
  cursor?: string;
}

/**
 * The cursor of a page that begins where `token` says, in the list of this `query`. Encrypted, so that clients neither
 * look into it nor make one up: what the source makes of a token that it did not make is undefined.
 */
export function writeCursor(query: string, token: Uint8Array, key: string): string {
  return encrypt(JSON.stringify([sha256(query), Buffer.from(token).toString('base64')]), key);
}

/** Reverses `writeCursor`. @throws AppError VALIDATION_ERROR for one that is not of this list with these filters */
export function readCursor(cursor: string, query: string, key: string): Uint8Array {
  try {
    const [written, token] = JSON.parse(decrypt(cursor, key)) as [string, string];
    if (written === sha256(query)) return Buffer.from(token, 'base64');
  } catch {
    // Answered below like one of another list: there is nothing more to say of it.
  }
  const message = 'must be a cursor of this list with the same filters';
  throw platformErrors.validation({}, { errors: [{ path: 'query.cursor', message, code: 'unreadable' }] });
}

/**
 * The query of a list whose source has no page numbers: `limit`, `cursor`, `filters[]`. `problem` says what the source
 * cannot do with a filter.
 */
export function cursorQuerySchema(
  fields: Record<string, FilterFieldType>,
  problem: (filter: ListFilter) => string | undefined,
) {
  const known = Object.keys(fields);
  const takes = (field: string) =>
    operatorsOf(fields[field]).filter(
      (operator) => problem({ field, operator, value: operator === 'in' ? ['1'] : '1' }) === undefined,
    );
  const schema = z
    .object({
      limit: wholeNumberText({ min: 1, max: 100, fallback: 20 }),
      cursor: z
        .string()
        .optional()
        .meta({ description: '`nextCursor` of the page before, with the same filters' }),
      'filters[]': z
        .preprocess(textList, z.array(filterText(known)))
        .optional()
        .meta({
          description: `Repeated \`field:operator:value\`. Fields: ${known.join(', ')}`,
          type: 'array',
          'x-filters': fields,
          'x-operators': Object.fromEntries(known.map((field) => [field, takes(field)])),
        }),
    })
    .transform((query, context): CursorQuery => {
      const fail = (message: string) => context.addIssue(issueOf('invalid_value', message, ['filters[]']));
      const filters: ListFilter[] = [];
      for (const text of query['filters[]'] ?? []) {
        const filter = parseFilter(text, fields);
        const wrong = typeof filter === 'string' ? filter : problem(filter);
        if (wrong !== undefined) fail(wrong);
        else if (typeof filter !== 'string') filters.push(filter);
      }
      return { limit: query.limit, filters, cursor: query.cursor };
    });
  return schema.register(listForms, { paging: 'cursor' });
}

/** Metadata of a list that goes on from a cursor. */
export const cursorMetadataSchema = z
  .object({ limit: z.int(), hasMore: z.boolean(), nextCursor: z.string().nullable() })
  .meta({ id: 'CursorMetadata' });
