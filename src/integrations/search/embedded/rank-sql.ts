import { MAX_STEP, type RankBonus } from '#domain/search/search-explanation.js';
import { part, type SqlPart } from './sql-part.js';
import type { WordForm } from './word-form.js';

/** The forms of one group of a query, best first. */
export interface RankedForms {
  /** As written, its stem, the same number in another unit. */
  exact?: WordForm;
  synonym?: WordForm;
  prefix?: WordForm;
  typo?: WordForm;
}

export interface RankInput {
  groups: readonly RankedForms[];
  /** Those that a document may lack. */
  optional?: readonly RankedForms[];
  /** The whole text as documents hold their titles. */
  whole: WordForm;
  /** Ids of the terms of the categories that the text names. */
  categories: readonly number[];
  /** The text as a code, or as the beginning of one. */
  code?: CodeMatch;
}

/** Documents that have a code, or one that begins so. */
export interface CodeMatch {
  query: string;
  isWhole: boolean;
}

/**
 * What a form is worth by its place: as the thing that the title names, elsewhere in the title, as brand, category or tag,
 * in the description.
 */
const worth: Record<keyof RankedForms, readonly [A: number, B: number, C: number, D: number]> = {
  exact: [70, 56, 34, 14],
  // A step behind the word that was written.
  synonym: [58, 44, 28, 12],
  prefix: [42, 38, 26, 10],
  typo: [50, 42, 28, 8],
};
const places = ['A', 'B', 'C', 'D'] as const;

/** Behind the best match of each group: the words as a phrase of the title, and a title that names nothing else. */
const PHRASE = 12;
const NAMED = 16;
const IN_CATEGORY = 8;
/** For each category of the product that the text names, up to so many points in all. */
const NAMED_CATEGORY = 5;
const MAX_NAMED = 15;
/** Further categories that a text names are ignored. */
export const MAX_CATEGORIES = 6;
/** Points of a step: documents of one step are equal, so that stock decides next. */
const STEP = 12;
/** The step of a product with a code that begins as the text. */
const CODE_PREFIX_STEP = 4;

/** One way in which a group matches, best first. */
export interface RankTest {
  kind: keyof RankedForms;
  place: (typeof places)[number];
  points: number;
  query: string;
}

/** All ways, best first. */
const slots = (Object.keys(worth) as (keyof RankedForms)[])
  .flatMap((kind) => places.map((place, n) => ({ kind, place, points: worth[kind][n] ?? 0 })))
  .sort((a, b) => b.points - a.points);

export function testsOf(forms: RankedForms): RankTest[] {
  return slots.flatMap((slot) => {
    const form = forms[slot.kind];
    return form ? [{ ...slot, query: form(slot.place) }] : [];
  });
}

/** What lifts a document behind the matches of its words; null where the text has no such query. */
export function bonusQueries({
  groups,
  whole,
}: RankInput): Record<Exclude<RankBonus, 'category'>, string | null> {
  const exact = groups.flatMap(({ exact: form }) => form ?? []);
  const isPhrase = exact.length === groups.length && groups.length > 1;
  return {
    title: whole('AB'),
    phrase: isPhrase ? exact.map((form) => form('AB')).join(' <-> ') : null,
    names: exact.length > 0 ? exact.map((form) => form('C')).join(' | ') : null,
  };
}

/**
 * How well a document `d` matches. All that texts differ in stands in `q`, which belongs beside `d`: statements of texts
 * with as many groups are the same, so that the database plans them once.
 */
export interface RankPart {
  from: SqlPart;
  /** Points before those of categories, with the flags below. */
  points: string;
  /** In steps from 0 to 8: of documents that match all groups. */
  step: string;
}

/** Behind the points: the document has the text as a code, and it is one that the text names. */
export const CODE_FLAG = 2 ** 17;
export const NAMED_FLAG = 2 ** 16;
const FIXED = 5;

const holds = (place: number) => `d.words @@ q.tests[${place}]`;
const when = (condition: string, value: number | string, other: number | string = 0) =>
  `case when ${condition} then ${value} else ${other} end`;

/** The best match of a group, in points. @param missing where a document lacks it */
function groupSql(group: number, missing: number): string {
  const first = FIXED + group * slots.length + 1;
  const cases = slots.map(({ points }, n) => `when ${holds(first + n)} then ${points}`);
  return `case ${cases.join(' ')} else ${missing} end`;
}

const stepOfCode = ({ isWhole }: CodeMatch) => (isWhole ? MAX_STEP : CODE_PREFIX_STEP);

/** @param named those whose categories are learnt from */
export function rankSql(input: RankInput, named: string | null): RankPart {
  const { groups, optional = [], categories, code } = input;
  const all = [...groups, ...optional];
  const { title, phrase, names } = bonusQueries(input);
  const tests = all.flatMap((forms) => slots.map(({ kind, place }) => forms[kind]?.(place) ?? null));
  // A document that lacks a word stands a step behind those that have it, wherever they have it.
  const sum = all.map((_forms, n) => groupSql(n, n < groups.length ? 0 : -STEP * all.length)).join(' + ');
  const bonuses = [when(holds(2), NAMED), when(holds(3), PHRASE), when(holds(4), IN_CATEGORY)].join(' + ');
  const points = `greatest(0, (${sum || 0}) / ${Math.max(all.length, 1)} + ${bonuses})`;
  const filed = Array.from({ length: MAX_CATEGORIES }, (_, n) =>
    when(`q.categories[${n + 1}] = any(d.filters)`, NAMED_CATEGORY),
  );
  const step = `least(${MAX_STEP}, (${points} + least(${MAX_NAMED}, ${filed.join(' + ')})) / ${STEP})`;
  return {
    from: part(
      '(select ?::tsquery[] as tests, ?::integer[] as categories offset 0) as q',
      [code?.query ?? null, title, phrase, names, named, ...tests],
      [...categories],
    ),
    points: `(${points} + ${when(holds(1), CODE_FLAG)} + ${when(holds(5), NAMED_FLAG)})`,
    step: code ? when(holds(1), stepOfCode(code), step) : step,
  };
}

/** The same step of points that were read, for a document in so many of the categories that the text names. */
export function stepOf(points: number, categories: number, code: CodeMatch | undefined): number {
  if (code && points & CODE_FLAG) return stepOfCode(code);
  const more = Math.min(MAX_NAMED, categories * NAMED_CATEGORY);
  return Math.min(MAX_STEP, Math.floor(((points & (NAMED_FLAG - 1)) + more) / STEP));
}
