import { query } from '#db/kernel/query.js';
import { uuid } from '#domain/_shared/columns.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import { onSaleSql, vendorSellsSql, seenBySql } from '#db/products/offered-sql.js';
import { variantTitleSql } from '#db/products/variant-title-sql.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import {
  type OwnItem,
  ownItemColumns,
  type ShownItem,
  shownItemColumns,
  type WishlistItem,
} from '#domain/wishlists/wishlist.js';
import { itemOfferSql } from './item-offer-sql.js';

/** Where a page begins, and how many items it has at most. */
export interface ItemsPage {
  wishlistId: string;
  /** The last item of the page before. */
  after: string | undefined;
  limit: number;
  now: Date;
}

const shown = `i.id, i.product_id, i.variant_id, p.title, p.slug, coalesce(pv.thumbnail, p.thumbnail, p.images[1]) as image,
  ${variantTitleSql('pv')} as variant_title, v.display_name as vendor_name, v.slug as vendor_slug, offer.price::float8 as price,
  offer.price_end::float8 as price_end, offer.original_price::float8 as original_price, offer.on_sale, offer.in_stock,
  least(offer.pieces, 2147483647)::integer as inventory_quantity, offer.only_variant_id`;

/** Items with product, vendor, price and stock: one statement for a page, the latest first. */
const statement = (columns: string, offer: string, visible: string) => `
  select ${shown}${columns}
  from (select ?::timestamptz as at) as now
  join wishlists_items i on i.wishlist_id = ?
  join wishlists w on w.id = i.wishlist_id
  join products p on p.id = i.product_id
  join vendors v on v.id = p.vendor_id
  left join products_variants pv on pv.id = i.variant_id
  cross join lateral (${offer}) as offer
  where (?::uuid is null or i.id < ?::uuid) and ${visible}
  order by i.id desc limit ?`;

const own = statement(
  `, i.notify_price_drop, i.notify_back_in_stock, i.price_added::float8 as price_added, i.created_at`,
  itemOfferSql('now.at', seenBySql('p', 'w.user_id')),
  'true',
);

/** Strangers see what every visitor of the store sees; the customer groups of the owner do not count. */
const shared = statement(
  '',
  itemOfferSql('now.at'),
  `${onSaleSql('p', 'now.at')} and ${vendorSellsSql('v')}`,
);

const bindingsOf = ({ now, wishlistId, after, limit }: ItemsPage) => [
  now,
  wishlistId,
  after ?? null,
  after ?? null,
  limit + 1,
];

/** Items as their owner sees them; one row more than asked says that there are more. */
export const readOwnItems = (knex: Knex, page: ItemsPage): Promise<OwnItem[]> =>
  query(knex, ownItemColumns)(own, bindingsOf(page));

/** Items on sale, as the share link shows them. */
export const readSharedItems = (knex: Knex, page: ItemsPage): Promise<(ShownItem & { id: string })[]> =>
  query(knex, { ...shownItemColumns, id: uuid })(shared, bindingsOf(page));

/** The items of all wishlists of a customer, without what their products say. */
export function listSavedItems(knex: Knex, userId: string, query: ListQuery): Promise<Page<WishlistItem>> {
  return listPage<WishlistItem>({
    base: knex({ i: 'wishlists_items' })
      .join({ w: 'wishlists' }, 'w.id', 'i.wishlistId')
      .where('w.userId', userId),
    query,
    columns: {
      createdAt: 'i.createdAt',
      wishlistId: 'i.wishlistId',
      productId: 'i.productId',
      variantId: 'i.variantId',
    },
    idColumn: 'i.id',
    select: [
      'id',
      'wishlistId',
      'productId',
      'variantId',
      'notifyPriceDrop',
      'notifyBackInStock',
      'createdAt',
    ].map((column) => `i.${column}`),
  });
}
