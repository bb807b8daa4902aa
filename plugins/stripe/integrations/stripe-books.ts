import {
  type FindDisputeInput,
  HttpCallError,
  type JsonClient,
  type ListedDispute,
  type ListedPayment,
  type ListedRefund,
  type ListedSettlement,
  type ListInput,
  type ListLinesInput,
  type SettlementLine,
  type SettlementLineKind,
  type ZodType,
} from 'haat/plugin';
import {
  type StripeBalanceTransaction,
  stripeBalanceTransactionList,
  type StripeCharge,
  stripeChargeList,
  type StripeDispute,
  stripeDispute,
  stripeDisputeList,
  type StripePayout,
  stripePayout,
  stripePayoutList,
  type StripeRefund,
  stripeRefundList,
  type StripeSession,
  stripeSessionList,
} from './stripe.schemas.js';

/** As many as one call gives. */
const PAGE = 100;
/** A hosted page can be paid for so long after it was made. */
const SESSION_LIFE_SECONDS = 24 * 60 * 60;
/** A list that repeats a page this often has no end. */
const MAX_REPEATED_PAGES = 3;

type Input<T> = Omit<T, 'settings'>;
type Query = Record<string, string | number | undefined>;

const refundStates = { succeeded: 'processed', failed: 'failed', canceled: 'failed' } as const;

export function refundState({ status }: Pick<StripeRefund, 'status'>): ListedRefund['state'] {
  return refundStates[status as keyof typeof refundStates] ?? 'pending';
}

/**
 * The charges that were captured, also those that went back since, and those that failed. A charge knows what it cost and not the
 * hosted page that it was made on, which is what an order knows: the pages are read first.
 */
export async function* listStripePayments(
  client: JsonClient,
  input: Input<ListInput>,
): AsyncGenerator<ListedPayment> {
  const pagesOf = new Map<string, StripeSession>();
  const made = { ...spanOf(input), 'created[gte]': secondsOf(input.since) - SESSION_LIFE_SECONDS };
  for await (const session of pages(client, '/v1/checkout/sessions', stripeSessionList, made, input)) {
    if (session.payment_intent) pagesOf.set(session.payment_intent, session);
  }
  const query = { ...spanOf(input), 'expand[]': 'data.balance_transaction' };
  for await (const charge of pages(client, '/v1/charges', stripeChargeList, query, input)) {
    const state = charge.status === 'failed' ? 'failed' : charge.captured ? 'captured' : undefined;
    // One that waits for its capture, or for the bank, is nobody's money yet.
    if (!state || charge.status === 'pending') continue;
    yield paymentOf(charge, state, pagesOf.get(charge.payment_intent ?? ''));
  }
}

function paymentOf(
  charge: StripeCharge,
  state: ListedPayment['state'],
  session: StripeSession | undefined,
): ListedPayment {
  const paymentId = session?.client_reference_id || charge.metadata['payment_id'];
  const orderNumber = session?.metadata['order_number'];
  return {
    // Refunds and disputes name the intent; a charge without one was made by an old integration.
    providerPaymentId: charge.payment_intent ?? charge.id,
    providerOrderId: session?.id ?? null,
    ...(paymentId === undefined ? {} : { paymentId }),
    ...(orderNumber === undefined ? {} : { orderNumber }),
    state,
    amount: charge.amount_captured || charge.amount,
    currency: charge.currency.toUpperCase(),
    ...(charge.balance_transaction ? feesOf(charge.balance_transaction) : { fee: null, tax: null }),
    createdAt: instantOf(charge.created),
  };
}

/** The fee without the tax on it: the service says both together, and each of them. */
function feesOf({ fee, fee_details: details }: Pick<StripeBalanceTransaction, 'fee' | 'fee_details'>) {
  const tax = details.filter(({ type }) => type === 'tax').reduce((total, { amount }) => total + amount, 0);
  return { fee: fee - tax, tax };
}

export async function* listStripeRefunds(
  client: JsonClient,
  input: Input<ListInput>,
): AsyncGenerator<ListedRefund> {
  for await (const refund of pages(client, '/v1/refunds', stripeRefundList, spanOf(input), input)) {
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
      createdAt: instantOf(refund.created ?? 0),
    };
  }
}

export async function* listStripeDisputes(
  client: JsonClient,
  input: Input<ListInput>,
): AsyncGenerator<ListedDispute> {
  for await (const dispute of pages(client, '/v1/disputes', stripeDisputeList, spanOf(input), input))
    yield disputeOf(dispute);
}

export async function findStripeDispute(
  client: JsonClient,
  { providerDisputeId, signal }: Input<FindDisputeInput>,
): Promise<ListedDispute | null> {
  const path = `/v1/disputes/${encodeURIComponent(providerDisputeId)}`;
  try {
    const { data } = await client.call({ method: 'GET', path, response: stripeDispute, signal });
    return disputeOf(data);
  } catch (error) {
    if (error instanceof HttpCallError && error.status === 404) return null;
    throw error;
  }
}

/** `warning_…` are inquiries, which take no money; `prevented` ended before it became a dispute. */
const disputeStates: Readonly<Record<string, ListedDispute['state']>> = {
  warning_needs_response: 'opened',
  needs_response: 'opened',
  warning_under_review: 'under_review',
  under_review: 'under_review',
  warning_closed: 'closed',
  prevented: 'closed',
  won: 'won',
  lost: 'lost',
};

export function disputeOf(dispute: StripeDispute): ListedDispute {
  const moved = dispute.balance_transactions.reduce((total, { amount }) => total + amount, 0);
  return {
    providerDisputeId: dispute.id,
    providerPaymentId: dispute.payment_intent ?? dispute.charge ?? '',
    amount: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    state: disputeStates[dispute.status] ?? 'opened',
    deducted: Math.max(0, -moved),
    reasonCode: dispute.reason ?? null,
    dueAt: dispute.evidence_details?.due_by == null ? null : instantOf(dispute.evidence_details.due_by),
    createdAt: instantOf(dispute.created),
  };
}

export async function* listStripePayouts(
  client: JsonClient,
  input: Input<ListInput>,
): AsyncGenerator<ListedSettlement> {
  for await (const payout of pages(client, '/v1/payouts', stripePayoutList, spanOf(input), input))
    yield settlementOf(payout);
}

const payoutStates = { paid: 'processed', failed: 'failed', canceled: 'failed' } as const;

export function settlementOf(payout: StripePayout): ListedSettlement {
  const state = payoutStates[payout.status as keyof typeof payoutStates] ?? 'created';
  return {
    providerSettlementId: payout.id,
    amount: payout.amount,
    currency: payout.currency.toUpperCase(),
    state,
    fees: 0,
    tax: 0,
    reference: payout.trace_id?.value || null,
    createdAt: instantOf(payout.created),
    processedAt: state === 'processed' && payout.arrival_date != null ? instantOf(payout.arrival_date) : null,
  };
}

/**
 * The movements that a payout carries. A payout that failed gives its money back to the balance, and a later one carries it as
 * `payout_failure`: that line is replaced by those of the payout that failed, whose payments are settled now.
 */
export async function* listStripeLines(
  client: JsonClient,
  { settlement, signal }: Input<ListLinesInput>,
): AsyncGenerator<SettlementLine> {
  const query = { payout: settlement.providerSettlementId, 'expand[]': 'data.source' };
  for await (const moved of pages(client, '/v1/balance_transactions', stripeBalanceTransactionList, query, {
    signal,
  })) {
    // The payout itself is listed among what it pays out.
    if (moved.type === 'payout') continue;
    if (moved.type === 'payout_failure' && moved.source) {
      const { data } = await client.call({
        method: 'GET',
        path: `/v1/payouts/${encodeURIComponent(moved.source.id)}`,
        response: stripePayout,
        signal,
      });
      const failed = { settlement: settlementOf(data), signal };
      for await (const line of listStripeLines(client, failed))
        yield { ...line, providerSettlementId: settlement.providerSettlementId };
      continue;
    }
    yield lineOf(moved, settlement);
  }
}

/** What the service took or gave by itself: corrections and disputes, and what it keeps in reserve. */
export async function* listStripeAdjustments(
  client: JsonClient,
  input: Input<ListInput>,
): AsyncGenerator<SettlementLine> {
  const query = { ...spanOf(input), 'expand[]': 'data.source' };
  const path = '/v1/balance_transactions';
  for await (const moved of pages(client, path, stripeBalanceTransactionList, query, input)) {
    const line = lineOf(moved, null);
    if (line.kind === 'adjustment' || line.kind === 'dispute' || line.kind === 'reserve') yield line;
  }
}

function lineOf(moved: StripeBalanceTransaction, settlement: ListedSettlement | null): SettlementLine {
  const { source, net } = moved;
  const kind = kindOf(moved);
  const payment = source?.payment_intent ?? source?.charge ?? (kind === 'payment' ? source?.id : undefined);
  return {
    lineId: moved.id,
    providerSettlementId: settlement?.providerSettlementId ?? null,
    kind,
    entityId: (kind === 'payment' ? payment : source?.id) ?? moved.id,
    providerPaymentId: payment ?? null,
    providerDisputeId: kind === 'dispute' ? (source?.id ?? null) : null,
    debit: Math.max(0, -net),
    credit: Math.max(0, net),
    ...costsOf(moved),
    currency: moved.currency.toUpperCase(),
    description: moved.description ?? null,
    createdAt: instantOf(moved.created),
    settledAt: settlement?.processedAt ?? null,
  };
}

/** A charge of the service itself moves no money of buyers: it is all fee, or all tax. */
function costsOf(moved: StripeBalanceTransaction): Pick<SettlementLine, 'fee' | 'tax'> {
  if (moved.type === 'tax_fee') return { fee: 0, tax: -moved.net };
  if (moved.type === 'stripe_fee') return { fee: -moved.net, tax: 0 };
  return feesOf(moved);
}

const lineKinds: Readonly<Record<string, SettlementLineKind>> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  payment_reversal: 'refund',
  adjustment: 'adjustment',
  transfer: 'transfer',
  transfer_cancel: 'transfer',
  transfer_failure: 'transfer',
  transfer_refund: 'transfer',
  reserve_transaction: 'reserve',
  reserve_hold: 'reserve',
  reserve_release: 'reserve',
  reserved_funds: 'reserve',
  stripe_fee: 'fee',
  tax_fee: 'fee',
};

function kindOf({
  type,
  reporting_category: category,
  source,
}: StripeBalanceTransaction): SettlementLineKind {
  const isDispute = category === 'dispute' || category === 'dispute_reversal' || source?.object === 'dispute';
  return type === 'adjustment' && isDispute ? 'dispute' : (lineKinds[type] ?? 'other');
}

const secondsOf = (instant: Date) => Math.floor(instant.getTime() / 1_000);
const instantOf = (seconds: number) => new Date(seconds * 1_000);

function spanOf({ since, until }: Input<ListInput>): Query {
  return {
    'created[gte]': secondsOf(since),
    ...(until ? { 'created[lt]': Math.ceil(until.getTime() / 1_000) } : {}),
  };
}

/** @throws Error when the list has no end: the same page comes repeatedly. */
async function* pages<T extends { id: string }>(
  client: JsonClient,
  path: string,
  response: ZodType<{ data: T[]; has_more?: boolean | undefined }>,
  filter: Query,
  { signal }: { signal?: AbortSignal },
): AsyncGenerator<T> {
  const seen = new Set<string>();
  let repeated = 0;
  // Newest first, each page behind the last object of the one before: what is created meanwhile moves nothing.
  for (let after: string | undefined; ;) {
    const query = { ...filter, limit: PAGE, starting_after: after };
    const { data: page } = await client.call({ method: 'GET', path, query, response, signal });
    const before = seen.size;
    for (const item of page.data) {
      if (seen.has(item.id)) continue;
      seen.add(item.id);
      yield item;
    }
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
    repeated = seen.size === before ? repeated + 1 : 0;
    if (repeated >= MAX_REPEATED_PAGES) throw new Error(`GET ${path} has no end: the same page comes again`);
  }
}
