import type { JsonClient, ListedPayment, ListedRefund, ListInput, ZodType } from 'haat/plugin';
import { razorpayPaymentList, razorpayRefundList } from './razorpay.schemas.js';

/** As many as one call gives. */
const PAGE = 100;

/** The payments that were captured, also those that went back since. Newest first. */
export async function* listRazorpayPayments(
  client: JsonClient,
  input: Omit<ListInput, 'settings'>,
): AsyncGenerator<ListedPayment> {
  for await (const payment of pages(client, '/payments', razorpayPaymentList, input)) {
    if (payment.status !== 'captured' && payment.status !== 'refunded') continue;
    const { order_number: orderNumber } = payment.notes;
    yield {
      providerPaymentId: payment.id,
      providerOrderId: payment.order_id ?? null,
      ...(typeof orderNumber === 'string' ? { orderNumber } : {}),
      amount: payment.amount,
      currency: payment.currency,
      createdAt: new Date(payment.created_at * 1000),
    };
  }
}

/** The refunds that did not fail. Newest first. */
export async function* listRazorpayRefunds(
  client: JsonClient,
  input: Omit<ListInput, 'settings'>,
): AsyncGenerator<ListedRefund> {
  for await (const refund of pages(client, '/refunds', razorpayRefundList, input)) {
    if (refund.status === 'failed') continue;
    const { refund_id: refundId } = refund.notes;
    yield {
      providerRefundId: refund.id,
      providerPaymentId: refund.payment_id,
      ...(typeof refundId === 'string' ? { refundId } : {}),
      amount: refund.amount,
      currency: refund.currency ?? null,
    };
  }
}

async function* pages<T>(
  client: JsonClient,
  path: string,
  response: ZodType<{ items: T[] }>,
  { since, signal }: Omit<ListInput, 'settings'>,
): AsyncGenerator<T> {
  const from = Math.floor(since.getTime() / 1000);
  // Newest first: what is created meanwhile moves the pages back, so that some come twice and none is left out.
  for (let skip = 0; ; skip += PAGE) {
    const query = { from, count: PAGE, skip };
    const { data } = await client.call({ method: 'GET', path, query, response, signal });
    yield* data.items;
    if (data.items.length < PAGE) return;
  }
}
