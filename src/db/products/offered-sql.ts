import { currentPriceSql } from './price-sql.js';

/**
 * Whether a vendor sells: neither suspended nor gone, and with a number under which it may (`sellerKindOf` for the database).
 * @param vendor alias of the vendor
 */
export function vendorSellsSql(vendor: string): string {
  return `(${vendor}.status = 'active' and ${vendor}.deleted_at is null
    and (${vendor}.gstin is not null or ${vendor}.enrolment_number is not null))`;
}

const publicSql = (product: string) => `${product}.visibility = 'public'`;

/**
 * Whether buyers may see a product: the rule of `isOnSale` for the database.
 * @param product alias of the product
 * @param seen to whom, a condition on the product; everybody by default
 */
export function onSaleSql(product: string, at: string, seen = publicSql(product)): string {
  return `(${product}.deleted_at is null and ${product}.status = 'active' and ${seen}
    and ${product}.published_at is not null and ${product}.published_at <= ${at})`;
}

/**
 * Whether a product is private and named for a group that a customer is a member of: only then is a private product seen
 * and bought by somebody.
 * @param userId an expression
 */
export function seenByMemberSql(product: string, userId: string): string {
  return `(${product}.visibility = 'private' and exists (
    select from customer_groups_products named join customer_groups_members member on member.group_id = named.group_id
    where named.product_id = ${product}.id and member.user_id = ${userId}))`;
}

/** Whether the visibility of a product lets anybody see it: everybody, or the members of groups. */
export function mayBeFoundSql(product: string): string {
  return `(${publicSql(product)} or (${product}.visibility = 'private' and exists (
    select from customer_groups_products named where named.product_id = ${product}.id)))`;
}

/** Whether a customer sees a private product as a member of one of its groups, and can buy it. */
export function onSaleToMemberSql(product: string, at: string, userId: string): string {
  return onSaleSql(product, at, seenByMemberSql(product, userId));
}

/** Whether a product, if it is on sale, is shown to a customer: to everybody, or as a member of one of its groups. */
export function seenBySql(product: string, userId: string): string {
  return `(${publicSql(product)} or ${seenByMemberSql(product, userId)})`;
}

/**
 * Whether a variant can be bought, stock and vendor apart: the rule of `isOffered` for the database.
 * @param at the instant, an expression; the aliases are those of the product and of its variant
 * @param seen to whom, a condition on the product; everybody by default
 */
export function offeredSql(
  { product, variant }: { product: string; variant: string },
  at: string,
  seen = publicSql(product),
): string {
  return `(${onSaleSql(product, at, seen)} and ${variant}.deleted_at is null and not ${variant}.detached
    and ${currentPriceSql(variant, at)} is not null)`;
}
