import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { booleanTextSchema, offsetQuerySchema } from '#api/kernel/offset-query.js';
import {
  idOf,
  idSchema,
  instantInputSchema,
  instantSchema,
  iso,
  moneySchema,
  textSchema,
} from '#api/kernel/values.js';
import { MAX_CART_SUBTOTAL } from '#domain/carts/cart.js';
import { MAX_GROUPS_NAMED } from '#domain/customer-groups/customer-group.js';
import {
  customerScopes,
  type Discount,
  discountPlatforms,
  discountStatuses,
  discountTypes,
  MAX_TARGET_ENTRIES,
  purchaseHistoryModes,
  targetModes,
} from '#domain/discounts/discount.js';
import {
  MAX_OFFER_PRIORITY,
  MAX_OFFER_TIERS,
  offerCombinations,
  offerKinds,
  tierBases,
} from '#domain/discounts/offer.js';
import { type Redemption, redemptionStates } from '#domain/discounts/redemption.js';

/** As large as a count of uses or orders may be set. */
const MAX_COUNT = 1_000_000_000;

const amountSchema = z.int().min(0).max(MAX_CART_SUBTOTAL).nullable();
const countSchema = z.int().min(1).max(MAX_COUNT).nullable();
const dateSchema = instantInputSchema.transform((text) => new Date(text)).nullable();

const entrySchema = z.object({ id: idSchema, mode: z.enum(targetModes) }).meta({ id: 'DiscountFilterEntry' });
const entriesSchema = z.array(entrySchema).max(MAX_TARGET_ENTRIES);

const piecesSchema = z.int().min(1).max(1_000);
const tierSchema = z.object({
  from: z.int().min(1).max(MAX_CART_SUBTOTAL).meta({ description: 'Subunits or pieces of qualifying items' }),
  value: z
    .int()
    .min(1)
    .max(MAX_CART_SUBTOTAL)
    .meta({ description: 'Subunits or percent, by `discountType`' }),
});

const offerSchema = z
  .object({
    kind: z.enum(offerKinds),
    priority: z.int().min(0).max(MAX_OFFER_PRIORITY).meta({ description: 'The highest is applied first' }),
    combinesWith: z.enum(offerCombinations),
    buyQuantity: piecesSchema.nullable(),
    getQuantity: piecesSchema.nullable().meta({ description: 'Pieces that are reduced or given' }),
    giftVariantId: idOf('productVariant').nullable(),
    tierBasis: z.enum(tierBases).nullable(),
    tiers: z.array(tierSchema).max(MAX_OFFER_TIERS),
  })
  .meta({ id: 'DiscountOffer', description: 'What makes a discount apply without a code.' });

const offerInputSchema = offerSchema.partial().required({ kind: true }).nullish().meta({
  description:
    'Makes it an automatic offer; null for a coupon. Replaced as a whole. Its kind decides `discountType`, and `value` for GIFT, TIERS and FREE_SHIPPING.',
});

export const discountCodeSchema = z
  .string()
  .min(2)
  .max(50)
  .regex(/^[A-Z0-9_-]+$/, 'must consist of capitals, digits, "_" and "-"')
  .meta({ example: 'DIWALI10' });

const fields = {
  name: textSchema(255).trim().min(1),
  discountType: z.enum(discountTypes),
  value: z
    .int()
    .min(1)
    .max(MAX_CART_SUBTOTAL)
    .meta({ description: 'Subunits for FIXED, whole percent (1 to 100) for PERCENTAGE', example: 10 }),
};

const optionalFields = {
  isActive: z.boolean(),
  platform: z.enum(discountPlatforms),
  maxDiscountAmount: z.int().min(1).max(MAX_CART_SUBTOTAL).nullable().meta({
    description: 'Subunits that a PERCENTAGE takes off at most; null is no cap',
    'x-money': true,
  }),
  platformShare: z.int().min(0).max(100).meta({
    description:
      'Percent of the discount that the platform pays; the vendors bear the rest, all of it by default. It stays taxed.',
  }),
  minOrderAmount: amountSchema.meta({
    description: 'Subunits of merchandise before discounts; null is no floor',
    'x-money': true,
  }),
  maxOrderAmount: amountSchema.meta({
    description: 'Subunits of merchandise before discounts; null is no cap',
    'x-money': true,
  }),
  freeShipping: z.boolean(),
  requireCustomerLogin: z.boolean(),
  showOnCart: z
    .boolean()
    .meta({ description: 'Whether the coupon is suggested to carts that it applies to' }),
  totalUsageLimit: countSchema,
  usageLimitPerCustomer: countSchema,
  startsAt: dateSchema,
  endsAt: dateSchema,
  individualUsageOnly: z.boolean().meta({ description: 'Cannot be combined with other coupons' }),
  excludeSaleItems: z.boolean(),
  excludeSaleItemsOverPercent: z.int().min(1).max(100).nullable().meta({
    description: 'With `excludeSaleItems`: only items reduced by more than this percent are excluded',
  }),
  purchaseHistoryMode: z.enum(purchaseHistoryModes),
  minOrderCount: countSchema,
  customerScope: z.enum(customerScopes),
  customerUserIds: z.array(idOf('user')).max(MAX_TARGET_ENTRIES),
  customerGroupIds: z.array(idOf('customerGroup').toLowerCase()).max(MAX_GROUPS_NAMED).meta({
    description: 'Only members of any of these groups; empty for all customers',
  }),
  variants: entriesSchema,
  categories: entriesSchema,
  brands: entriesSchema,
  tags: entriesSchema,
  ingredients: entriesSchema,
  vendors: entriesSchema,
};

export const createDiscountSchema = z
  .object({
    ...fields,
    code: discountCodeSchema,
    ...z.object(optionalFields).partial().shape,
    offer: offerInputSchema,
  })
  .meta({ id: 'DiscountInput' });

/** The code is immutable, so a change does not take it. */
export const updateDiscountSchema = z
  .object({ ...z.object({ ...fields, ...optionalFields }).partial().shape, offer: offerInputSchema })
  .meta({ id: 'DiscountPatch' });

const shownEntries = z.array(entrySchema);

export const discountSchema = z
  .object({
    id: idOf('discount'),
    name: z.string(),
    code: z.string(),
    isActive: z.boolean(),
    archivedAt: instantSchema.nullable(),
    platform: z.enum(discountPlatforms),
    discountType: z.enum(discountTypes),
    value: z.int(),
    maxDiscountAmount: moneySchema.nullable(),
    platformShare: z.int(),
    minOrderAmount: moneySchema.nullable(),
    maxOrderAmount: moneySchema.nullable(),
    freeShipping: z.boolean(),
    requireCustomerLogin: z.boolean(),
    showOnCart: z.boolean(),
    totalUsageLimit: z.int().nullable(),
    usageLimitPerCustomer: z.int().nullable(),
    startsAt: instantSchema.nullable(),
    endsAt: instantSchema.nullable(),
    individualUsageOnly: z.boolean(),
    excludeSaleItems: z.boolean(),
    excludeSaleItemsOverPercent: z.int().nullable(),
    purchaseHistoryMode: z.enum(purchaseHistoryModes),
    minOrderCount: z.int().nullable(),
    customerScope: z.enum(customerScopes),
    customerUserIds: z.array(z.string()),
    customerGroupIds: z
      .array(z.string())
      .optional()
      .meta({ description: 'Left out where the discount is for all customers' }),
    variants: shownEntries,
    categories: shownEntries,
    brands: shownEntries,
    tags: shownEntries,
    ingredients: shownEntries,
    vendors: shownEntries,
    offer: offerSchema.optional().meta({ description: 'Missing for a coupon' }),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    deletedAt: instantSchema.nullable(),
  })
  .meta({ id: 'Discount' });

export const discountListQuery = offsetQuerySchema(
  { sortBy: ['createdAt', 'updatedAt', 'name', 'code', 'endsAt'] },
  {
    status: z.enum(discountStatuses).default('active'),
    platform: z.enum(discountPlatforms).optional(),
    isActive: booleanTextSchema.optional(),
    automatic: booleanTextSchema
      .optional()
      .meta({ description: 'Whether automatic offers or coupons are listed; both by default' }),
  },
);

export const redemptionSchema = z
  .object({
    id: idSchema,
    orderId: idOf('order'),
    orderNumber: z.string(),
    customerUserId: idOf('user').nullable().meta({ description: 'Null for a guest' }),
    customerEmail: z.string(),
    code: z.string(),
    name: z.string(),
    amount: moneySchema,
    waivedShipping: moneySchema,
    state: z.enum(redemptionStates).meta({ description: 'Released when the whole order is cancelled' }),
    redeemedAt: instantSchema,
    releasedAt: instantSchema.nullable(),
  })
  .meta({ id: 'DiscountRedemption' });

export const redemptionsQuery = listQuerySchema({
  filters: { state: redemptionStates, redeemedAt: 'date' },
  sort: ['redeemedAt', 'amount'],
});

export function discountResponse(discount: Discount): z.input<typeof discountSchema> {
  const { revision: _revision, customerGroupIds, offer, ...row } = discount;
  return {
    ...row,
    ...(offer && { offer }),
    ...(customerGroupIds.length > 0 && { customerGroupIds }),
    archivedAt: iso(row.archivedAt),
    startsAt: iso(row.startsAt),
    endsAt: iso(row.endsAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    deletedAt: iso(row.deletedAt),
  };
}

export function redemptionResponse(row: Redemption): z.input<typeof redemptionSchema> {
  const { id, orderId, orderNumber, code, name, amount, waivedShipping, state } = row;
  return {
    id,
    orderId,
    orderNumber,
    code,
    name,
    amount,
    waivedShipping,
    state,
    customerUserId: row.guest ? null : row.userId,
    customerEmail: row.email,
    redeemedAt: iso(row.redeemedAt),
    releasedAt: iso(row.releasedAt),
  };
}
