import type { SearchDatabase } from '#integrations/search/search-database.js';
import type { SearchedIndex } from './index-version.js';
import { tablesOf } from './sql-part.js';
import { formOf, type MatchedGroup, type TextMatch, type TextMatcher } from './text-match.js';

/** Groups that are tried: a longer text is as good as its first so many. */
const MAX_GROUPS = 8;
/** Documents that are looked at for which groups they have. */
const MAX_DOCUMENTS = 20_000;
const MAX_CACHED = 5_000;

export interface Relaxed {
  text: TextMatch;
  /** As they were written. */
  dropped: string[];
  matched: string[];
}

interface MaskRow {
  /** Bit n: whether documents have group n, and whether their titles have. */
  mask: number;
  titled: number;
  count: number;
}

const bitsOf = (mask: number) => mask.toString(2).replaceAll('0', '').length;

/**
 * The groups to keep: as many as some document has, at least half of them; of as many those that the most documents need.
 */
function chooseMask(rows: readonly MaskRow[], groups: number): number | undefined {
  const frequency = Array.from({ length: groups }, (_, n) =>
    rows.reduce((sum, row) => sum + (row.titled & (2 ** n) ? row.count : 0), 0),
  );
  let best: { mask: number; kept: number; needed: number; titled: number } | undefined;
  for (let mask = 1; mask < 2 ** groups; mask += 1) {
    const kept = bitsOf(mask);
    if (kept * 2 < groups || (best && kept < best.kept)) continue;
    let [titled, count] = [0, 0];
    for (const row of rows) {
      if ((row.mask & mask) === mask) count += row.count;
      if ((row.titled & mask) === mask) titled += row.count;
    }
    if (count === 0) continue;
    const needed = frequency.reduce((sum, times, n) => sum + (mask & (2 ** n) ? times : 0), 0);
    const better =
      !best || kept > best.kept || needed > best.needed || (needed === best.needed && titled > best.titled);
    if (better) best = { mask, kept, needed, titled };
  }
  return best?.mask;
}

/**
 * Leaves words out of a text that no document matches: first those that say nothing of a product, then as few others as
 * it takes. One statement tells which of the words documents have together.
 */
export function createTextRelaxation(database: SearchDatabase, matcher: Pick<TextMatcher, 'ofGroups'>) {
  const known = new Map<string, { version: number; relaxed: Relaxed | null }>();

  async function read(collection: string, groups: readonly MatchedGroup[]): Promise<MaskRow[]> {
    const forms = groups.map(({ forms: of }) => formOf(of));
    const bits = (weights: string) =>
      forms.map((_form, n) => `case when d.words @@ ?::tsquery then ${2 ** n} else 0 end`).join(' + ') +
      (weights === '' ? ' as mask' : ' as titled');
    const queries = (weights: string) => forms.map((form) => form?.(weights) ?? `'='`);
    return database.rows<MaskRow>(
      `select mask, titled, count(*)::integer as count from (
         select ${bits('')}, ${bits('AB')} from ${tablesOf(collection).documents} d
         where d.live and d.words @@ ?::tsquery limit ${MAX_DOCUMENTS}) as documents
       group by mask, titled`,
      [...queries(''), ...queries('AB'), queries('').join(' | ')],
    );
  }

  async function relax(at: SearchedIndex, { groups }: TextMatch, isRanked: boolean): Promise<Relaxed | null> {
    const telling = groups.filter(({ isStopWord }) => !isStopWord);
    const wanted = (telling.length > 0 ? telling : groups).slice(0, MAX_GROUPS);
    const mask = chooseMask(await read(at.collection, wanted), wanted.length);
    if (mask === undefined) return null;
    const kept = wanted.filter((_group, n) => (mask & (2 ** n)) !== 0);
    const textOf = ({ text }: MatchedGroup) => text;
    const matched = kept.map(textOf);
    return {
      text: await matcher.ofGroups(at, kept, { isRanked }),
      dropped: groups.filter((group) => !kept.includes(group)).map(textOf),
      matched,
    };
  }

  return {
    /** Null where too few of the words are left; of one word none can be left out. */
    async relax(at: SearchedIndex, text: TextMatch, isRanked: boolean): Promise<Relaxed | null> {
      if (text.groups.length < 2) return null;
      const { collection, version } = at;
      const key = `${collection} ${isRanked} ${text.match}`;
      const found = known.get(key);
      if (found && found.version >= version) return found.relaxed;
      const relaxed = await relax(at, text, isRanked);
      if (known.size >= MAX_CACHED) known.clear();
      known.set(key, { version, relaxed });
      return relaxed;
    },
    clear: (): void => known.clear(),
  };
}
