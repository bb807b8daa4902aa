import { MAX_STEP, type RankBonus } from '#domain/search/search-explanation.js';
import { part, type SqlPart, joined } from './sql-part.js';
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
  synonym: [62, 48, 30, 12],
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

export function testsOf(forms: RankedForms): RankTest[] {
  return (Object.keys(worth) as (keyof RankedForms)[])
    .flatMap((kind) => {
      const form = forms[kind];
      return form ? places.map((place, n) => ({ kind, place, points: worth[kind][n] ?? 0, query: form(place) })) : []; // prettier-ignore
    })
    .sort((a, b) => b.points - a.points);
}

/** The best match of a group, in points. */
function groupSql(forms: RankedForms): SqlPart {
  const tests = testsOf(forms);
  return {
    sql: `case ${tests.map(({ points }) => `when d.words @@ ?::tsquery then ${points}`).join(' ')} else 0 end`,
    values: tests.map(({ query }) => query),
  };
}

/** What lifts a document behind the matches of its words, with the condition under which it has that. */
export interface Bonus {
  name: RankBonus;
  holds: SqlPart;
  points: number;
}

export function bonusesOf({ groups, whole, categories }: RankInput): Bonus[] {
  const exact = groups.flatMap(({ exact: form }) => form ?? []);
  const matches = (query: string) => part('d.words @@ ?::tsquery', query);
  const found: Bonus[] = [{ name: 'title', holds: matches(whole('AB')), points: NAMED }];
  if (exact.length === groups.length && groups.length > 1)
    found.push({ name: 'phrase', holds: matches(exact.map((form) => form('AB')).join(' <-> ')), points: PHRASE }); // prettier-ignore
  if (exact.length > 0)
    found.push({ name: 'names', holds: matches(exact.map((form) => form('C')).join(' | ')), points: IN_CATEGORY }); // prettier-ignore
  for (const category of categories)
    found.push({ name: 'category', holds: part('d.filters @> array[?::integer]', category), points: NAMED_CATEGORY }); // prettier-ignore
  return found;
}

/** How well a document `d` matches, in steps from 0 to 8: of documents that match all groups. */
export function rankSql(input: RankInput): SqlPart {
  const { groups, code } = input;
  const sum = joined(groups.map(groupSql), ' + ');
  const asPoints = (bonuses: readonly Bonus[]) =>
    joined(
      bonuses.map(({ holds, points }) => ({
        ...holds,
        sql: `case when ${holds.sql} then ${points} else 0 end`,
      })),
      ' + ',
    );
  const bonuses = bonusesOf(input);
  const plain = asPoints(bonuses.filter(({ name }) => name !== 'category'));
  const named = asPoints(bonuses.filter(({ name }) => name === 'category'));
  const more =
    named.sql === ''
      ? plain
      : {
          sql: `${plain.sql} + least(${MAX_NAMED}, ${named.sql})`,
          values: [...plain.values, ...named.values],
        };
  const step: SqlPart = {
    sql: `least(${MAX_STEP}, ((${sum.sql}) / ${Math.max(groups.length, 1)} + ${more.sql}) / ${STEP})`,
    values: [...sum.values, ...more.values],
  };
  if (!code) return step;
  return {
    sql: `case when d.words @@ ?::tsquery then ${code.isWhole ? MAX_STEP : CODE_PREFIX_STEP} else ${step.sql} end`,
    values: [code.query, ...step.values],
  };
}
