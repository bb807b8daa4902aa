import { boolean, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { type QuoteVendorRow, quoteVendorOf, quoteVendorSql } from './quote-vendor-sql.js';
import { variantTitleSql } from '#db/products/variant-title-sql.js';
import { gstSql } from '#db/tax/gst-sql.js';
import { hidden } from '#db/kernel/prepared-statements.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import { seenByMemberSql, vendorSellsSql } from '#db/products/offered-sql.js';
import type { Cart } from '#domain/carts/cart.js';
import type { QuoteItem, QuoteVendor } from '#domain/checkout/quote-input.js';

/** A cart with everything that its quote depends on, read at one instant. */
export interface CartDetails {
  cart: Cart;
  items: QuoteItem[];
  vendors: QuoteVendor[];
  /** Whether there are automatic offers at all; which of them apply is read only then. */
  hasOffers: boolean;
}

interface VendorColumns extends QuoteVendorRow {
  vendorName: string;
  vendorSlug: string;
  vendorSells: boolean;
  commissionBps: number;
}

type CartColumns = { [Key in keyof Cart as `cart${Capitalize<Key>}`]: Cart[Key] };
type Row = CartColumns & VendorColumns & { hasOffers: boolean } & (QuoteItem | { itemId: null });

/**
 * What a line says of a variant, `pv`, of a product, `p`, with its stock, `l`.
 * @param visibility whether the buyer may see the product
 */
const itemColumns = (
  visibility = 'p.visibility',
) => `pv.vendor_id, pv.product_id, p.primary_category_id, p.title, p.slug,
       ${variantTitleSql('pv')} as variant_title,
       pv.sku, pv.hsn_code, coalesce(${gstSql('pv', 'p')}, '{"gstRate": null, "gstExempt": false}') as gst, pv.weight, coalesce(pv.thumbnail, p.thumbnail) as thumbnail,
       pv.price, pv.special_price, pv.special_price_start, pv.special_price_end,
       p.status as product_status, ${visibility} as product_visibility, p.published_at,
       p.deleted_at is not null or pv.deleted_at is not null as deleted, pv.detached,
       pv.min_quantity_per_cart as min_quantity, pv.max_quantity_per_cart as max_quantity,
       coalesce(l.track_inventory, true) as track_inventory, coalesce(l.allow_backorder, false) as allow_backorder,
       coalesce(l.on_hand - l.reserved, 0) as available,`;

/** A private product is as public to the members of its groups; the groups of others are not looked at. */
const visibleToBuyer = `case when ${seenByMemberSql('p', 'c.user_id')} then 'public' else p.visibility end`;

/** The buyer's own cart; null when there is none with this id. Items stand in the order in which they were put in. */
export async function readCartDetails(
  reader: Reader,
  cartId: string,
  userId: string,
): Promise<CartDetails | null> {
  const { rows } = await reader.raw<{ rows: Row[] }>(
    `select c.id as cart_id, c.user_id as cart_user_id, c.email as cart_email, c.confirmed_email as cart_confirmed_email, c.status as cart_status,
       c.shipping_address as cart_shipping_address, c.billing_address as cart_billing_address,
       c.coupon_ids as cart_coupon_ids, c.coupon_codes as cart_coupon_codes, c.gift_offer_ids as cart_gift_offer_ids, c.order_id as cart_order_id, c.created_at as cart_created_at, c.updated_at as cart_updated_at,
       exists (select from discounts d where d.offer is not null and d.is_active and d.archived_at is null and d.deleted_at is null) as has_offers,
       i.id as item_id, i.variant_id, i.quantity, i.unit_price_seen, ${itemColumns(visibleToBuyer)}
       v.display_name as vendor_name, v.slug as vendor_slug,
       ${vendorSellsSql('v')} as vendor_sells, v.commission_bps,
       ${quoteVendorSql('v')}
     from carts c
     left join carts_items i on i.cart_id = c.id
     left join products_variants pv on pv.id = i.variant_id
     left join products p on p.id = pv.product_id
     left join vendors v on v.id = pv.vendor_id
     left join inventory_levels l on l.variant_id = pv.id
     where c.id = ${hidden('uuid')} and c.user_id = ${hidden('uuid')}
     order by i.id`,
    [cartId, userId],
  );
  const [first] = rows;
  if (!first) return null;
  const items: QuoteItem[] = [];
  const vendors = new Map<string, QuoteVendor>();
  for (const row of rows) {
    if (row.itemId === null) continue;
    items.push(itemOf(row));
    if (!vendors.has(row.vendorId)) vendors.set(row.vendorId, vendorOf(row.vendorId, row));
  }
  const { hasOffers } = first;
  return { cart: cartOf(first), items, vendors: [...vendors.values()], hasOffers };
}

/** A gift of an automatic offer, as it is asked for. */
export interface WantedGift {
  offerId: string;
  variantId: string;
  quantity: number;
}

/** Gifts as lines of a cart, as far as one of its vendors sells them. */
export async function readGifts(
  reader: Reader,
  gifts: readonly WantedGift[],
  vendorIds: readonly string[],
): Promise<QuoteItem[]> {
  const { rows } = await reader.raw<{ rows: QuoteItem[] }>(
    `select g.offer_id as item_id, pv.id as variant_id, g.quantity, null::bigint as unit_price_seen, ${itemColumns()}
       g.place
     from unnest(${hidden('uuid[]')}, ${hidden('uuid[]')}, ?::integer[]) with ordinality as g (offer_id, variant_id, quantity, place)
     join products_variants pv on pv.id = g.variant_id
     join products p on p.id = pv.product_id
     left join inventory_levels l on l.variant_id = pv.id
     where pv.vendor_id = any(${hidden('uuid[]')}::uuid[])
     order by g.place`,
    [
      gifts.map(({ offerId }) => offerId),
      gifts.map(({ variantId }) => variantId),
      gifts.map(({ quantity }) => quantity),
      vendorIds,
    ] as never[],
  );
  return rows.map((row) => ({ ...itemOf(row), giftOf: row.itemId }));
}

/** The buyer of a cart; undefined for an unknown cart. */
export async function readCartOwner(
  reader: Reader,
  cartId: string,
): Promise<{ userId: string; guest: boolean } | undefined> {
  const rows = await query(reader, { userId: uuid, guest: boolean })(
    `select c.user_id, u.is_anonymous as guest
     from carts c join accounts_users u on u.id = c.user_id where c.id = ?`,
    [cartId],
  );
  return rows[0];
}

function cartOf(row: CartColumns): Cart {
  return {
    id: row.cartId,
    userId: row.cartUserId,
    email: row.cartEmail,
    confirmedEmail: row.cartConfirmedEmail,
    status: row.cartStatus,
    shippingAddress: row.cartShippingAddress,
    billingAddress: row.cartBillingAddress,
    couponIds: row.cartCouponIds,
    couponCodes: row.cartCouponCodes,
    giftOfferIds: row.cartGiftOfferIds,
    orderId: row.cartOrderId,
    createdAt: row.cartCreatedAt,
    updatedAt: row.cartUpdatedAt,
  };
}

function itemOf(row: QuoteItem): QuoteItem {
  const {
    itemId,
    vendorId,
    productId,
    primaryCategoryId,
    variantId,
    quantity,
    unitPriceSeen,
    title,
    slug,
    variantTitle,
  } = row;
  const { sku, hsnCode, gst, weight, thumbnail, price, specialPrice, specialPriceStart, specialPriceEnd } =
    row;
  const { productStatus, productVisibility, publishedAt, deleted, detached, minQuantity, maxQuantity } = row;
  const { trackInventory, allowBackorder, available } = row;
  return {
    itemId,
    vendorId,
    productId,
    primaryCategoryId,
    variantId,
    quantity,
    unitPriceSeen,
    title,
    slug,
    variantTitle,
    sku,
    hsnCode,
    gst,
    weight,
    thumbnail,
    price,
    specialPrice,
    specialPriceStart,
    specialPriceEnd,
    productStatus,
    productVisibility,
    publishedAt,
    deleted,
    detached,
    minQuantity,
    maxQuantity,
    trackInventory,
    allowBackorder,
    available,
  };
}

function vendorOf(vendorId: string, row: VendorColumns): QuoteVendor {
  return {
    ...quoteVendorOf(vendorId, row),
    name: row.vendorName,
    slug: row.vendorSlug,
    suspended: !row.vendorSells,
    commissionBps: row.commissionBps,
  };
}
