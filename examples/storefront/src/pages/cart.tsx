import { cardOfShort, Shelf } from '../views/product-card.js';
import { type Action, type Page, part } from '../server/page.js';
import type { Cart, Visit } from '../server/visit.js';
import { Refusal } from '../server/visit.js';
import { orLeftOut } from '../server/store.js';
import { asciiDigits } from './ascii-digits.js';
import { onceFor } from './form-key.js';
import { productPage } from './product.js';

/** The cart with its quote; then, in parallel, the coupons that would apply and what is bought with its products. */
export const cartPage: Page = async ({ visit, store }) => {
  const cart = await visit.cart();
  const filled = cart && cart.lines.length > 0 ? cart : null;
  const [suggested, companions] = await Promise.all([
    filled
      ? orLeftOut(
          visit.api.data('getStoreCartsByCartIdCouponsSuggested', { path: { cartId: filled.id } }),
          [],
        )
      : [],
    filled
      ? orLeftOut(
          visit.api.data('postStoreCartFbt', {
            body: {
              productIds: [...new Set(filled.lines.map(({ productId }) => productId))].slice(0, 20),
              limit: 4,
            },
          }),
          { products: [] },
        )
      : { products: [] },
  ]);
  return {
    head: { title: 'Cart', hidden: true },
    part: part('cart', {
      cart: filled,
      suggested,
      code: visit.problem ? (visit.form.get('code') ?? '') : '',
      problem: visit.problem,
      giftGone: visit.url.searchParams.get('gift') === 'gone',
    }),
    body: (live) => (
      <>
        <header className="page-head">
          <h1>Cart</h1>
        </header>
        {live}
        {companions.products.length > 0 && (
          <section className="row">
            <header className="row-head">
              <h2>Goes well with it</h2>
            </header>
            <Shelf cards={companions.products.map(cardOfShort)} currency={store.profile.currency} />
          </section>
        )}
      </>
    ),
  };
};

const pieces = (form: URLSearchParams) => {
  const quantity = Number(asciiDigits(form.get('quantity') ?? '1'));
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 10_000)
    throw new Refusal('The quantity must be a whole number.');
  return quantity;
};

export const addItem: Action = {
  page: productPage,
  run: async ({ visit }, form) => {
    const cartId = await visit.openCart();
    const body = { variantId: form.get('variantId') ?? '', quantity: pieces(form) };
    const once = onceFor(form, body);
    visit.keepCart(await visit.api.data('postStoreCartsByCartIdItems', { path: { cartId }, body, ...once }));
    return '/cart';
  },
};

function cartId(visit: Visit): string {
  if (!visit.visitor.cartId) throw new Refusal('Your cart is empty.', 409);
  return visit.visitor.cartId;
}

/** An action on the cart in hand, which then shows itself again. */
const cartAction = (change: (visit: Visit, form: URLSearchParams) => Promise<Cart>): Action => ({
  page: cartPage,
  run: async ({ visit }, form) => {
    const cart = await change(visit, form);
    visit.keepCart(cart);
    // The API says it once, in the response to the change, which is not the page that follows.
    return cart.warnings.some(({ code }) => code === 'gift_gone') ? '/cart?gift=gone' : '/cart';
  },
});

export const setQuantity = cartAction((visit, form) =>
  visit.api.data('patchStoreCartsByCartIdItemsByItemId', {
    path: { cartId: cartId(visit), itemId: form.get('itemId') ?? '' },
    body: { quantity: pieces(form) },
  }),
);

export const removeItem = cartAction((visit, form) =>
  visit.api.data('deleteStoreCartsByCartIdItemsByItemId', {
    path: { cartId: cartId(visit), itemId: form.get('itemId') ?? '' },
  }),
);

export const addCoupon = cartAction((visit, form) =>
  visit.api.data('postStoreCartsByCartIdCoupons', {
    path: { cartId: cartId(visit) },
    body: { code: (form.get('code') ?? '').trim() },
  }),
);

export const removeCoupon = cartAction((visit, form) =>
  visit.api.data('deleteStoreCartsByCartIdCouponsByCode', {
    path: { cartId: cartId(visit), code: form.get('code') ?? '' },
  }),
);
