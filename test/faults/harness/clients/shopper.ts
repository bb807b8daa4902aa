import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBuyer, type TestBuyer } from '../../../_support/orders.js';
import { createProduct } from '../../../_support/products.js';
import type { CartResponse, PlacedResponse } from '../../../_support/shop.js';
import { addressOf, createVendor } from '../../../_support/vendors.js';
import type { Fixtures } from '../flow.js';
import type { Random } from '../random.js';
import { RetriesExhausted, type RetryingClient } from './retrying-client.js';
import { withRetry } from './with-retry.js';

export interface Shelf {
  vendorId: string;
  /** With more pieces than a run can sell. */
  plenty: string[];
  /** A variant of which there are a few pieces only. */
  scarce: string;
}

const SCARCE_PIECES = 3;
/** What a shopper comes to, for flows to declare. */
export const PLACE_ORDER = 'place-order';

/** Vendors with something to sell; what is on hand has its movement. */
export async function stockShelves({ container }: Fixtures, vendors: number): Promise<Shelf[]> {
  const shelves: Shelf[] = [];
  for (let index = 0; index < vendors; index += 1) {
    const { vendorId } = await createVendor(container);
    const { variants } = await createProduct(container, vendorId, {
      variants: [
        { options: { Size: 'S' }, stock: 100_000 },
        { options: { Size: 'M' }, stock: 100_000, price: 129_950 },
        { options: { Size: 'L' }, stock: SCARCE_PIECES },
      ],
    });
    const [first, second, last] = variants.map(({ id }) => id);
    shelves.push({ vendorId, plenty: [first ?? '', second ?? ''], scarce: last ?? '' });
  }
  return shelves;
}

export interface OrderResponse {
  id: string;
  orderNumber: string;
  status: string;
  paymentStatus: string;
  grandTotal: number;
  refundedTotal: number;
}

/** An order that the platform has acknowledged. */
export interface PlacedOrder {
  orderId: string;
  orderNumber: string;
  cartId: string;
  /** Where it is paid, unless the provider could not be reached. */
  pageUrl: string | undefined;
}

/** A person with a session who buys something. */
export interface Shopper {
  buyer: TestBuyer;
  http: RetryingClient;
  /**
   * Fills a cart and orders it; null when it was refused for want of stock or of uses of a coupon.
   * @param coupons codes to add; one that does not apply is left out
   */
  order(
    variantIds: readonly string[],
    paymentOption: 'sandbox' | 'cod',
    coupons?: readonly string[],
  ): Promise<PlacedOrder | null>;
  /** The payment page, asked for again while the provider cannot be reached; undefined once it cannot be paid. */
  paymentPage(order: PlacedOrder): Promise<string | undefined>;
  read(orderId: string): Promise<OrderResponse>;
  /** Waits until the order is in one of these states. */
  until(orderId: string, statuses: readonly string[]): Promise<OrderResponse>;
}

const TIMEOUT_MS = 180_000;

export async function createShopper(fixtures: Fixtures, random: Random): Promise<Shopper> {
  const buyer = await withRetry(() => createBuyer(fixtures.container));
  const http = fixtures.api.as(buyer.token);

  async function filledCart(variantIds: readonly string[]): Promise<CartResponse> {
    const { body: opened } = await http.call<CartResponse>('POST', '/store/carts');
    const { id } = opened.data;
    for (const variantId of variantIds) {
      const quantity = random.int(1, 3);
      const added = await http.call<CartResponse>('POST', `/store/carts/${id}/items`, {
        body: { variantId, quantity },
      });
      // A try whose response was lost may have put them in already: the cart says how many there are.
      const line = added.body.data.lines.find((item) => item.variantId === variantId);
      if (line && line.quantity !== quantity)
        await http.call('PATCH', `/store/carts/${id}/items/${line.id}`, { body: { quantity } });
    }
    const body = { shippingAddress: addressOf(), email: buyer.email };
    const { body: cart } = await http.call<CartResponse>('PUT', `/store/carts/${id}/addresses`, { body });
    return cart.data;
  }

  async function read(orderId: string): Promise<OrderResponse> {
    return (await http.call<OrderResponse>('GET', `/store/orders/${orderId}`)).body.data;
  }

  return {
    buyer,
    http,
    read,
    async order(variantIds, paymentOption, coupons = []) {
      const filled = await filledCart(variantIds);
      for (const code of coupons)
        await http.call('POST', `/store/carts/${filled.id}/coupons`, { body: { code }, accept: [409] });
      const cart =
        coupons.length === 0
          ? filled
          : (await http.call<CartResponse>('GET', `/store/carts/${filled.id}`)).body.data;
      const key = randomUUID();
      const place = () =>
        http.call<PlacedResponse>('POST', `/store/carts/${cart.id}/place-order`, {
          body: { expectedTotal: cart.totals.grandTotal, paymentOption },
          headers: { 'idempotency-key': key },
          accept: [409],
        });
      fixtures.points.reach(PLACE_ORDER);
      const placed = await place();
      if (placed.status === 409) {
        const { message = '' } = placed.body;
        if (/ left$|stock/i.test(message)) return null;
        // The last use went to somebody else since the cart was read.
        if (coupons.length > 0 && /coupon|total is now/i.test(message)) return null;
        throw new Error(`place-order was refused: ${JSON.stringify(placed.body)}`);
      }
      const { order, payment } = placed.body.data;
      if (random.chance(0.2)) {
        const again = await place();
        if (again.body.data?.order.id !== order.id)
          throw new Error(`the same key gave ${order.id} and then ${JSON.stringify(again.body)}`);
      }
      const { id: orderId, orderNumber } = order;
      return { orderId, orderNumber, cartId: cart.id, pageUrl: payment.action.url };
    },
    async paymentPage(order) {
      if (order.pageUrl) return order.pageUrl;
      for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await sleep(500)) {
        const response = await http.call<PlacedResponse>('POST', `/store/orders/${order.orderId}/payments`, {
          body: {},
          accept: [409],
        });
        if (response.status === 409) return undefined;
        const { url } = response.body.data.payment.action;
        if (url) return url;
      }
      throw new RetriesExhausted(`the payment of order ${order.orderNumber} could not be started`);
    },
    async until(orderId, statuses) {
      let last: OrderResponse | undefined;
      for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await sleep(400)) {
        last = await read(orderId);
        if (statuses.includes(last.status)) return last;
      }
      throw new RetriesExhausted(
        `order ${last?.orderNumber} stayed ${last?.status} and was to be ${statuses.join(' or ')}`,
      );
    },
  };
}
