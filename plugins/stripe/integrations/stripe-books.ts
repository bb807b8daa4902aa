import type { JsonClient, ListedPayment, ListedRefund, ListInput, ZodType } from 'haat/plugin';
import { type StripeRefund, stripeRefundList, stripeSessionList } from './stripe.schemas.js';

/** As many as one call gives. */
const PAGE = 100;
/** A hosted page can be paid for so long after it was made. */
const SESSION_LIFE_SECONDS = 24 * 60 * 60;
const refundStates = { succeeded: 'processed', failed: 'failed', canceled: 'failed' } as const;

export function refundState({ status }: Pick<StripeRefund, 'status'>): ListedRefund['state'] {
  return refundStates[status as keyof typeof refundStates] ?? 'pending';
}

/**
 * The payments that were captured, also those that went back since. Newest first. A page is listed by when it was made, so those of
 * the day before come too. Not the payment intents: they do not know their page, which is what an order knows.
 */
export async function* listStripePayments(
  client: JsonClient,
  input: Omit<ListInput, 'settings'>,
): AsyncGenerator<ListedPayment> {
  const from = secondsOf(input.since) - SESSION_LIFE_SECONDS;
  for await (const session of pages(client, '/v1/checkout/sessions', stripeSessionList, from, input)) {
    const { payment_intent: intent, amount_total: amount, currency, metadata } = session;
    if (session.payment_status !== 'paid' || !intent || amount == null || !currency) continue;
    const { order_number: orderNumber } = metadata;
    yield {
      providerPaymentId: intent,
      providerOrderId: session.id,
      ...(orderNumber === undefined ? {} : { orderNumber }),
      state: 'captured',
      amount,
      currency: currency.toUpperCase(),
      fee: null,
      tax: null,
      createdAt: new Date(session.created * 1_000),
    };
  }
}

export async function* listStripeRefunds(
  client: JsonClient,
  input: Omit<ListInput, 'settings'>,
): AsyncGenerator<ListedRefund> {
  const from = secondsOf(input.since);
  for await (const refund of pages(client, '/v1/refunds', stripeRefundList, from, input)) {
    // One of a charge that no payment intent has made is not ours.
    if (!refund.payment_intent) continue;
    const { refund_id: refundId } = refund.metadata;
    yield {
      providerRefundId: refund.id,
      providerPaymentId: refund.payment_intent,
      ...(refundId === undefined ? {} : { refundId }),
      state: refundState(refund),
      amount: refund.amount,
      currency: refund.currency.toUpperCase(),
      createdAt: new Date((refund.created ?? 0) * 1_000),
    };
  }
}

const secondsOf = (instant: Date) => Math.floor(instant.getTime() / 1_000);

async function* pages<T extends { id: string }>(
  client: JsonClient,
  path: string,
  response: ZodType<{ data: T[]; has_more?: boolean | undefined }>,
  from: number,
  { signal }: Omit<ListInput, 'settings'>,
): AsyncGenerator<T> {
  // Newest first, each page behind the last object of the one before: what is created meanwhile moves nothing.
  for (let after: string | undefined; ;) {
    const query = { 'created[gte]': from, limit: PAGE, starting_after: after };
    const { data: page } = await client.call({ method: 'GET', path, query, response, signal });
    yield* page.data;
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
}
