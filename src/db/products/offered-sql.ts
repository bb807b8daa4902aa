import { currentPriceSql } from './price-sql.js';

/** Whether a vendor sells: neither suspended nor gone. @param vendor alias of the vendor */
export function vendorSellsSql(vendor: string): string {
  return `(${vendor}.status = 'active' and ${vendor}.deleted_at is null)`;
}

/**
 * Whether buyers may see a product: the rule of `isOnSale` for the database.
 * @param product alias of the product
 */
export function onSaleSql(product: string, at: string): string {
  return `(${product}.deleted_at is null and ${product}.status = 'active' and ${product}.visibility = 'public'
    and ${product}.published_at is not null and ${product}.published_at <= ${at})`;
}

/**
 * Whether a variant can be bought, stock and vendor apart: the rule of `isOffered` for the database.
 * @param at the instant, an expression; the aliases are those of the product and of its variant
 */
export function offeredSql({ product, variant }: { product: string; variant: string }, at: string): string {
  return `(${onSaleSql(product, at)} and ${variant}.deleted_at is null and not ${variant}.detached
    and ${currentPriceSql(variant, at)} is not null)`;
}
