import type { AlsoWrite } from '#db/kernel/unit-of-work.js';
import type { OrderPlatform } from '#domain/orders/order.js';

/** What a buyer sends to place an order, read and checked by the route. */
export interface PlaceOrderInput {
  cartId: string;
  /** Subunits. */
  expectedTotal: number;
  paymentOption: string;
  /** Subunits of the total that the buyer pays with store credit. */
  storeCredit?: number;
  email?: string;
  returnUrl?: string;
  /** Language of the mails about the order. */
  locale?: string;
  platform: OrderPlatform;
  /** What is written with the order. */
  also?: AlsoWrite;
}
