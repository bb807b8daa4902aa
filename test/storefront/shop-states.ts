import { expect } from '@jest/globals';
import sharp from 'sharp';
import { systemContext } from '#domain/_shared/context.js';
import { createSession } from '../_support/accounts.js';
import type { TestBuyer } from '../_support/orders.js';
import { createProduct, type NewTestProduct, type TestProduct } from '../_support/products.js';
import { setSettings } from '../_support/settings.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { data, type TestShop } from '../_support/shop.js';
import { createCategory } from '../_support/taxonomy.js';
import { formOf } from '../media/form-upload.js';
import { indexNow } from '../search/index-now.js';
import { createHeldOrder } from '../shipping/held-order.js';
import { createRemindedCart } from './reminded-cart.js';
import { grantCredit } from '../store-credit/granted-credit.js';

/** A page of the shop, and what it says once it is there. */
export interface ShopPlace {
  name: string;
  path: string;
  seen: string;
  /** The button that leads to what is shown. */
  press?: string;
  /** Shown to the buyer who is signed in. */
  signedIn?: boolean;
}

const COLOURS = ['#7a3b1d', '#23536b', '#5b6b23', '#6b2350'];

async function uploadPicture(shop: TestShop, words: string, index: number): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><rect width="800" height="800" fill="${COLOURS[index % 4]}"/><circle cx="400" cy="340" r="210" fill="#e8a33d"/><text x="400" y="700" text-anchor="middle" font-size="64" fill="#ffe8c2" font-family="sans-serif">${words}</text></svg>`;
  const { token } = await createSession(shop.container, { roles: ['superAdmin'] });
  const body = formOf(await sharp(Buffer.from(svg)).png().toBuffer());
  const response = await fetch(`${shop.url}/admin/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  return ((await response.json()) as { data: { key: string } }).data.key;
}

/** Two sellers, one with a page of its own, and three products with pictures. */
async function fillShelves(shop: TestShop) {
  const { container } = shop;
  const lamps = await createCategory(container, { title: 'Lamps & diyas', slug: 'lamps' });
  const seller = await createVendor(container, { displayName: 'Pital Ghar', slug: 'pital-ghar' });
  const other = await createVendor(container, {
    displayName: 'Himalaya Looms of Kullu and Manali',
    slug: 'himalaya-looms',
  });
  const pictures: string[] = [];
  for (const [index, words] of ['Brass', 'Wool', 'Clay', 'Furnace'].entries())
    pictures.push(await uploadPicture(shop, words, index));
  const product = (vendor: TestVendor, picture: number, fields: NewTestProduct) => {
    const images = pictures.slice(picture, picture + 1);
    return createProduct(container, vendor.vendorId, {
      ...fields,
      images,
      thumbnail: images[0] ?? null,
      categoryIds: [lamps.id],
      primaryCategoryId: lamps.id,
    });
  };
  const lamp = await product(seller, 0, {
    title: 'Brass lamp of five wicks',
    slug: 'brass-lamp',
    description: '<p>Cast in one piece, polished by hand.</p>',
    variants: [
      { price: 249_900, options: { Size: 'Small' } },
      { price: 389_900, options: { Size: 'Large' } },
    ],
  });
  const shawl = await product(other, 1, {
    title: 'Kullu shawl',
    slug: 'kullu-shawl',
    variants: [{ price: 389_900, stock: 0 }],
  });
  const diya = await product(seller, 2, {
    title: 'Clay diya, set of twelve, painted by hand in Khurja with a lotus on each',
    slug: 'clay-diya',
    variants: [{ price: 34_900 }],
  });
  const [furnace] = pictures.slice(-1);
  const page = {
    story: '<p>Three generations at the furnace in Moradabad.</p>',
    pictures: [furnace],
    cover: furnace,
    logo: furnace,
    returnPolicy: 'Within 7 days.',
  };
  data(await shop.http.as(seller.token).patch('/vendor/page', page));
  return { seller, lamp, shawl, diya };
}

/** Offers of three kinds, one of which the cart misses by a little. */
async function fillOffers(shop: TestShop, giftVariantId: string) {
  const admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
  const common = { discountType: 'PERCENTAGE', value: 10 };
  for (const offer of [
    {
      ...common,
      code: 'B2G1',
      name: 'Buy 2 get 1 free',
      value: 100,
      offer: { kind: 'BUY_X_GET_Y', buyQuantity: 2, getQuantity: 1 },
    },
    {
      ...common,
      code: 'BIG',
      name: '10 % off large carts',
      minOrderAmount: 1_500_000,
      offer: { kind: 'PERCENTAGE' },
    },
    {
      ...common,
      code: 'DIYA',
      name: 'A gift with every lamp',
      value: 100,
      offer: { kind: 'GIFT', buyQuantity: 1, getQuantity: 1, giftVariantId },
    },
  ])
    data(await admin.post('/admin/discounts', offer));
}

/** An order of which one parcel of three pieces is sent. */
async function sendOneParcel(shop: TestShop, vendor: TestVendor, buyer: TestBuyer): Promise<string> {
  const lines = [{ title: 'Brass lamp of five wicks', unitPrice: 249_900, quantity: 3, hsnCode: '7419' }];
  const order = await createHeldOrder(shop.container, {
    buyer,
    vendorIds: [vendor.vendorId],
    lines,
    paid: true,
  });
  const [line] = order.written.lines;
  const path = `/vendor/orders/${order.subOrders[0]?.subOrderId}/parcels`;
  const parcel = {
    providerId: 'self-handled',
    trackingCode: 'DTDC-48122907',
    lines: [{ lineId: line?.id, quantity: 1 }],
  };
  expect((await shop.http.as(vendor.token).post(path, parcel)).status).toBeLessThan(300);
  return order.orderId;
}

/** The same, and the courier brings the parcel back. */
async function returnOneParcel(shop: TestShop, vendor: TestVendor, buyer: TestBuyer): Promise<string> {
  const orderId = await sendOneParcel(shop, vendor, buyer);
  const { knex, unitOfWork, operations, clock } = shop.container;
  const [sent] = (await knex({ s: 'shipping_shipments' })
    .join({ p: 'orders_sub_orders' }, 'p.id', 's.subOrderId')
    .where('p.orderId', orderId)
    .select('s.id', 's.subOrderId')) as { id: string; subOrderId: string }[];
  if (!sent) throw new Error('no parcel was sent');
  await knex('shipping_shipments').where({ id: sent.id }).update({ trackingStatus: 'returned' });
  const ctx = systemContext({ name: 'test' }, clock.now());
  await unitOfWork.run(ctx, (tx) => operations.returnSteps.openOfCarrier(tx, ctx, sent.subOrderId, sent.id));
  return orderId;
}

/** A shared wishlist of two items, one cheaper than when it was saved, one sold out; returns the token of its link. */
async function fillWishlist(
  shop: TestShop,
  buyer: TestBuyer,
  [cheaper, soldOut]: TestProduct[],
): Promise<string> {
  const admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
  const topic = { names: [{ locale: 'en', name: 'My wishlist' }], optIn: true };
  const { id: topicId } = data<{ id: string }>(await admin.post('/admin/campaigns/topics', topic));
  data(await admin.patch('/admin/settings/admin', { 'email.wishlist_topic': topicId }));
  const http = shop.http.as(buyer.token);
  const save = async (product: TestProduct | undefined, notices: object) =>
    data<{ wishlistId: string }>(
      await http.post('/store/wishlists/items', {
        productId: product?.productId,
        variantId: product?.variants.at(-1)?.id,
        ...notices,
      }),
    );
  await save(soldOut, { notifyBackInStock: true });
  const { wishlistId } = await save(cheaper, {});
  await shop.container
    .knex('wishlists_items')
    .where({ productId: cheaper?.productId })
    .update({ priceAdded: 449_900 });
  data(await http.post('/store/wishlists', { name: 'Diwali gifts' }));
  return data<{ token: string }>(await http.post(`/store/wishlists/${wishlistId}/share`)).token;
}

/** A shop with one of everything that a buyer meets; returns the pages that show it. */
export async function fillShop(shop: TestShop, buyer: TestBuyer): Promise<ShopPlace[]> {
  const { container } = shop;
  await setSettings(container, { 'admin.store_credit.enabled': true });
  const { seller, lamp, shawl, diya } = await fillShelves(shop);
  await container.knex('reviews').insert({
    productId: lamp.productId,
    userId: buyer.userId,
    rating: 4,
    status: 'approved',
    title: 'Bright',
    text: 'Burns all evening.',
  });
  await container.knex('products').where({ id: lamp.productId }).update({ ratingCount: 1, ratingSum: 4 });
  await fillOffers(shop, diya.variants[0]?.id ?? '');
  await grantCredit(container, buyer, 120_000);
  const orderId = await sendOneParcel(shop, seller, buyer);
  const returnedId = await returnOneParcel(shop, seller, buyer);
  const token = await fillWishlist(shop, buyer, [lamp, shawl]);
  await indexNow(container);
  const [left, ordered] = [
    await createRemindedCart(shop, diya.variants[0]?.id ?? ''),
    await createRemindedCart(shop, diya.variants[0]?.id ?? '', { ordered: true }),
  ];
  const [restore, press] = ['/cart/restore?token=', 'Open the cart'];
  return [
    { name: 'category', path: '/categories/lamps', seen: '3 products' },
    { name: 'search', path: '/search?q=brass', seen: 'You searched for' },
    { name: 'vendors', path: '/vendors', seen: 'Pital Ghar' },
    { name: 'vendor', path: '/vendors/pital-ghar', seen: 'About Pital Ghar' },
    { name: 'product', path: '/products/brass-lamp', seen: 'Add to cart' },
    {
      name: 'product-saved',
      path: `/products/brass-lamp?v=${lamp.variants.at(-1)?.id}`,
      seen: 'Saved in',
      signedIn: true,
    },
    { name: 'sold-out', path: '/products/kullu-shawl', seen: 'Kullu shawl' },
    { name: 'sign-in', path: '/sign-in', seen: 'Sign in' },
    { name: 'lookup', path: '/orders/lookup', seen: 'Find it' },
    { name: 'nowhere', path: '/nowhere', seen: 'There is no such page' },
    { name: 'account', path: '/account', seen: 'Store credit', signedIn: true },
    { name: 'addresses', path: '/account/addresses', seen: 'ddress', signedIn: true },
    { name: 'wishlists', path: '/account/wishlists', seen: '₹4,499 when you saved it', signedIn: true },
    { name: 'shared-wishlist', path: `/shared-wishlist?token=${token}`, seen: 'Brass lamp' },
    { name: 'shared-wishlist-ended', path: '/shared-wishlist?token=gone', seen: 'This list is not shared' },
    { name: 'personal-data', path: '/account/data', seen: 'Request the file', signedIn: true },
    { name: 'home', path: '/', seen: 'Brass lamp' },
    { name: 'order', path: `/orders/${orderId}`, seen: '1 of 3 items sent', signedIn: true },
    {
      name: 'order-parcel-returned',
      path: `/orders/${returnedId}`,
      seen: 'Sent back by the courier',
      signedIn: true,
    },
    { name: 'restore-cart', path: `${restore}${left.token}`, seen: 'Your cart is still here' },
    { name: 'restore-cart-opened', path: `${restore}${left.token}`, press, seen: 'Clay diya' },
    {
      name: 'restore-cart-ordered',
      path: `${restore}${ordered.token}`,
      press,
      seen: 'Nothing is left in this cart',
      signedIn: true,
    },
    {
      name: 'restore-cart-expired',
      path: `${restore}${left.expired}`,
      press,
      seen: 'This link is not valid',
    },
    {
      name: 'restore-cart-forged',
      path: `${restore}forged`,
      press,
      seen: 'This link is not valid',
      signedIn: true,
    },
    { name: 'restore-cart-cut', path: '/cart/restore', seen: 'This link is not valid' },
  ];
}
