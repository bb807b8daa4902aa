import type { EngineExplanation, RankBonus, WordMatch, WordPlaceName } from './search-explanation.js';
import type { Boost } from './search-rule.js';
import { MAX_STEP } from './search-explanation.js';

/** What decides whether buyers may find a product. */
export interface ProductDetails {
  status: string;
  visibility: string;
  publishedAt: Date | null;
  deletedAt: Date | null;
  vendorSells: boolean;
  waits: boolean;
  lastError: string | null;
}

const places: Record<WordPlaceName, string> = {
  name: 'as the thing that the title names',
  title: 'in the title',
  names: 'in brand, category, tag, option or attribute',
  description: 'in the description',
};
const ways: Record<WordMatch, string> = {
  exact: 'is',
  synonym: 'is found by a synonym',
  prefix: 'is the beginning of a word',
  typo: 'is found with a typo',
};
const lifts: Record<RankBonus, string> = {
  title: 'The text is the whole title, or the thing that it names.',
  phrase: 'The words stand together in the title.',
  names: 'A word is a name of its brand, category or tag.',
  category: 'The product is filed under a category that the text names.',
};

/** Why buyers cannot find a product whatever they type. */
export function reasonsNotListed(product: ProductDetails, isListed: boolean, now: Date): string[] {
  const { status, visibility, publishedAt, deletedAt, vendorSells, waits, lastError } = product;
  const reasons = [
    ...(deletedAt ? ['The product is deleted.'] : []),
    ...(status === 'active' ? [] : [`The status is "${status}", not "active".`]),
    ...(visibility === 'public' ? [] : [`The visibility is "${visibility}", not "public".`]),
    ...(publishedAt === null ? ['The product is not published.'] : []),
    ...(publishedAt && publishedAt > now
      ? [`The product is published at ${publishedAt.toISOString()}.`]
      : []),
    ...(vendorSells ? [] : ['The vendor does not sell at present.']),
  ];
  if (lastError !== null) reasons.push(`The product could not be indexed: ${lastError}`);
  else if (!isListed && reasons.length === 0) reasons.push('The product is not in the index yet.');
  else if (waits) reasons.push('A change of the product waits to be indexed.');
  return reasons;
}

/** How a product has the words of a text, and what lifts it, in sentences. */
export function reasonsOfMatch({ words, byCode, step, bonuses, matches }: EngineExplanation): string[] {
  const ofWords = words.map(({ text, corrected, isDropped, match }) => {
    if (isDropped) return `"${text}" was left out: no product has all words.`;
    const meant = corrected === undefined ? '' : `, taken for "${corrected}",`;
    if (!match) return `"${text}"${meant} is not in the product.`;
    return `"${text}"${meant} ${ways[match.by]} ${places[match.in]}.`;
  });
  return [
    ...(byCode ? ['The text is a code of the product (SKU, EAN, UPC or HSN), or its beginning.'] : []),
    ...ofWords,
    ...(matches ? bonuses.map((bonus) => lifts[bonus]) : []),
    ...(step === null
      ? []
      : [
          `Together that is step ${step} of ${MAX_STEP}; products of one step are ordered by stock, then by orders of the last 90 days.`,
        ]),
  ];
}

/** What the rule of a text does to one product. */
export interface RuleEffect {
  id: string;
  /** The position; null where it is not pinned. */
  pinned: number | null;
  buried: boolean;
  boosts: Boost[];
  /** The place that the words alone give it; null where they do not find it. */
  placeWithout: number | null;
}

const strengths = { 1: 'low', 2: 'medium', 3: 'high' } as const;

function boostText(boost: Boost): string {
  const strength = `${strengths[boost.strength]} boost`;
  if (boost.kind === 'new') return `A rule gives products of the last ${boost.days} days a ${strength}.`;
  return `A rule gives products of its ${boost.kind} a ${strength}.`;
}

/** The effect of a rule in sentences. @param place where it stands now */
export function reasonsOfRule(
  { pinned, buried, boosts, placeWithout }: RuleEffect,
  place: number | null,
): string[] {
  const isMoved = place !== null && place !== placeWithout;
  const from =
    placeWithout === null
      ? 'The words alone do not find it.'
      : `Without the rule it is in place ${placeWithout}.`;
  return [
    ...(pinned === null ? [] : [`A rule pins it to place ${pinned}.`]),
    ...(buried ? ['A rule buries it: it comes last.'] : []),
    ...(pinned === null && !buried ? boosts.map(boostText) : []),
    ...(isMoved ? [from] : []),
  ];
}
