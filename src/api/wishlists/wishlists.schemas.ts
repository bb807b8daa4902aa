import { z } from 'zod';
import { cartSchema } from '#api/carts/carts.schemas.js';
import { listForms } from '#api/kernel/list-form.js';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, instantSchema, iso, moneySchema, textSchema, wholeNumberText } from '#api/kernel/values.js';
import { MAX_CART_QUANTITY } from '#domain/carts/cart.js';
import type { OwnItem, ShownItem, Wishlist, WishlistItem } from '#domain/wishlists/wishlist.js';
import { notInCartReasons } from '#domain/wishlists/wishlist-in-cart.js';

const nullableText = z.string().nullable();
const money = moneySchema.nullable();
const variantId = idOf('productVariant').nullable();

export const wishlistInput = z
  .object({ name: textSchema(100).trim().min(1) })
  .meta({ id: 'WishlistInput', example: { name: 'Diwali gifts' } });

export const wishlistSchema = z
  .object({
    id: idOf('wishlist'),
    name: z.string(),
    isDefault: z.boolean().meta({ description: 'Products that are added without naming a list go into it' }),
    itemCount: z.int(),
    sharedAt: instantSchema.nullable().meta({ description: 'Since when its share link works' }),
    sendsNotices: z
      .boolean()
      .meta({ description: 'Whether the store mails about items whose owner wants it' }),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'Wishlist' });

const notices = {
  notifyPriceDrop: z.boolean().meta({ description: 'Mail the owner when the price falls' }),
  notifyBackInStock: z.boolean().meta({ description: 'Mail the owner when it can be bought again' }),
};

export const addWishlistItemSchema = z
  .object({
    wishlistId: idOf('wishlist')
      .optional()
      .meta({ description: 'Without it the default list, which is created by the first such request' }),
    productId: idOf('product'),
    variantId: idOf('productVariant').optional().meta({ description: 'Of that product' }),
    notifyPriceDrop: notices.notifyPriceDrop.default(false),
    notifyBackInStock: notices.notifyBackInStock.default(false),
  })
  .meta({ id: 'AddWishlistItem' });

export const wishlistNoticesSchema = z.object(notices).partial().meta({ id: 'WishlistNotices' });

export const wishlistItemSchema = z
  .object({
    id: idOf('wishlistItem'),
    wishlistId: idOf('wishlist'),
    productId: idOf('product'),
    variantId,
    ...notices,
    addedAt: instantSchema,
  })
  .meta({ id: 'WishlistItem' });

const shown = {
  productId: idOf('product'),
  variantId: variantId.meta({ description: 'Null for the product in any variant' }),
  title: z.string(),
  variantTitle: nullableText,
  slug: z.string(),
  image: nullableText,
  vendorName: z.string(),
  vendorSlug: z.string(),
  price: money.meta({ description: 'The lowest current price; null while it is not on sale' }),
  priceEnd: money.meta({ description: 'The highest current price' }),
  originalPrice: money.meta({ description: 'The regular price of the cheapest variant' }),
  onSale: z.boolean().meta({ description: 'Whether the store sells it at present, stock apart' }),
  inStock: z.boolean(),
  inventoryQuantity: z.int().meta({ description: 'Pieces that can be sold, where stock is tracked' }),
  onlyVariantId: variantId.meta({ description: 'The variant to buy where there is no choice' }),
};

const sharedWishlistItemSchema = z.object(shown).meta({ id: 'SharedWishlistItem' });

export const ownWishlistItemSchema = z
  .object({
    id: idOf('wishlistItem'),
    ...shown,
    ...notices,
    priceAdded: money.meta({ description: 'The lowest price when it was added' }),
    addedAt: instantSchema,
  })
  .meta({ id: 'OwnWishlistItem' });

export const sharedWishlistSchema = z
  .object({ name: z.string(), items: z.array(sharedWishlistItemSchema) })
  .meta({ id: 'SharedWishlist' });

export const wishlistShareSchema = z
  .object({
    token: z.string().meta({ description: 'Of the link; it is returned this once' }),
    sharedAt: instantSchema,
  })
  .meta({ id: 'WishlistShare' });

export const moveToCartSchema = z
  .object({
    cartId: idOf('cart'),
    variantId: idOf('productVariant')
      .optional()
      .meta({ description: 'Required for an item without a variant whose product has several' }),
    quantity: z.int().min(1).max(MAX_CART_QUANTITY).default(1),
  })
  .meta({ id: 'MoveWishlistItemToCart' });

export const productWishlistSchema = z
  .object({
    id: idOf('wishlist'),
    name: z.string(),
    variantIds: z.array(variantId).meta({
      description: 'Variants of the product that the list holds; null for the product in any variant',
    }),
  })
  .meta({ id: 'ProductWishlist' });

export const moveToWishlistSchema = z
  .object({ wishlistId: idOf('wishlist').meta({ description: 'Another list of the same customer' }) })
  .meta({ id: 'MoveWishlistItem' });

export const listToCartSchema = z
  .object({
    cartId: idOf('cart').optional().meta({
      description: 'The cart to fill; without it the open one that was changed last, or a new one',
    }),
  })
  .meta({ id: 'WishlistToCart' });

const itemInCartSchema = z
  .object({
    itemId: idOf('wishlistItem'),
    variantId: variantId.meta({
      description: 'The variant that was meant; null where one has to be chosen, or none is on sale',
    }),
    title: z.string(),
    variantTitle: nullableText,
    inCart: z.boolean(),
    reason: z.enum(notInCartReasons).nullable().meta({ description: 'Null where it is in the cart' }),
  })
  .meta({ id: 'WishlistItemInCart' });

export const listInCartSchema = z
  .object({ cart: cartSchema, items: z.array(itemInCartSchema) })
  .meta({ id: 'WishlistInCart' });

export const itemsQuery = z.object({
  limit: wholeNumberText({ min: 1, max: 100, fallback: 20 }),
  cursor: z.string().optional().meta({ description: '`nextCursor` of the page before' }),
});
itemsQuery.register(listForms, { paging: 'cursor' });

export const savedItemsQuery = listQuerySchema({
  filters: { createdAt: 'date' },
  params: { wishlistId: 'id', productId: 'id', variantId: 'id' },
  sort: ['createdAt'],
});

export function wishlistResponse(list: Wishlist, sendsNotices: boolean): z.input<typeof wishlistSchema> {
  const { id, name, isDefault, itemCount, sharedAt, createdAt, updatedAt } = list;
  return {
    id,
    name,
    isDefault,
    itemCount,
    sendsNotices,
    sharedAt: iso(sharedAt),
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  };
}

export function wishlistItemResponse(item: WishlistItem): z.input<typeof wishlistItemSchema> {
  const { id, wishlistId, productId, variantId, notifyPriceDrop, notifyBackInStock, createdAt } = item;
  return {
    id,
    wishlistId,
    productId,
    variantId,
    notifyPriceDrop,
    notifyBackInStock,
    addedAt: iso(createdAt),
  };
}

export function sharedItemResponse(item: ShownItem): z.input<typeof sharedWishlistItemSchema> {
  const { productId, variantId, title, variantTitle, slug, image, vendorName, vendorSlug } = item;
  const { price, priceEnd, originalPrice, onSale, inStock, inventoryQuantity, onlyVariantId } = item;
  return {
    productId,
    variantId,
    title,
    variantTitle,
    slug,
    image,
    vendorName,
    vendorSlug,
    price,
    priceEnd,
    originalPrice,
    onSale,
    inStock,
    inventoryQuantity,
    onlyVariantId,
  };
}

export function ownItemResponse(item: OwnItem): z.input<typeof ownWishlistItemSchema> {
  const { id, notifyPriceDrop, notifyBackInStock, priceAdded, createdAt } = item;
  return {
    id,
    ...sharedItemResponse(item),
    notifyPriceDrop,
    notifyBackInStock,
    priceAdded,
    addedAt: iso(createdAt),
  };
}
