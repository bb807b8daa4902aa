import type { DataOf } from 'haat-client';

/** The terms of a discount, as the API has them. */
export type DiscountTerms = Omit<
  DataOf<'getAdminDiscountsById'>,
  'id' | 'code' | 'archivedAt' | 'createdAt' | 'updatedAt' | 'deletedAt'
>;

export const dimensions = ['variants', 'categories', 'brands', 'tags', 'ingredients', 'vendors'] as const;
export type Dimension = (typeof dimensions)[number];

interface Words {
  money: (subunits: number) => string;
  timeZone: string;
  now: Date;
  /** The name of a target; without names a sentence counts them. */
  nameOf?: (dimension: Dimension, id: string) => string | undefined;
}

/** What a discount does, in one sentence made of its rules; each rule has its words, and nothing else is said. */
export function discountSentence(terms: DiscountTerms, words: Words): string {
  const main = [
    amountOf(terms, words),
    ` ${targetsOf(terms, words)}`,
    terms.discountType === 'PERCENTAGE' && terms.maxDiscountAmount !== null
      ? `, at most ${words.money(terms.maxDiscountAmount)}`
      : '',
    saleOf(terms),
    cartOf(terms, words),
    buyersOf(terms),
    platformOf(terms),
    windowOf(terms, words),
    usesOf(terms),
    terms.individualUsageOnly ? ', not together with other coupons' : '',
  ].join('');
  return [
    terms.isActive ? `${main}.` : `Switched off: ${main}.`,
    terms.freeShipping ? 'Shipping is free.' : '',
    terms.showOnCart ? 'Carts that qualify suggest it.' : '',
    terms.platformShare > 0 ? `The platform pays ${terms.platformShare} % of it.` : '',
  ]
    .filter(Boolean)
    .join(' ');
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
