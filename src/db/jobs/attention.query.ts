import { attentionKinds } from '#db/attention-kinds.js';
import type { AttentionKind } from '#db/kernel/attention-kind.js';
import { isoSql } from '#db/kernel/json-sql.js';
import type { Reader } from '#db/kernel/unit-of-work.js';

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
}

const counted = ({ kind, sql }: AttentionKind) =>
  `select '${kind}' as kind, (select count(*)::int from (select 1 from (${sql}) as every limit ${COUNTED + 1}) as bounded) as count,
     coalesce((select jsonb_agg(jsonb_build_object('id', id, 'title', title, 'reason', reason, 'link', link,
         'at', ${isoSql('at')}))
       from (select * from (${sql}) as latest limit ${NEWEST}) as five), '[]'::jsonb) as newest`;

// A question mark in a link is not a placeholder of the statement.
const statement = attentionKinds.map(counted).join(' union all ').replaceAll('?', '\\?');

/** What waits for a person, of every kind that a feature declares, in one statement. */
export async function readAttention(reader: Reader): Promise<AttentionCount[]> {
  const { rows } = await reader.raw<{ rows: AttentionCount[] }>(statement);
  return rows;
}
