import type { EngineExplanation, RankBonus, WordPlaceName } from '#domain/search/search-explanation.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import { bonusQueries, rankSql, type RankTest, testsOf } from './rank-sql.js';
import { joined, part, type SqlPart, tablesOf } from './sql-part.js';
import type { TextMatch } from './text-match.js';

const placeNames: Record<RankTest['place'], WordPlaceName> = {
  A: 'name',
  B: 'title',
  C: 'names',
  D: 'description',
};

interface Row {
  matches: boolean;
  step: number;
  by_code: boolean;
  /** For each group the place of the first test that holds, from 1; null where none does. */
  best: (number | null)[];
  bonuses: boolean[];
}

/** The first of a group's tests that holds, from 1. */
function firstOf(tests: readonly RankTest[]): SqlPart {
  return {
    sql: `case ${tests.map((_test, n) => `when d.words @@ ?::tsquery then ${n + 1}`).join(' ')} end`,
    values: tests.map(({ query }) => query),
  };
}

/** Says of one document how it has the words of a text. `null` for a search without a text. */
export async function explainMatch(
  database: SearchDatabase,
  collection: string,
  text: TextMatch | null,
  { productId, categories }: { productId: string; categories: readonly number[] },
): Promise<EngineExplanation> {
  const { documents } = tablesOf(collection);
  const missing: EngineExplanation = {
    isListed: false,
    matches: false,
    words: [],
    byCode: false,
    step: null,
    bonuses: [],
  };
  if (text === null) {
    const found = await database.rows(`select from ${documents} d where d.id = ? and d.live`, [productId]);
    return { ...missing, isListed: found.length > 0, matches: found.length > 0 };
  }
  const tests = text.groups.map(({ forms }) => testsOf(forms));
  const rank = rankSql({ ...text.ranked, categories }, null);
  const bonuses = [
    ...Object.entries(bonusQueries(text.ranked)).map(([name, query]) => ({
      name: name as RankBonus,
      holds: part('coalesce(d.words @@ ?::tsquery, false)', query),
    })),
    { name: 'category' as const, holds: part('d.filters && ?::integer[]', [...categories]) },
  ];
  const columns = joined(
    [
      part('d.words @@ ?::tsquery as matches', text.match),
      part(`${rank.step} as step`),
      part('d.words @@ ?::tsquery as by_code', text.ranked.code?.query ?? `'='`),
      wrapped('best', tests.map(firstOf)),
      wrapped(
        'bonuses',
        bonuses.map(({ holds }) => holds),
      ),
    ],
    ', ',
  );
  const [row] = await database.rows<Row>(
    `select ${columns.sql} from ${documents} d cross join ${rank.from.sql} where d.id = ? and d.live`,
    [...columns.values, ...rank.from.values, productId],
  );
  const words = text.groups.map(({ text: written, corrected }, n) => {
    const test = tests[n]?.[(row?.best[n] ?? 0) - 1];
    const match = test ? { by: test.kind, in: placeNames[test.place] } : null;
    return { text: written, ...(corrected !== undefined && { corrected }), match };
  });
  if (!row) return { ...missing, words };
  const held = bonuses.filter((_bonus, n) => row.bonuses[n]).map(({ name }) => name);
  return {
    isListed: true,
    matches: row.matches,
    words,
    byCode: row.by_code,
    step: row.matches ? row.step : null,
    bonuses: held,
  };
}

function wrapped(name: string, parts: readonly SqlPart[]): SqlPart {
  const list = joined(parts, ', ');
  return { sql: `json_build_array(${list.sql}) as ${name}`, values: list.values };
}
