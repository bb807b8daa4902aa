import type { SearchDatabase } from '#integrations/search/search-database.js';
import { VERSION_SQL } from './index-version.js';
import { type Candidates, unpackDocuments } from './packed-document.js';
import { rankOf } from './search-statement.js';
import { joined, part, type SqlPart, tablesOf } from './sql-part.js';
import type { TextMatch } from './text-match.js';

/** Beyond so many matches the database counts and sorts by itself. */
const MOST_CANDIDATES = 30_000;
/** How long a text that matches more is remembered as such. */
const TOO_MANY_MS = 60_000;
const MOST_BYTES = 48 * 2 ** 20;

/** The matches of a text as of one version; undefined where they are too many, or not all of them are packed. */
interface Known {
  version: number;
  candidates: Candidates | undefined;
  until: number;
}

interface Row {
  version: string | number;
  matches: number;
  packed: number;
  /** Base 64, like the ranks. */
  documents: string | null;
  ranks: string | null;
}

const bytesOf = (text: string) => Buffer.from(text, 'base64');

function statementOf(collection: string, text: TextMatch | null, ranked: boolean): SqlPart {
  const { documents } = tablesOf(collection);
  const where = joined([part('d.live'), ...(text ? [part('d.words @@ ?::tsquery', text.match)] : [])], ' and '); // prettier-ignore
  const rank = ranked && text ? rankOf(text.rank) : null;
  return {
    sql: `select ${VERSION_SQL}::bigint as version, count(*)::integer as matches, count(is_packed or null)::integer as packed,
        case when count(*) <= ${MOST_CANDIDATES} then encode(string_agg(packed, ''::bytea), 'base64') end as documents,
        ${rank ? `encode(string_agg(int4send(rank), ''::bytea), 'base64')` : 'null'} as ranks
      from (select d.packed, d.packed_at = d.read_at as is_packed, ${rank?.sql ?? 'null'} as rank from ${documents} d where ${where.sql}
        limit ${MOST_CANDIDATES + 1}) as matched`,
    values: [collection, ...(rank?.values ?? []), ...where.values],
  };
}

/**
 * The documents that match a text, in memory for as long as nothing is written to their collection: filters, orders,
 * pages and facets of the same text are made from them.
 */
export function createCandidateMemory(database: SearchDatabase, now: () => number = Date.now) {
  const known = new Map<string, Known>();
  const reading = new Map<string, Promise<Known>>();
  let bytes = 0;

  function forget(key: string): void {
    bytes -= known.get(key)?.candidates?.bytes ?? 0;
    known.delete(key);
  }

  function remember(key: string, found: Known): void {
    forget(key);
    known.set(key, found);
    bytes += found.candidates?.bytes ?? 0;
    for (const oldest of known.keys()) {
      if (bytes <= MOST_BYTES && known.size <= 5_000) break;
      forget(oldest);
    }
  }

  async function read(collection: string, text: TextMatch | null, ranked: boolean): Promise<Known> {
    const { sql, values } = statementOf(collection, text, ranked);
    const [row] = await database.rows<Row>(sql, values);
    const { version = 0, matches = 0, packed = 0, documents, ranks } = row ?? {};
    const isWhole = matches <= MOST_CANDIDATES && packed === matches;
    return {
      version: Number(version),
      candidates: isWhole
        ? unpackDocuments(bytesOf(documents ?? ''), matches, ranks ? bytesOf(ranks) : undefined)
        : undefined,
      until: now() + TOO_MANY_MS,
    };
  }

  /** What is under way may have begun before `version`: then it is read once more. */
  async function readOnce(key: string, version: number, ...of: Parameters<typeof read>): Promise<Known> {
    for (;;) {
      const running = reading.get(key);
      if (running) {
        const found = await running;
        if (found.version >= version) return found;
        continue;
      }
      const begun = read(...of).finally(() => reading.delete(key));
      reading.set(key, begun);
      const found = await begun;
      remember(key, found);
      return found;
    }
  }

  return {
    /** Those of this version or a later one; undefined where the database has to search by itself. */
    async get(
      { collection, version }: { collection: string; version: number },
      text: TextMatch | null,
      ranked: boolean,
    ): Promise<Candidates | undefined> {
      const key = `${collection} ${text?.match ?? ''} ${ranked ? (text?.rank ?? '') : ''}`;
      const found = known.get(key);
      if (found && (found.candidates ? found.version >= version : found.until > now())) {
        known.delete(key);
        known.set(key, found);
        return found.candidates;
      }
      return (await readOnce(key, version, collection, text, ranked)).candidates;
    },
    clear(): void {
      known.clear();
      bytes = 0;
    },
  };
}

export type CandidateMemory = ReturnType<typeof createCandidateMemory>;
