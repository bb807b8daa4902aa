import type { DataOf } from 'haat-client';

export type Rule = DataOf<'getAdminSearchRulesById'>;

export interface BoostDraft {
  kind: 'brand' | 'tag' | 'new';
  id: string | null;
  days: number;
  strength: 1 | 2 | 3;
}

/** A rule as the editor holds it. */
export interface RuleDraft {
  query: string;
  categoryId: string | null;
  pins: { productId: string; position: number }[];
  buried: string[];
  boosts: BoostDraft[];
  redirect: string;
  activeFrom: string | null;
  activeUntil: string | null;
}

export const emptyRule = (query: string): RuleDraft => ({
  query,
  categoryId: null,
  pins: [],
  buried: [],
  boosts: [],
  redirect: '',
  activeFrom: null,
  activeUntil: null,
});

export function draftOf(rule: Rule): RuleDraft {
  return {
    query: rule.query ?? '',
    categoryId: rule.category?.id ?? null,
    pins: rule.pins.map(({ productId, position }) => ({ productId, position })),
    buried: rule.buried.map(({ productId }) => productId),
    boosts: rule.boosts.map(({ kind, id, days, strength }) => ({
      kind,
      id,
      days: days ?? 30,
      strength: strength as BoostDraft['strength'],
    })),
    redirect: rule.redirect ?? '',
    activeFrom: rule.activeFrom,
    activeUntil: rule.activeUntil,
  };
}

type SentBoost =
  | { kind: 'brand' | 'tag'; id: string; strength: BoostDraft['strength'] }
  | { kind: 'new'; days: number; strength: BoostDraft['strength'] };

/** As the API takes it; boosts without a brand or tag are not chosen yet. */
export function bodyOf({ query, redirect, boosts, ...rest }: RuleDraft) {
  return {
    ...rest,
    query: query.trim() || null,
    redirect: redirect.trim() || null,
    boosts: boosts.flatMap(({ kind, id, days, strength }): SentBoost[] => {
      if (kind === 'new') return [{ kind, days, strength }];
      return id === null ? [] : [{ kind, id, strength }];
    }),
  };
}

type Shape = Pick<RuleDraft, 'pins' | 'buried'>;

/** Pins a product to a place; a pin that stands there takes the place that the product had. */
export function pinTo({ pins, buried }: Shape, productId: string, from: number, to: number): Shape {
  const others = pins
    .filter((pin) => pin.productId !== productId)
    .map((pin) => (pin.position === to ? { ...pin, position: from } : pin));
  return {
    pins: [...others, { productId, position: to }].sort((a, b) => a.position - b.position),
    buried: buried.filter((id) => id !== productId),
  };
}

export const unpin = ({ pins, buried }: Shape, productId: string): Shape => ({
  pins: pins.filter((pin) => pin.productId !== productId),
  buried,
});

/** Buries a product, or digs it up. */
export function bury({ pins, buried }: Shape, productId: string): Shape {
  const isBuried = buried.includes(productId);
  return {
    pins: pins.filter((pin) => pin.productId !== productId),
    buried: isBuried ? buried.filter((id) => id !== productId) : [...buried, productId],
  };
}

/** The first place that no pin has. */
export function freePlace({ pins }: Shape): number {
  const taken = new Set(pins.map(({ position }) => position));
  let place = 1;
  while (taken.has(place)) place += 1;
  return place;
}
