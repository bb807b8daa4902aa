import {
  boolean,
  type Columns,
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
  uuids,
} from '#domain/_shared/columns.js';
import type { OfferTerms } from './offer.js';

export const discountPlatforms = ['APP', 'WEB', 'BOTH'] as const;
export type DiscountPlatform = (typeof discountPlatforms)[number];

export const discountTypes = ['FIXED', 'PERCENTAGE'] as const;
export type DiscountType = (typeof discountTypes)[number];

export const purchaseHistoryModes = ['DISABLED', 'FIRST_ORDER', 'MIN_ORDERS'] as const;
export type PurchaseHistoryMode = (typeof purchaseHistoryModes)[number];

export const customerScopes = ['ALL', 'INCLUDE', 'EXCLUDE'] as const;
export type CustomerScope = (typeof customerScopes)[number];

/** What a discount can be targeted at; each dimension is a list of entries. */
export const targetDimensions = [
  'variants',
  'categories',
  'brands',
  'tags',
  'ingredients',
  'vendors',
] as const;
export type TargetDimension = (typeof targetDimensions)[number];

export const targetModes = ['INCLUDE', 'EXCLUDE'] as const;
export type TargetMode = (typeof targetModes)[number];

export interface TargetEntry {
  id: string;
  mode: TargetMode;
}

/** The entries of each dimension; an empty list is no restriction. */
export type DiscountTargets = Record<TargetDimension, TargetEntry[]>;

/** What an administrator decides about a discount. Amounts in subunits. */
export interface DiscountTerms extends DiscountTargets {
  name: string;
  isActive: boolean;
  platform: DiscountPlatform;
  discountType: DiscountType;
  /** Subunits for `FIXED`, whole percent for `PERCENTAGE`. */
  value: number;
  /** The most that a percentage takes off, in subunits; null is no cap. */
  maxDiscountAmount: number | null;
  /**
   * Percent of it that the platform pays, 0 to 100; the vendors bear the rest. What the platform pays is consideration from a third
   * person, so that it stays in the taxable value (CGST Act 2017, sections 2(31) and 15(1)).
   */
  platformShare: number;
  /** Compared with the merchandise of the whole cart before discounts; null is no bound. */
  minOrderAmount: number | null;
  maxOrderAmount: number | null;
  freeShipping: boolean;
  requireCustomerLogin: boolean;
  /** Suggested to carts that it applies to. */
  showOnCart: boolean;
  totalUsageLimit: number | null;
  usageLimitPerCustomer: number | null;
  /** First instant at which it applies; null is open. */
  startsAt: Date | null;
  /** First instant at which it no longer applies; null is open. */
  endsAt: Date | null;
  /** Cannot be combined with any other coupon. */
  individualUsageOnly: boolean;
  excludeSaleItems: boolean;
  /** With `excludeSaleItems`: only items reduced by more than this percent are excluded. */
  excludeSaleItemsOverPercent: number | null;
  purchaseHistoryMode: PurchaseHistoryMode;
  /** For `MIN_ORDERS`. */
  minOrderCount: number | null;
  customerScope: CustomerScope;
  customerUserIds: string[];
  /** Only members of any of these customer groups; an empty list does not restrict. */
  customerGroupIds: string[];
  /** Set for an automatic offer, which applies without a code; null for a coupon. */
  offer: OfferTerms | null;
}

/** A discount as it is stored. */
export const discountColumns = {
  name: text,
  isActive: boolean,
  platform: textOf<DiscountTerms['platform']>(),
  discountType: textOf<DiscountTerms['discountType']>(),
  value: integer,
  maxDiscountAmount: nullable(integer),
  platformShare: integer,
  minOrderAmount: nullable(integer),
  maxOrderAmount: nullable(integer),
  freeShipping: boolean,
  requireCustomerLogin: boolean,
  showOnCart: boolean,
  totalUsageLimit: nullable(integer),
  usageLimitPerCustomer: nullable(integer),
  startsAt: nullable(instant),
  endsAt: nullable(instant),
  individualUsageOnly: boolean,
  excludeSaleItems: boolean,
  excludeSaleItemsOverPercent: nullable(integer),
  purchaseHistoryMode: textOf<DiscountTerms['purchaseHistoryMode']>(),
  minOrderCount: nullable(integer),
  customerScope: textOf<DiscountTerms['customerScope']>(),
  customerUserIds: uuids,
  customerGroupIds: uuids,
  offer: nullable(jsonOf<NonNullable<DiscountTerms['offer']>>()),
  variants: jsonOf<DiscountTerms['variants']>(),
  categories: jsonOf<DiscountTerms['categories']>(),
  brands: jsonOf<DiscountTerms['brands']>(),
  tags: jsonOf<DiscountTerms['tags']>(),
  ingredients: jsonOf<DiscountTerms['ingredients']>(),
  vendors: jsonOf<DiscountTerms['vendors']>(),
  id: uuid,
  /** Upper case; never changes. Buyers cannot enter that of an automatic offer. */
  code: text,
  /** Counts the changes of the terms, so that an order can tell whether it quoted the current ones. */
  revision: integer,
  archivedAt: nullable(instant),
  createdAt: instant,
  updatedAt: instant,
  deletedAt: nullable(instant),
} as const satisfies Columns;
export type Discount = RowOf<typeof discountColumns>;

/** A new discount: only the name, the code, the type and the value have no default. */
export type DiscountInput = Partial<DiscountTerms> &
  Pick<Discount, 'name' | 'code' | 'discountType' | 'value'>;

/** The default of every field that a new discount may leave out. */
export const discountDefaults: Omit<DiscountTerms, 'name' | 'discountType' | 'value'> = {
  isActive: true,
  platform: 'BOTH',
  maxDiscountAmount: null,
  platformShare: 0,
  minOrderAmount: null,
  maxOrderAmount: null,
  freeShipping: false,
  requireCustomerLogin: false,
  showOnCart: false,
  totalUsageLimit: null,
  usageLimitPerCustomer: null,
  startsAt: null,
  endsAt: null,
  individualUsageOnly: false,
  excludeSaleItems: false,
  excludeSaleItemsOverPercent: null,
  purchaseHistoryMode: 'DISABLED',
  minOrderCount: null,
  customerScope: 'ALL',
  customerUserIds: [],
  customerGroupIds: [],
  offer: null,
  variants: [],
  categories: [],
  brands: [],
  tags: [],
  ingredients: [],
  vendors: [],
};

/** The most entries of one dimension, and the most customers that a discount may name. */
export const MAX_TARGET_ENTRIES = 500;

/** More coupons than a buyer collects; every one of them is evaluated with each quote. */
export const MAX_CART_COUPONS = 10;

/** The listing states of discounts; `all` shows every one. */
export const discountStatuses = ['active', 'archived', 'deleted', 'all'] as const;
export type DiscountStatus = (typeof discountStatuses)[number];

/** The terms of a discount alone, without its identity and its lifecycle. */
export function termsOf(discount: Discount): DiscountTerms {
  const { id: _id, code: _code, revision: _revision, archivedAt: _archived, ...rest } = discount;
  const { createdAt: _created, updatedAt: _updated, deletedAt: _deleted, ...terms } = rest;
  return terms;
}
