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
export const MAX_STEP = 8;
/** The step of a product with a code that begins as the text. */
const CODE_PREFIX_STEP = 4;

/** The best match of a group, in points. */
function groupSql(forms: RankedForms): SqlPart {
  const tests = (Object.keys(worth) as (keyof RankedForms)[])
    .flatMap((kind) => {
      const form = forms[kind];
      return form ? places.map((place, n) => ({ points: worth[kind][n] ?? 0, query: form(place) })) : [];
    })
    .sort((a, b) => b.points - a.points);
  return {
    sql: `case ${tests.map(({ points }) => `when d.words @@ ?::tsquery then ${points}`).join(' ')} else 0 end`,
    values: tests.map(({ query }) => query),
  };
}

/** How well a document `d` matches, in steps from 0 to 8: of documents that match all groups. */
export function rankSql({ groups, whole, categories, code }: RankInput): SqlPart {
  const each = groups.map(groupSql);
  const sum = joined(each, ' + ');
  const bonus = (query: string, points: number) =>
    part(`case when d.words @@ ?::tsquery then ${points} else 0 end`, query);
  const exact = groups.flatMap(({ exact: form }) => form ?? []);
  const bonuses = [
    bonus(whole('AB'), NAMED),
    ...(exact.length === groups.length && groups.length > 1
      ? [bonus(exact.map((form) => form('AB')).join(' <-> '), PHRASE)]
      : []),
    ...(exact.length > 0 ? [bonus(exact.map((form) => form('C')).join(' | '), IN_CATEGORY)] : []),
    ...(categories.length > 0
      ? [
          part(
            `least(${MAX_NAMED}, ${categories.map(() => `case when d.filters @> array[?::integer] then ${NAMED_CATEGORY} else 0 end`).join(' + ')})`,
            ...categories,
          ),
        ]
      : []),
  ];
  const more = joined(bonuses, ' + ');
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
