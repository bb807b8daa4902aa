import type { QuoteInput } from '#domain/checkout/quote-input.js';
import { quote } from '#domain/checkout/quote.js';
import type { CouponDetails } from '#domain/discounts/coupon-details.js';
import { discountDefaults } from '#domain/discounts/discount.js';

/**
 * Prints as a line of JSON what a quote of 50 lines costs without coupons and with 10 targeted ones, in microseconds of
 * CPU, and the heap before and after: `node quote-coupons.js <quotes>`.
 */
const [count = '100000'] = process.argv.slice(2);
const LINES = 50;
const COUPONS = 10;
const SLICES = 10;
const now = new Date();

const items: QuoteInput['items'] = Array.from({ length: LINES }, (_, index) => ({
  itemId: `item-${index}`,
  vendorId: `vendor-${index % 3}`,
  productId: `product-${index}`,
  variantId: `variant-${index}`,
  quantity: 1 + (index % 3),
  unitPriceSeen: null,
  title: 'Diya',
  slug: 'diya',
  variantTitle: null,
  sku: null,
  hsnCode: null,
  gst: { gstRate: null, gstExempt: false },
  weight: null,
  thumbnail: null,
  price: 10_000 + index,
  specialPrice: null,
  specialPriceStart: null,
  specialPriceEnd: null,
  productStatus: 'active' as const,
  productVisibility: 'public' as const,
  publishedAt: new Date(0),
  deleted: false,
  detached: false,
  minQuantity: null,
  maxQuantity: null,
  trackInventory: true,
  allowBackorder: false,
  available: 100,
}));
const vendors: QuoteInput['vendors'] = [0, 1, 2].map((index) => ({
  vendorId: `vendor-${index}`,
  name: 'Vendor',
  slug: 'vendor',
  suspended: false,
  commissionBps: 1_000,
  registeredForGst: true,
  taxRules: null,
  shippingFlatRate: 4_900,
  shippingFreeAbove: null,
}));
const targets = new Map(
  items.map(({ variantId, vendorId }, index) => [
    variantId,
    {
      variants: [variantId],
      vendors: [vendorId],
      brands: [`brand-${index % 5}`],
      categories: [`category-${index % 7}`, 'root'],
      tags: [`tag-${index % 4}`],
      ingredients: [],
    },
  ]),
);
const coupons: CouponDetails[] = Array.from({ length: COUPONS }, (_, index) => ({
  discount: {
    ...discountDefaults,
    id: `discount-${index}`,
    code: `C${index}`,
    name: 'Bench',
    revision: 1,
    archivedAt: null,
    deletedAt: null,
    discountType: 'PERCENTAGE' as const,
    value: 1 + index,
    createdAt: now,
    updatedAt: now,
    categories: [{ id: `category-${index % 7}`, mode: 'INCLUDE' as const }],
    brands: [{ id: `brand-${(index + 1) % 5}`, mode: 'EXCLUDE' as const }],
  },
  uses: 0,
  usesByCustomer: 0,
}));
const customer = {
  userId: 'user',
  guest: false,
  platform: 'WEB' as const,
  confirmedOrders: 0,
  earlierOrders: 0,
};
const input: QuoteInput = {
  items,
  vendors,
  defaultTaxRules: [{ type: 'GST' as const, rate: 18 }],
  pricesIncludeTax: false,
  taxShipping: true,
  currency: 'INR',
  now,
};
const couponed: QuoteInput = { ...input, coupons: { coupons, targets, customer } };

function cost(of: QuoteInput, quotes: number): number {
  const before = process.cpuUsage();
  let sum = 0;
  for (let index = 0; index < quotes; index += 1) sum += quote(of).totals.grandTotal;
  if (sum <= 0) throw new Error('A quote came to nothing');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / quotes;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const slice = Math.ceil(Number(count) / SLICES);
for (const warmUp of [input, couponed]) cost(warmUp, 2_000);
globalThis.gc?.();
const heapBefore = process.memoryUsage().heapUsed;
const plain: number[] = [];
const targeted: number[] = [];
for (let turn = 0; turn < SLICES; turn += 1) {
  // The plain quote is the yardstick: a tenth of the number is enough for it.
  plain.push(cost(input, Math.ceil(slice / 10)));
  targeted.push(cost(couponed, slice));
}
globalThis.gc?.();
const heapMb = (bytes: number) => Math.round(bytes / 1e5) / 10;
console.log(
  JSON.stringify({
    plain: median(plain),
    targeted: median(targeted),
    heapBefore: heapMb(heapBefore),
    heapAfter: heapMb(process.memoryUsage().heapUsed),
  }),
);
