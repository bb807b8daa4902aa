import { attentionKinds } from '#db/attention-kinds.js';
import type { AttentionKind } from '#db/kernel/attention-kind.js';
import { isoSql } from '#db/kernel/json-sql.js';
import { boundedRead } from '#db/kernel/bounded-read.js';
import type { Knex } from '#db/kernel/knex.js';

/** Beyond this nobody needs the number. */
export const COUNTED = 1_000;
const NEWEST = 5;

export interface AttentionItem {
  id: string;
  title: string;
  reason: string | null;
  /** ISO 8601. */
  at: string | null;
  link: string;
}

/** How many rows of a kind wait, up to `COUNTED` and one more, and the newest five. */
export interface AttentionCount {
  kind: string;
  count: number;
  newest: AttentionItem[];
  /** Why the rows could not be read; their count is 0 then. */
  unread?: string;
}

const counted = ({ kind, sql }: AttentionKind) =>
  `select '${kind}' as kind, (select count(*)::int from (select 1 from (${sql}) as every limit ${COUNTED + 1}) as bounded) as count,
     coalesce((select jsonb_agg(jsonb_build_object('id', id, 'title', title, 'reason', reason, 'link', link,
         'at', ${isoSql('at')}))
       from (select * from (${sql}) as latest limit ${NEWEST}) as five), '[]'::jsonb) as newest`;

// A question mark in a link is not a placeholder of the statement.
const readable = (sql: string) => sql.replaceAll('?', '\\?');
const statement = readable(attentionKinds.map(counted).join(' union all '));

/**
 * What waits for a person, of every kind that a feature declares, in one statement. Where that fails, each kind is read on its
 * own: a table that is locked hides its own rows and no others.
 */
export async function readAttention(knex: Knex): Promise<AttentionCount[]> {
  try {
    return await boundedRead<AttentionCount>(knex, statement);
  } catch {
    // Which kind it was is found out below.
  }
  const found: AttentionCount[] = [];
  let failed = 0;
  for (const kind of attentionKinds)
    try {
      found.push(...(await boundedRead<AttentionCount>(knex, readable(counted(kind)))));
    } catch (error) {
      failed += 1;
      // Not one can be read: the database itself is away.
      if (failed === attentionKinds.length) throw error;
      const unread = (error as Error).message.split(' - ').at(-1) ?? '';
      found.push({ kind: kind.kind, count: 0, newest: [], unread });
    }
  return found;
}
