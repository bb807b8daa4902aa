import { type Columns, instant, jsonOf, nullable, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { foldedWords } from './fold-text.js';
import { stemWord } from './word-stem.js';

export const boostKinds = ['brand', 'tag', 'new'] as const;
export type BoostKind = (typeof boostKinds)[number];

/** Low, medium and high: the place of a product is divided by two, four or eight. */
export const boostStrengths = [1, 2, 3] as const;
export type BoostStrength = (typeof boostStrengths)[number];

/** Lifts the products of a brand or tag, or those that were published in the last `days`. */
export type Boost =
  | { kind: 'brand' | 'tag'; id: string; strength: BoostStrength }
  | { kind: 'new'; days: number; strength: BoostStrength };

export interface Pin {
  productId: string;
  /** From 1. */
  position: number;
}

/** What a rule does to the order of a result. */
export interface Arrangement {
  pins: Pin[];
  /** Products that come last. */
  buried: string[];
  boosts: Boost[];
}

/** What operators decide for one text, one category, or a text within a category. */
export const searchRuleColumns = {
  pins: jsonOf<Arrangement['pins']>(),
  buried: jsonOf<Arrangement['buried']>(),
  boosts: jsonOf<Arrangement['boosts']>(),
  id: uuid,
  /** As it was written; null where the rule is for a category alone. */
  query: nullable(text),
  categoryId: nullable(uuid),
  /** A path or address of the shop that a search for the text leads to. */
  redirect: nullable(text),
  activeFrom: nullable(instant),
  activeUntil: nullable(instant),
  createdBy: text,
  updatedBy: text,
  createdAt: instant,
  updatedAt: instant,
} as const satisfies Columns;
export type SearchRule = RowOf<typeof searchRuleColumns>;

export const MAX_PINS = 20;
export const MAX_POSITION = 100;
export const MAX_BURIED = 50;
export const MAX_BOOSTS = 10;

/** A text as rules are looked up by: folded words by their stems, as searches compare them. Empty without words. */
export function ruleKey(query: string): string {
  return foldedWords(query).map(stemWord).join(' ');
}

/** What a process keeps of each rule. */
export interface KeptRule extends Arrangement {
  id: string;
  /** Empty for a rule of a category alone. */
  queryKey: string;
  categorySlug: string | null;
  redirect: string | null;
  activeFrom: Date | null;
  activeUntil: Date | null;
}

const placeKey = (queryKey: string, categorySlug: string | null) => `${categorySlug ?? ''}\n${queryKey}`;

/** Rules by what they are for. */
export type RuleTable = ReadonlyMap<string, readonly KeptRule[]>;

/** Of several rules for the same, the one that became active last comes first. */
export function ruleTable(rules: readonly KeptRule[]): RuleTable {
  const table = new Map<string, KeptRule[]>();
  const from = ({ activeFrom }: KeptRule) => activeFrom?.getTime() ?? 0;
  for (const rule of [...rules].sort((a, b) => from(b) - from(a))) {
    const key = placeKey(rule.queryKey, rule.categorySlug);
    table.set(key, [...(table.get(key) ?? []), rule]);
  }
  return table;
}

/** Whether a rule is in effect: from inclusive, until exclusive. */
export function isActive(
  { activeFrom, activeUntil }: Pick<KeptRule, 'activeFrom' | 'activeUntil'>,
  now: Date,
) {
  return (activeFrom === null || activeFrom <= now) && (activeUntil === null || now < activeUntil);
}

/** The one rule of a search: for its text within its category, else for its text, else for its category without a text. */
export function ruleFor(
  table: RuleTable,
  { q, categories = [] }: { q: string; categories?: readonly string[] | undefined },
  now: Date,
): KeptRule | undefined {
  if (table.size === 0) return undefined;
  const queryKey = ruleKey(q);
  const category = categories.length === 1 ? (categories[0] ?? null) : null;
  const keys = [
    ...(category === null ? [] : [placeKey(queryKey, category)]),
    ...(queryKey === '' ? [] : [placeKey(queryKey, null)]),
  ];
  for (const key of keys) {
    const rule = table.get(key)?.find((item) => isActive(item, now));
    if (rule) return rule;
  }
  return undefined;
}
