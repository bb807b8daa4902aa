import { originOf } from '#domain/_shared/context.js';
import { type InvoiceRequested, invoicesEvents } from '#domain/invoices/invoices.events.js';
import { mailQueued } from '#domain/mail/mail.events.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import {
  type OrderCancelled,
  type OrderConfirmed,
  type OrderFact,
  ordersEvents,
} from '#domain/orders/orders.events.js';
import {
  type ImportRequested,
  productImportsEvents,
} from '#domain/product-imports/product-imports.events.js';
import { paymentsEvents, type RefundRequested } from '#domain/payments/payments.events.js';
import {
  invoiceRequestedSignal,
  renderInvoice,
  type RenderInvoiceInput,
} from '#workflows/invoices/invoices.contract.js';
import {
  followOrder,
  type FollowOrderInput,
  paymentSettledSignal,
} from '#workflows/orders/orders.contract.js';
import {
  importProducts,
  type ImportProductsInput,
} from '#workflows/product-imports/product-imports.contract.js';
import { refundPayment, type RefundPaymentInput } from '#workflows/payments/payments.contract.js';
import { drain, each, type EngineAction, type Subscription } from './subscription.js';

/** Who hears of what: the one table to read. */
export const subscriptions: readonly Subscription[] = [
  drain('invoice-wishes', [ordersEvents.confirmed], 'core'),
  each<InvoiceRequested, RenderInvoiceInput>('invoices-render', [invoicesEvents.requested], (event) => ({
    contract: renderInvoice,
    input: { ...event.payload, origin: originOf(event) },
    signal: { name: invoiceRequestedSignal.name, args: [] },
  })),
  drain('mail', [mailQueued], 'mail'),
  each<OrderFact, FollowOrderInput>(
    'orders-follow',
    [ordersEvents.placed, ordersEvents.confirmed, ordersEvents.cancelled],
    orderNews,
  ),
  each<RefundRequested, RefundPaymentInput>('payments-refund', [paymentsEvents.refundRequested], (event) => ({
    contract: refundPayment,
    input: { ...event.payload, origin: originOf(event) },
  })),
  drain('payments-webhooks', [paymentsEvents.webhookReceived], 'core'),
  each<ImportRequested, ImportProductsInput>(
    'product-imports-run',
    [productImportsEvents.requested],
    (event) => ({ contract: importProducts, input: { ...event.payload, origin: originOf(event) } }),
  ),
];

/** Placing an order starts its workflow; what others do to the order is told to it, and what it did itself is not. */
function orderNews(event: RecordedEvent<OrderFact>): EngineAction<FollowOrderInput> | null {
  const { orderId, orderNumber, userId } = event.payload;
  const action = {
    contract: followOrder,
    input: { orderId, orderNumber, userId, origin: originOf(event) },
  };
  if (event.type === ordersEvents.placed.type) return action;
  const { atPlacement, windowEnded } = event.payload as Partial<OrderConfirmed & OrderCancelled>;
  if (atPlacement || windowEnded) return null;
  return { ...action, signal: { name: paymentSettledSignal.name, args: [] } };
}
