import { ENOUGH_PRODUCTS, leastWords, wordsIn } from '#domain/search/relaxation.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import type { SearchedIndex } from './index-version.js';
import { tablesOf } from './sql-part.js';
import { formOf, type MatchedGroup, matchOf, type TextMatch } from './text-match.js';

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

interface Choice {
  mask: number;
  /** How many documents have all of its groups. */
  count: number;
}

/** Of the groups of `within` so many: those that the most documents need. Undefined where no document has them all. */
function bestOf(rows: readonly MaskRow[], within: number, kept: number): Choice | undefined {
  const frequency = Array.from({ length: MAX_GROUPS }, (_, n) =>
    rows.reduce((sum, row) => sum + (row.titled & (2 ** n) ? row.count : 0), 0),
  );
  let best: (Choice & { needed: number; titled: number }) | undefined;
  for (let mask = 1; mask <= within; mask += 1) {
    if ((mask & within) !== mask || wordsIn(mask) !== kept) continue;
    let [titled, count] = [0, 0];
    for (const row of rows) {
      if ((row.mask & mask) === mask) count += row.count;
      if ((row.titled & mask) === mask) titled += row.count;
    }
    if (count === 0) continue;
    const needed = frequency.reduce((sum, times, n) => sum + (mask & (2 ** n) ? times : 0), 0);
    if (!best || needed > best.needed || (needed === best.needed && titled > best.titled))
      best = { mask, count, needed, titled };
  }
  return best;
}

/**
 * The groups to keep: all where a document has them, else as many as some document has, and then fewer until a page is found;
 * at least half of those that any document has, and two of three or more.
 */
function chooseMask(rows: readonly MaskRow[], groups: number): number | undefined {
  const known = wordsIn(rows.reduce((all, { mask }) => all | mask, 0));
  const least = leastWords(known, groups);
  const all = 2 ** groups - 1;
  const whole = bestOf(rows, all, groups);
  if (whole) return whole.mask;
  let chosen: Choice | undefined;
  for (let kept = groups - 1; kept >= least && (chosen?.count ?? 0) < ENOUGH_PRODUCTS; kept -= 1)
    chosen = bestOf(rows, chosen?.mask ?? all, kept) ?? chosen;
  return chosen?.mask;
}

/**
 * Leaves words out of a text that no document matches: first those that say nothing of a product, then others. One statement
 * tells which of the words documents have together. What is left out decides the order of what is found still.
 */
export function createTextRelaxation(database: SearchDatabase) {
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

  async function relax(at: SearchedIndex, { groups }: TextMatch): Promise<Relaxed | null> {
    const telling = groups.filter(({ isStopWord }) => !isStopWord);
    const wanted = (telling.length > 0 ? telling : groups).slice(0, MAX_GROUPS);
    const mask = chooseMask(await read(at.collection, wanted), wanted.length);
    if (mask === undefined) return null;
    const kept = wanted.filter((_group, n) => (mask & (2 ** n)) !== 0);
    const textOf = ({ text }: MatchedGroup) => text;
    const matched = kept.map(textOf);
    return {
      text: matchOf(kept, { optional: wanted.filter((group) => !kept.includes(group)) }),
      dropped: groups.filter((group) => !kept.includes(group)).map(textOf),
      matched,
    };
  }

  return {
    /** Null where too few of the words are left; of one word none can be left out. */
    async relax(at: SearchedIndex, text: TextMatch): Promise<Relaxed | null> {
      if (text.groups.length < 2) return null;
      const { collection, version } = at;
      const key = `${collection} ${text.match}`;
      const found = known.get(key);
      if (found && found.version >= version) return found.relaxed;
      const relaxed = await relax(at, text);
      if (known.size >= MAX_CACHED) known.clear();
      known.set(key, { version, relaxed });
      return relaxed;
    },
    clear: (): void => known.clear(),
  };
}
