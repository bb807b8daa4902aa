import { ApiError } from 'haat-client';
import { Field, ProblemNotice } from '../views/kit.js';
import type { Order, OrderProps } from '../views/order.js';
import { type Action, type Page, type PageResult, part, type Shop } from '../server/page.js';
import { Refusal } from '../server/visit.js';
import { paymentPage } from './checkout.js';

const orderIdOf = ({ visit }: Shop) => visit.params['orderId'] ?? '';

function result(props: OrderProps): PageResult {
  return {
    head: { title: `Order ${props.order.orderNumber}`, hidden: true },
    part: part('order', props),
    body: (live) => (
      <>
        <header className="page-head">
          <p className="quiet">Order</p>
          <h1>{props.order.orderNumber}</h1>
        </header>
        {live}
      </>
    ),
  };
}

/** The order, its invoice and credit notes in parallel; then, for each sub-order, scans and returns. */
export const orderPage: Page = async (shop) => {
  const { visit, store } = shop;
  const path = { orderId: orderIdOf(shop) };
  const [order, invoice, creditNotes, credit] = await Promise.all([
    visit.api.data('getStoreOrdersByOrderId', { path }),
    visit.api.data('getStoreOrdersByOrderIdInvoiceStatus', { path }),
    visit.api.data('getStoreOrdersByOrderIdCreditNotes', { path, query: { limit: 20 } }),
    visit.signedIn ? visit.api.data('getStoreStoreCredit') : null,
  ]);
  const sent = order.vendors.filter(({ shipment }) => shipment?.awb);
  // A courier may bring one of several parcels back before the others arrive.
  const mayReturn = order.vendors.filter(
    ({ deliveredAt, parcels = [] }) =>
      deliveredAt !== null || parcels.some(({ trackingStatus }) => trackingStatus === 'returned'),
  );
  const [scans, returns] = await Promise.all([
    Promise.all(
      sent.map(async ({ id }): Promise<[string, OrderProps['scans'][string]]> => {
        const found = await visit.api.data('getStoreShippingOrdersByOrderVendorIdTracking', {
          path: { orderVendorId: id },
          query: { limit: 50 },
        });
        const rows = found.map(({ id: scanId, normalizedStatus, receivedAt }) => ({
          id: scanId,
          normalizedStatus,
          receivedAt,
        }));
        return [id, rows.sort((left, right) => (left.receivedAt < right.receivedAt ? -1 : 1))];
      }),
    ),
    Promise.all(
      mayReturn.map(({ id }) =>
        visit.api.data('getStoreOrdersByOrderIdVendorsByOrderVendorIdReturnRequests', {
          path: { ...path, orderVendorId: id },
          query: { limit: 20 },
        }),
      ),
    ),
  ]);
  return result({
    order,
    timeZone: store.profile.timeZone,
    invoice: invoice.status,
    scans: Object.fromEntries(scans),
    returns: returns.flat(),
    takesCredit: credit?.enabled ?? false,
    creditNotes: creditNotes.map(({ id, creditNoteNumber, amount, issuedAt }) => ({
      id,
      creditNoteNumber,
      amount,
      issuedAt,
    })),
    isNew: visit.url.searchParams.has('new'),
    reordered: null,
    reviewed: visit.url.searchParams.has('reviewed'),
    lookup: null,
    form: visit.url.pathname.split('/')[3] ?? null,
    problem: visit.problem,
  });
};

const orderAction = (
  run: (shop: Shop, orderId: string, form: URLSearchParams) => Promise<unknown>,
  then = '',
): Action => ({
  page: orderPage,
  run: async (shop, form) => {
    await run(shop, orderIdOf(shop), form);
    return `/orders/${orderIdOf(shop)}${then}`;
  },
});

export const cancelOrder = orderAction(({ visit }, orderId, form) =>
  visit.api.data('postStoreOrdersByOrderIdCancel', { path: { orderId }, query: refundTo(form) }),
);

/** Where the buyer wants the money; without a choice it goes back the way it came. */
const refundTo = (form: URLSearchParams) =>
  form.get('refundTo') === 'store_credit' ? { refundTo: 'store_credit' as const } : {};

export const writeInvoice = orderAction(({ visit }, orderId) =>
  visit.api.data('postStoreOrdersByOrderIdInvoiceGenerate', { path: { orderId } }),
);

/** The items go into the cart in hand; the page of the order then says what became of each. A repeat adds nothing. */
export const reorder: Action = {
  page: orderPage,
  run: async (shop) => {
    const { visit } = shop;
    const inHand = await visit.cart();
    const { cart, lines } = await visit.api.data('postStoreOrdersByOrderIdReorder', {
      path: { orderId: orderIdOf(shop) },
      body: inHand ? { cartId: inHand.id } : {},
    });
    visit.keepCart(cart);
    const page = await orderPage(shop);
    (page.part?.props as OrderProps).reordered = lines;
    return page;
  },
};

export const payOrder: Action = {
  page: orderPage,
  run: async (shop) =>
    paymentPage(
      await shop.visit.api.data('postStoreOrdersByOrderIdPayments', {
        path: { orderId: orderIdOf(shop) },
        body: {},
      }),
    ),
};

/** @throws Refusal where nothing is chosen */
function returnLines(form: URLSearchParams): { lineId: string; quantity: number }[] {
  const lines = [...form].flatMap(([name, value]) =>
    name.startsWith('line.') && Number(value) > 0 ? [{ lineId: name.slice(5), quantity: Number(value) }] : [],
  );
  if (lines.length === 0) throw new Refusal('Choose what you want to send back.');
  return lines;
}

export const requestReturn = orderAction(({ visit }, orderId, form) =>
  visit.api.data('postStoreOrdersByOrderIdVendorsByOrderVendorIdReturnRequests', {
    path: { orderId, orderVendorId: form.get('orderVendorId') ?? '' },
    body: { lines: returnLines(form), reason: form.get('reason') ?? '', ...refundTo(form) },
  }),
);

/** One review for each product; buyers see it once the store has approved it. */
export const review = orderAction(async ({ visit }, _orderId, form) => {
  const rating = Number(form.get('rating'));
  if (!Number.isInteger(rating) || rating < 1 || rating > 5) throw new Refusal('Choose one to five stars.');
  await visit.api.data('postStoreProductsByProductIdReviews', {
    path: { productId: form.get('productId') ?? '' },
    body: { rating, title: form.get('title'), text: form.get('text') },
  });
}, '?reviewed=1');

/** For buyers without a session: the number of the order, and the address that it was placed with. */
export const lookupPage: Page = ({ visit }) =>
  Promise.resolve({
    head: { title: 'Find an order', hidden: true },
    body: () => (
      <div className="reading">
        <h1>Find an order</h1>
        <p className="lead">Its number is in the confirmation that we sent you.</p>
        <form method="post" action="/orders/lookup" className="fields">
          <ProblemNotice problem={visit.problem} />
          <Field
            name="orderNumber"
            label="Order number"
            required
            value={visit.form.get('orderNumber') ?? visit.url.searchParams.get('number')}
            maxLength={40}
            error={visit.problem?.fields['orderNumber']}
          />
          <Field
            name="email"
            label="E-mail address"
            type="email"
            required
            autoComplete="email"
            value={visit.form.get('email')}
            error={visit.problem?.fields['email']}
          />
          <button className="button button-large">Find it</button>
        </form>
      </div>
    ),
  });

const lookupOf = (form: URLSearchParams) => ({
  orderNumber: (form.get('orderNumber') ?? '').trim(),
  email: (form.get('email') ?? '').trim(),
});

async function found(shop: Shop, lookup: { orderNumber: string; email: string }): Promise<PageResult> {
  let order: Order;
  try {
    order = await shop.visit.api.data('postStoreOrdersLookup', { body: lookup });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw new Refusal('There is no order with this number and address.', 404);
    throw error;
  }
  return result({
    order,
    timeZone: shop.store.profile.timeZone,
    invoice: null,
    scans: {},
    returns: [],
    takesCredit: false,
    creditNotes: [],
    isNew: false,
    reordered: null,
    reviewed: false,
    form: shop.visit.problem && 'returns',
    lookup,
    problem: shop.visit.problem,
  });
}

export const lookupOrder: Action = { page: lookupPage, run: (shop, form) => found(shop, lookupOf(form)) };

export const requestReturnByLookup: Action = {
  page: (shop) => found(shop, lookupOf(shop.visit.form)),
  run: async (shop, form) => {
    const lookup = lookupOf(form);
    const orderVendorId = form.get('orderVendorId') ?? '';
    const reason = form.get('reason') ?? '';
    const request = await shop.visit.api.data('postStoreOrdersLookupReturnRequests', {
      body: { ...lookup, orderVendorId, lines: returnLines(form), reason },
    });
    const page = await found(shop, lookup);
    (page.part?.props as OrderProps).returns.push(request);
    return page;
  },
};
