import type { SearchDatabase } from '#integrations/search/search-database.js';
import { VERSION_SQL } from './index-version.js';
import { mergeCandidates } from './merge-candidates.js';
import { type Candidates, unpackDocuments } from './packed-document.js';
import { joined, part, type SqlPart, tablesOf } from './sql-part.js';
import type { TextMatch } from './text-match.js';

/** Beyond so many matches the database counts and sorts by itself. */
export interface CandidateLimits {
  ofText: number;
  /** Everything is what most pages of a storefront start from, so that more of it is worth its memory. */
  ofAll: number;
}

/** Candidates of everything take up to 16 MB. */
export const candidateLimits: CandidateLimits = { ofText: 30_000, ofAll: 120_000 };

/** Of more written documents, or of more than a twentieth, all matches are read anew. */
const MAX_CHANGED = 1_000;

/** What is searched for: a text, or everything; with ranks where the order needs them. */
export interface Wanted {
  collection: string;
  text: TextMatch | null;
  ranked: boolean;
  limits: CandidateLimits;
}

export interface ReadCandidates {
  version: number;
  /** Undefined where they are too many, or not all of them are packed. */
  candidates: Candidates | undefined;
}

interface Row {
  version: string | number;
  matches: number;
  packed: number;
  /** Base 64, like the ranks. */
  documents: string | null;
  ranks: string | null;
}

interface ChangedRow extends Row {
  /** How many versions since the known one are logged. */
  logged: number;
  /** Null where they are too many. */
  changed: string[] | null;
}

const maxOf = ({ text, limits }: Wanted) => (text ? limits.ofText : limits.ofAll);
const bytesOf = (text: string) => Buffer.from(text, 'base64');

/** The matches among the documents of `from`, in one row. */
function matchesOf(wanted: Wanted, from: SqlPart): SqlPart {
  const { text, ranked } = wanted;
  const most = maxOf(wanted);
  const where = joined([part('d.live'), ...(text ? [part('d.words @@ asked.match')] : [])], ' and ');
  const rank = ranked && text ? text.rank : null;
  const asked = part('(select ?::tsquery as match offset 0) as asked', text?.match ?? "'='");
  const beside = text ? joined([asked, ...(rank ? [rank.from] : [])], ', ') : null;
  return {
    sql: `select count(*)::integer as matches, count(is_packed or null)::integer as packed,
        case when count(*) <= ${most} then encode(string_agg(packed, ''::bytea), 'base64') end as documents,
        ${rank ? `encode(string_agg(int4send(rank), ''::bytea), 'base64')` : 'null'} as ranks
      from (select d.packed, d.packed_at = d.read_at as is_packed, ${rank?.points ?? 'null'} as rank from ${beside ? `${beside.sql}, ` : ''}${from.sql} and ${where.sql}
        limit ${most + 1}) as matched`,
    values: [...(beside?.values ?? []), ...from.values, ...where.values],
  };
}

function unpack({ matches, packed, documents, ranks }: Row, wanted: Wanted): Candidates | undefined {
  const { text, ranked } = wanted;
  if (matches > maxOf(wanted) || packed !== matches) return undefined;
  return unpackDocuments(
    bytesOf(documents ?? ''),
    matches,
    text && ranked ? bytesOf(ranks ?? '') : undefined,
  );
}

/** Reads all matches. */
export async function readCandidates(database: SearchDatabase, wanted: Wanted): Promise<ReadCandidates> {
  const { collection } = wanted;
  const matches = matchesOf(wanted, part(`${tablesOf(collection).documents} d where true`));
  const [row] = await database.rows<Row>(
    `select ${VERSION_SQL}::bigint as version, matches.* from (${matches.sql}) as matches`,
    [collection, ...matches.values],
  );
  return row
    ? { version: Number(row.version), candidates: unpack(row, wanted) }
    : { version: 0, candidates: undefined };
}

/**
 * Brings known matches up to the current version by reading the documents that were written since. Undefined where that
 * is not logged, or more than it is worth: then all are to be read.
 */
export async function readChanged(
  database: SearchDatabase,
  wanted: Wanted,
  known: { version: number; candidates: Candidates },
): Promise<ReadCandidates | undefined> {
  const { collection } = wanted;
  const maxChanged = Math.max(MAX_CHANGED, Math.floor(known.candidates.length / 20));
  const among = part(
    `${tablesOf(collection).documents} d where d.id = any(array(select unnest(ids) from changed))`,
  );
  const matches = matchesOf(wanted, among);
  const [row] = await database.rows<ChangedRow>(
    `with current as materialized (
       select ${VERSION_SQL}::bigint as version
     ), logged as materialized (
       select ids from search_changes, current
       where collection = ? and search_changes.version > ?::bigint and search_changes.version <= current.version
     ), changed as materialized (
       select array_agg(distinct id) as ids from (select unnest(ids) as id from logged) as entry
       having count(*) <= ?::integer
     )
     select current.version, (select count(*) from logged)::integer as logged,
       (select coalesce(ids, '{}')::text[] from changed) as changed, matches.*
     from current, (${matches.sql}) as matches`,
    [collection, collection, known.version, maxChanged, ...matches.values],
  );
  if (!row?.changed) return undefined;
  const version = Number(row.version);
  const written = unpack(row, wanted);
  if (written === undefined || row.logged !== version - known.version) return undefined;
  const candidates = mergeCandidates(known.candidates, new Set(row.changed), written);
  return candidates.length > maxOf(wanted) ? undefined : { version, candidates };
}
