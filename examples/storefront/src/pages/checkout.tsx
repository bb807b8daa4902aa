import { randomUUID } from 'node:crypto';
import { ApiError, type BodyOf, type DataOf } from 'haat-client';
import { type Action, type Page, type PageResult, part } from '../server/page.js';
import { Elsewhere, Refusal } from '../server/visit.js';
import { addressOf } from './address-input.js';
import { onceFor } from './form-key.js';

/** The cart, and in parallel who buys; the ways to pay follow the amount. */
export const checkoutPage: Page = async ({ visit }) => {
  const [cart, me] = await Promise.all([visit.cart(), visit.signedIn ? visit.api.data('getMe') : null]);
  if (!cart || cart.lines.length === 0) throw new Elsewhere('/cart');
  const typed = Object.fromEntries(visit.form);
  const ofAddress = visit.url.pathname === '/checkout/address';
  const editing =
    ofAddress || cart.shippingAddress === null || cart.email === null || visit.url.searchParams.has('edit');
  // Who types another address, or whose address was refused, sees the form.
  const picks =
    editing &&
    visit.signedIn &&
    (ofAddress ? visit.form.has('addressId') : !visit.url.searchParams.has('other'));
  const saved = picks ? await visit.api.data('getStoreAddresses') : [];
  const [options, credit] = editing
    ? [[], null]
    : await Promise.all([
        visit.api.data('getStoreCheckoutOptions', {
          query: { platform: 'WEB', amount: cart.totals.grandTotal },
        }),
        visit.signedIn ? visit.api.data('getStoreStoreCredit') : null,
      ]);
  const asked = visit.problem?.message ?? '';
  const sent = visit.url.pathname === '/checkout/confirm' || visit.url.searchParams.has('code');
  return {
    head: { title: 'Checkout', hidden: true },
    part: part('checkout', {
      cart: { ...cart, email: cart.email ?? me?.user.email ?? null },
      options,
      credit: credit?.enabled ? Math.min(credit.balance, cart.totals.grandTotal) : 0,
      signedIn: visit.signedIn,
      editing,
      saved,
      typed: ofAddress ? typed : {},
      formKey: visit.form.get('formKey') && !visit.problem ? (visit.form.get('formKey') ?? '') : randomUUID(),
      proof: sent ? 'sent' : /confirm/i.test(asked) && !cart.emailConfirmed ? 'needed' : 'none',
      problem: visit.problem,
    }),
    body: (live) => (
      <>
        <header className="page-head">
          <h1>Checkout</h1>
        </header>
        {live}
      </>
    ),
  };
};

export const setAddress: Action = {
  page: checkoutPage,
  run: async ({ visit }, form) => {
    const { cartId } = visit.visitor;
    if (!cartId) throw new Elsewhere('/cart');
    const email = (form.get('email') ?? '').trim();
    const put = (body: BodyOf<'putStoreCartsByCartIdAddresses'>) =>
      visit.api.data('putStoreCartsByCartIdAddresses', { path: { cartId }, body });
    const addressId = form.get('addressId');
    if (addressId) {
      const billingAddressId = form.get('billingId') || addressId;
      await put({ email, shippingAddressId: addressId, billingAddressId });
      return '/checkout';
    }
    const address = addressOf(form);
    await put({ email, shippingAddress: address, billingAddress: address });
    if (visit.signedIn && form.has('save'))
      await visit.api.data('postStoreAddresses', { body: { address }, ...onceFor(form, { address }) });
    return '/checkout';
  },
};

export const sendCode: Action = {
  page: checkoutPage,
  run: async ({ visit }) => {
    await visit.api.data('postStoreCartsByCartIdEmailCode', { path: { cartId: visit.visitor.cartId ?? '' } });
    return '/checkout?code=sent';
  },
};

export const confirmCode: Action = {
  page: checkoutPage,
  run: async ({ visit }, form) => {
    const code = (form.get('code') ?? '').trim();
    await visit.api.data('postStoreCartsByCartIdEmailConfirm', {
      path: { cartId: visit.visitor.cartId ?? '' },
      body: { code },
    });
    return '/checkout';
  },
};

/** The order of this cart for the total that the buyer has seen; then its payment, or its page. */
export const placeOrder: Action = {
  page: checkoutPage,
  run: async ({ visit }, form) => {
    const { cartId } = visit.visitor;
    if (!cartId) throw new Elsewhere('/cart');
    const expectedTotal = Number(form.get('expectedTotal'));
    if (!Number.isSafeInteger(expectedTotal)) throw new Refusal('Please look at the total again.');
    try {
      const placed = await visit.api.data('postStoreCartsByCartIdPlaceOrder', {
        path: { cartId },
        body: { expectedTotal, ...paidWith(form) },
        idempotencyKey: form.get('formKey') || randomUUID(),
      });
      visit.keepCart(null);
      return paymentPage(placed);
    } catch (error) {
      // The cart names what has changed, line by line.
      if (
        error instanceof ApiError &&
        [
          'checkout.not_placeable',
          'checkout.out_of_stock',
          'checkout.empty_cart',
          'discounts.gift_gone',
        ].includes(error.reason)
      )
        throw new Elsewhere('/cart');
      throw error;
    }
  },
};

/** The way to pay that was chosen, and what of the total store credit pays. */
function paidWith(form: URLSearchParams): { paymentOption: string; storeCredit?: number } {
  const paymentOption = form.get('paymentOption') ?? '';
  const storeCredit = Number(form.get('storeCredit') ?? 0);
  return storeCredit > 0 ? { paymentOption, storeCredit } : { paymentOption };
}

/** Goes on to the page of the provider, or to that of the order where nothing is to be paid now. */
export function paymentPage({
  order,
  payment,
}: Pick<DataOf<'postStoreCartsByCartIdPlaceOrder'>, 'order' | 'payment'>): PageResult | string {
  const { type, url } = payment.action;
  if (type !== 'redirect' || !url) return `/orders/${order.id}?new=1`;
  return {
    head: { title: 'Payment', hidden: true, forward: url },
    body: () => (
      <div className="message">
        <h1>To the payment page</h1>
        <p className="lead">
          Order {order.orderNumber} is placed. You pay with the provider, and come back here.
        </p>
        <p>
          <a className="button" href={url}>
            Go on
          </a>
        </p>
      </div>
    ),
  };
}
