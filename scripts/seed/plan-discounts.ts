import { type Discount, discountDefaults, type DiscountInput } from '#domain/discounts/discount.js';
import type { Calendar } from './calendar.js';
import { createIds } from './draw.js';
import type { PlannedBuyer } from './plan-buyers.js';
import type { TaxonomyPlan } from './plan-taxonomy.js';
import type { PlannedVendor } from './plan-vendors.js';

type Kind = DiscountInput & Partial<Pick<Discount, 'archivedAt' | 'deletedAt'>>;

interface Marketplace {
  vendors: readonly PlannedVendor[];
  buyers: readonly PlannedBuyer[];
  taxonomy: TaxonomyPlan;
}

const include = (id: string) => [{ id, mode: 'INCLUDE' as const }];

/** A discount of every kind: live, ended, used up, archived, deleted, inactive, to come. */
export function planDiscounts(seed: number, calendar: Calendar, marketplace: Marketplace): Discount[] {
  const newId = createIds(seed, 'discounts');
  const createdAt = calendar.daysAgo(70);
  return kindsOf(calendar, marketplace).map((kind) => ({
    ...discountDefaults,
    archivedAt: null,
    deletedAt: null,
    ...kind,
    id: newId(),
    revision: 1,
    createdAt,
    updatedAt: createdAt,
  }));
}

function kindsOf(calendar: Calendar, { vendors, buyers, taxonomy }: Marketplace): Kind[] {
  const percent = (value: number) => ({ discountType: 'PERCENTAGE' as const, value });
  const rupees = (value: number) => ({ discountType: 'FIXED' as const, value: value * 100 });
  const [vendor] = vendors;
  if (!vendor) throw new Error('There is nobody to sell');
  const first = { purchaseHistoryMode: 'FIRST_ORDER' as const, usageLimitPerCustomer: 1 };
  return [
    { code: 'WELCOME10', name: '10 % off the first order', ...percent(10), ...first, showOnCart: true },
    {
      code: 'FLAT100',
      name: '₹100 off above ₹999',
      ...rupees(100),
      minOrderAmount: 99_900,
      showOnCart: true,
    },
    {
      code: 'FREESHIP',
      name: 'Free shipping above ₹499',
      ...rupees(1),
      freeShipping: true,
      minOrderAmount: 49_900,
      showOnCart: true,
    },
    {
      code: 'SAREE15',
      name: '15 % off sarees that are not on sale',
      ...percent(15),
      categories: include(taxonomy.idOf('categories', 'Sarees')),
      excludeSaleItems: true,
    },
    {
      code: 'KITCHEN12',
      name: '12 % off the kitchen',
      ...percent(12),
      excludeSaleItems: true,
      categories: include(taxonomy.idOf('categories', 'Kitchen & Dining')),
      excludeSaleItemsOverPercent: 20,
    },
    {
      code: 'MAKER8',
      name: `8 % off ${vendor.vendor.displayName}`,
      ...percent(8),
      vendors: include(vendor.vendor.id),
    },
    { code: 'APP5', name: '5 % off in the app', ...percent(5), platform: 'APP' },
    {
      code: 'LOYAL200',
      name: '₹200 after three orders',
      ...rupees(200),
      purchaseHistoryMode: 'MIN_ORDERS',
      minOrderCount: 3,
    },
    { code: 'SOLO20', name: '20 %, not with others', ...percent(20), individualUsageOnly: true },
    {
      code: 'FRIENDS25',
      name: '25 % for friends of the house',
      ...percent(25),
      customerScope: 'INCLUDE',
      customerUserIds: buyers.slice(0, 5).map(({ userId }) => userId),
      requireCustomerLogin: true,
    },
    { code: 'SMALL30', name: '₹30 off small orders', ...rupees(30), maxOrderAmount: 79_900 },
    // Used up: more buyers wanted it.
    {
      code: 'EARLY50',
      name: '₹50 for the first three',
      ...rupees(50),
      totalUsageLimit: 3,
      usageLimitPerCustomer: 1,
    },
    {
      code: 'DIWALI15',
      name: 'Diwali: 15 % off',
      ...percent(15),
      startsAt: calendar.daysAgo(40),
      endsAt: calendar.daysAgo(18),
    },
    { code: 'MONSOON10', name: 'Monsoon: 10 % off', ...percent(10), archivedAt: calendar.daysAgo(25) },
    { code: 'TYPO10', name: '10 % off, deleted', ...percent(10), deletedAt: calendar.daysAgo(50) },
    { code: 'PAUSED20', name: '20 % off, paused', ...percent(20), isActive: false },
    { code: 'NEWYEAR', name: 'New year: ₹250 off', ...rupees(250), startsAt: calendar.daysAgo(-30) },
  ];
}
