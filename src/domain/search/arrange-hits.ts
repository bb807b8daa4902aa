import type { SearchDocument } from './search-document.js';
import type { Arrangement, Boost } from './search-rule.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Several boosts add up to so many halvings. */
const MAX_HALVINGS = 6;

/** Boosts move products among so many of the best. */
export const BOOSTED = 200;

type Boosted = Pick<SearchDocument, 'brandId' | 'tagIds' | 'publishedAtTs'>;

/** The boosts of a rule that a product has. */
export function boostsOf(document: Boosted, boosts: readonly Boost[], now: Date): Boost[] {
  return boosts.filter((boost) => {
    if (boost.kind === 'new') return document.publishedAtTs > now.getTime() - boost.days * DAY_MS;
    return boost.kind === 'brand' ? document.brandId === boost.id : document.tagIds.includes(boost.id);
  });
}

/**
 * The best matches with their boosts: the place of a product that has some is halved for each step of their strengths.
 * Where two come to the same place the one that moved there is first.
 */
export function boostHits<Hit extends Boosted>(
  hits: readonly Hit[],
  boosts: readonly Boost[],
  now: Date,
): Hit[] {
  return hits
    .map((hit, n) => {
      const strength = boostsOf(hit, boosts, now).reduce((sum, boost) => sum + boost.strength, 0);
      const halvings = Math.min(strength, MAX_HALVINGS);
      return { hit, halvings, place: (n + 1) / 2 ** halvings };
    })
    .sort((a, b) => a.place - b.place || b.halvings - a.halvings)
    .map(({ hit }) => hit);
}

/** Where a product of a page comes from: a pin, the products that are left in their order, or those that are buried. */
export type Slot = { from: 'pinned' | 'rest' | 'buried'; at: number };

/**
 * The slots from `start` up to `end`: each pin at its position, or behind the last product where there are fewer, the rest around
 * them, and the buried ones at the end.
 */
export function slotsOf(
  { positions, rest, buried }: { positions: readonly number[]; rest: number; buried: number },
  start: number,
  end: number,
): Slot[] {
  const slots: Slot[] = [];
  const next = { pinned: 0, rest: 0, buried: 0 };
  for (let place = 0; place < end; place += 1) {
    const position = positions[next.pinned];
    const isPinned = position !== undefined && (position <= place + 1 || next.rest >= rest);
    const from = isPinned ? 'pinned' : next.rest < rest ? 'rest' : 'buried';
    if (from === 'buried' && next.buried >= buried) break;
    if (place >= start) slots.push({ from, at: next[from] });
    next[from] += 1;
  }
  return slots;
}

/** Whether a rule changes the order of a result at all. */
export function arranges({ pins, buried, boosts }: Arrangement): boolean {
  return pins.length + buried.length + boosts.length > 0;
}
