import type { DataOf } from 'haat-client';

type Stored = DataOf<'getAdminDiscountsById'>;
export type OfferTerms = NonNullable<Stored['offer']>;

/** The terms of a discount, as the API has them; of a coupon without an offer. */
export type DiscountTerms = Omit<
  Stored,
  'id' | 'code' | 'archivedAt' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'offer'
> & { offer?: OfferTerms | null };

export const dimensions = ['variants', 'categories', 'brands', 'tags', 'ingredients', 'vendors'] as const;
export type Dimension = (typeof dimensions)[number];

interface Words {
  money: (subunits: number) => string;
  timeZone: string;
  now: Date;
  /** The name of a target; without names a sentence counts them. */
  nameOf?: (dimension: Dimension, id: string) => string | undefined;
  /** The name of the variant that is given. */
  giftName?: string | undefined;
}

/** What a discount does, in one sentence made of its rules; each rule has its words, and nothing else is said. */
export function discountSentence(terms: DiscountTerms, words: Words): string {
  const main = [
    benefitOf(terms, words),
    hasCap(terms) && terms.maxDiscountAmount !== null
      ? `, at most ${words.money(terms.maxDiscountAmount)}`
      : '',
    saleOf(terms),
    cartOf(terms, words),
    buyersOf(terms),
    platformOf(terms),
    windowOf(terms, words),
    usesOf(terms),
    combinationOf(terms),
  ].join('');
  return [
    terms.isActive ? `${main}.` : `Switched off: ${main}.`,
    terms.freeShipping && terms.offer?.kind !== 'FREE_SHIPPING' ? 'Shipping is free.' : '',
    terms.offer ? 'It applies by itself.' : '',
    terms.showOnCart ? 'Carts that qualify suggest it.' : '',
    terms.platformShare > 0 ? `The platform pays ${terms.platformShare} % of it.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Whether a percentage is reckoned, which an amount may cap. */
export function hasCap({ discountType, offer }: Pick<DiscountTerms, 'discountType' | 'offer'>): boolean {
  return discountType === 'PERCENTAGE' && offer?.kind !== 'GIFT' && offer?.kind !== 'FREE_SHIPPING';
}

function benefitOf(terms: DiscountTerms, words: Words): string {
  const { offer, value } = terms;
  const targets = targetsOf(terms, words);
  // `products in the category Sarees`, or `pieces, except those of the brand Tanishq`.
  const pieces = targets.replace(/^everything/, 'pieces');
  if (offer?.kind === 'BUY_X_GET_Y') {
    const [buy, get] = [offer.buyQuantity ?? 1, offer.getQuantity ?? 1];
    const cheapest = get === 1 ? 'the cheapest' : `the cheapest ${get}`;
    return `Buy ${buy}, get ${get} ${value === 100 ? 'free' : `at ${value} % off`}: ${cheapest} of each ${buy + get} ${pieces}`;
  }
  if (offer?.kind === 'GIFT') {
    const buy = offer.buyQuantity ?? 1;
    const gift = `${offer.getQuantity ?? 1} × ${words.giftName ?? 'the chosen variant'}`;
    return `Free gift, ${gift}, with ${buy} or more ${pieces} of the vendor of the gift`;
  }
  if (offer?.kind === 'TIERS') return `Off ${targets}: ${tiersOf(terms, offer, words)}`;
  if (offer?.kind === 'FREE_SHIPPING')
    return targets === 'everything' ? 'Free shipping' : `Free shipping of each vendor with ${pieces}`;
  return `${amountOf(terms, words)} ${targets}`;
}

function tiersOf(
  { discountType }: DiscountTerms,
  { tiers, tierBasis }: OfferTerms,
  { money }: Words,
): string {
  const from = (count: number) =>
    tierBasis === 'AMOUNT' ? money(count) : count === 1 ? '1 piece' : `${count} pieces`;
  const off = (value: number) => (discountType === 'PERCENTAGE' ? `${value} %` : money(value));
  return tiers.map((tier) => `${off(tier.value)} from ${from(tier.from)}`).join(', ') || 'no tiers yet';
}

function combinationOf({ offer, individualUsageOnly }: DiscountTerms): string {
  if (offer?.combinesWith === 'COUPONS') return ', not together with other offers';
  if (offer?.combinesWith === 'OFFERS') return ', not together with coupons';
  if (offer?.combinesWith === 'NONE') return ', not together with coupons or other offers';
  return individualUsageOnly ? ', not together with other coupons' : '';
}

const amountOf = ({ discountType, value }: DiscountTerms, { money }: Words) =>
  discountType === 'PERCENTAGE' ? `${value} % off` : `${money(value)} off`;

const nouns: Record<Dimension, [singular: string, plural: string]> = {
  variants: ['variant', 'variants'],
  categories: ['category', 'categories'],
  brands: ['brand', 'brands'],
  tags: ['tag', 'tags'],
  ingredients: ['ingredient', 'ingredients'],
  vendors: ['vendor', 'vendors'],
};

/** How a dimension narrows what is reduced: `of the brand Tanishq`. */
const narrowing: Record<Dimension, string> = {
  variants: 'of',
  categories: 'in',
  brands: 'of',
  tags: 'with',
  ingredients: 'with',
  vendors: 'sold by',
};

function targetsOf(terms: DiscountTerms, words: Words): string {
  const phrases = (mode: 'INCLUDE' | 'EXCLUDE', joined: string) =>
    dimensions.flatMap((dimension) => {
      const ids = terms[dimension].filter((entry) => entry.mode === mode).map(({ id }) => id);
      return ids.length === 0 ? [] : [`${narrowing[dimension]} ${entriesOf(dimension, ids, joined, words)}`];
    });
  const included = phrases('INCLUDE', 'or');
  const excluded = phrases('EXCLUDE', 'or');
  return [
    included.length === 0 ? 'everything' : `products ${included.join(' and ')}`,
    ...(excluded.length === 0 ? [] : [`except those ${excluded.join(' and those ')}`]),
  ].join(', ');
}

const NAMED = 3;

function entriesOf(dimension: Dimension, ids: readonly string[], joined: string, { nameOf }: Words): string {
  const [singular, plural] = nouns[dimension];
  const names = nameOf ? ids.map((id) => nameOf(dimension, id)) : [];
  if (ids.length > NAMED || names.length === 0 || names.some((name) => name === undefined))
    return ids.length === 1 ? `1 chosen ${singular}` : `${ids.length} chosen ${plural}`;
  return `the ${ids.length === 1 ? singular : plural} ${listOf(names as string[], joined)}`;
}

const listOf = (names: readonly string[], joined: string) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${joined} ${names.at(-1)}`;

function saleOf({ excludeSaleItems, excludeSaleItemsOverPercent: over }: DiscountTerms): string {
  if (!excludeSaleItems) return '';
  return over === null
    ? ', not on items with a special price'
    : `, not on items reduced by more than ${over} %`;
}

function cartOf({ minOrderAmount: min, maxOrderAmount: max }: DiscountTerms, { money }: Words): string {
  if (min !== null && max !== null) return `, in carts of ${money(min)} to ${money(max)}`;
  if (min !== null) return `, in carts of ${money(min)} or more`;
  return max === null ? '' : `, in carts of at most ${money(max)}`;
}

function buyersOf(terms: DiscountTerms): string {
  const { customerScope, customerUserIds, purchaseHistoryMode, minOrderCount } = terms;
  const groups = terms.customerGroupIds?.length ?? 0;
  const count = customerUserIds.length;
  const customers = count === 1 ? '1 chosen customer' : `${count} chosen customers`;
  const earlier = minOrderCount === 1 ? '1 earlier order' : `${minOrderCount ?? 1} earlier orders`;
  return [
    purchaseHistoryMode === 'FIRST_ORDER' ? ', for first orders' : '',
    purchaseHistoryMode === 'MIN_ORDERS' ? `, for customers with at least ${earlier}` : '',
    groups === 1 ? ', for members of 1 chosen group' : '',
    groups > 1 ? `, for members of any of ${groups} chosen groups` : '',
    customerScope === 'INCLUDE' ? `, for ${customers} alone` : '',
    customerScope === 'EXCLUDE' ? `, not for ${customers}` : '',
    terms.requireCustomerLogin ? ', after signing in' : '',
  ].join('');
}

const platformOf = ({ platform }: DiscountTerms) =>
  platform === 'BOTH' ? '' : platform === 'APP' ? ', on the app' : ', on the website';

function windowOf({ startsAt, endsAt }: DiscountTerms, words: Words): string {
  const from = startsAt === null ? '' : `, from ${momentOf(new Date(startsAt), words)}`;
  if (endsAt === null) return from;
  const end = new Date(endsAt);
  // The end is the first instant at which it no longer applies: midnight is the end of the day before.
  const until = isMidnight(end, words)
    ? `, through ${momentOf(new Date(end.getTime() - 1), words, false)}`
    : `, until ${momentOf(end, words)}`;
  return from + until;
}

const WEEK = 6 * 86_400_000;

function momentOf(at: Date, { timeZone, now }: Words, withClock = !isMidnight(at, { timeZone })): string {
  const ahead = at.getTime() - now.getTime();
  const near = ahead >= 0 && ahead < WEEK;
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...(near ? { weekday: 'long' } : { day: 'numeric', month: 'short', year: 'numeric' }),
  }).format(at);
  return withClock ? `${day}, ${clockOf(at, timeZone)}` : day;
}

const clockOf = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);

const isMidnight = (at: Date, { timeZone }: Pick<Words, 'timeZone'>) => clockOf(at, timeZone) === '00:00';

function usesOf({ totalUsageLimit: total, usageLimitPerCustomer: each }: DiscountTerms): string {
  const times = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);
  if (total !== null && each !== null) return `, ${times(total)} in all and ${times(each)} for each customer`;
  if (total !== null) return `, ${times(total)} in all`;
  return each === null ? '' : `, ${times(each)} for each customer`;
}
