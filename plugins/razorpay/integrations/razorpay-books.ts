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
  type RazorpayDispute,
  razorpayDispute,
  razorpayDisputeList,
  type RazorpayPayment,
  razorpayPaymentList,
  type RazorpayReconLine,
  razorpayReconList,
  razorpayRefundList,
  type RazorpaySettlement,
  razorpaySettlementList,
} from './razorpay.schemas.js';

/** As many as one call gives. */
const PAGE = 100;
/** A list that repeats a page this often has no end. */
const MAX_REPEATED_PAGES = 3;
const DAY_MS = 86_400_000;
/** The service counts its days in India. */
const ZONE_MS = 5.5 * 3_600_000;
/** A settlement that failed is tried again for some days, and its lines are listed on the day that it went through. */
const RETRY_DAYS = 7;

type Input<T> = Omit<T, 'settings'>;

/** The payments that were captured, also those that went back since, and those that failed. */
export async function* listRazorpayPayments(
  client: JsonClient,
  input: Input<ListInput>,
): AsyncGenerator<ListedPayment> {
  for await (const payment of listed(client, '/payments', razorpayPaymentList, input)) {
    const state = { captured: 'captured', refunded: 'captured', failed: 'failed' } as const;
    // One that is only authorized is nobody's money yet.
    const stands = state[payment.status as keyof typeof state];
    if (!stands) continue;
    const { order_number: orderNumber, payment_id: paymentId } = payment.notes;
    yield {
      providerPaymentId: payment.id,
      providerOrderId: payment.order_id ?? null,
      ...(typeof paymentId === 'string' ? { paymentId } : {}),
      ...(typeof orderNumber === 'string' ? { orderNumber } : {}),
      state: stands,
      amount: payment.amount,
      currency: payment.currency,
      ...feesOf(payment),
      createdAt: instantOf(payment.created_at),
    };
  }
}

/** The fee without its tax: the service says it with. */
export function feesOf({
  fee,
  tax,
}: Pick<RazorpayPayment, 'fee' | 'tax'>): Pick<ListedPayment, 'fee' | 'tax'> {
  if (fee == null) return { fee: null, tax: null };
  return { fee: fee - (tax ?? 0), tax: tax ?? 0 };
}

export async function* listRazorpayRefunds(
  client: JsonClient,
  input: Input<ListInput>,
): AsyncGenerator<ListedRefund> {
  for await (const refund of listed(client, '/refunds', razorpayRefundList, input)) {
    const { refund_id: refundId } = refund.notes;
    yield {
      providerRefundId: refund.id,
      providerPaymentId: refund.payment_id,
      ...(typeof refundId === 'string' ? { refundId } : {}),
      state: refund.status,
      amount: refund.amount,
      currency: refund.currency ?? null,
      createdAt: instantOf(refund.created_at ?? 0),
    };
  }
}

export async function* listRazorpayDisputes(
  client: JsonClient,
  input: Input<ListInput>,
): AsyncGenerator<ListedDispute> {
  for await (const dispute of listed(client, '/disputes', razorpayDisputeList, input))
    yield disputeOf(dispute);
}

export async function findRazorpayDispute(
  client: JsonClient,
  { providerDisputeId, signal }: Input<FindDisputeInput>,
): Promise<ListedDispute | null> {
  const path = `/disputes/${encodeURIComponent(providerDisputeId)}`;
  try {
    const { data } = await client.call({ method: 'GET', path, response: razorpayDispute, signal });
    return disputeOf(data);
  } catch (error) {
    // "The id provided does not exist" is a 400.
    if (error instanceof HttpCallError && (error.status === 400 || error.status === 404)) return null;
    throw error;
  }
}

export function disputeOf(dispute: RazorpayDispute): ListedDispute {
  return {
    providerDisputeId: dispute.id,
    providerPaymentId: dispute.payment_id,
    amount: dispute.amount,
    currency: dispute.currency,
    state: dispute.status === 'open' ? 'opened' : dispute.status,
    deducted: dispute.amount_deducted ?? 0,
    reasonCode: dispute.reason_code ?? null,
    dueAt: dispute.respond_by == null ? null : instantOf(dispute.respond_by),
    createdAt: instantOf(dispute.created_at),
  };
}

export async function* listRazorpaySettlements(
  client: JsonClient,
  input: Input<ListInput>,
): AsyncGenerator<ListedSettlement> {
  for await (const settlement of listed(client, '/settlements', razorpaySettlementList, input))
    yield settlementOf(settlement);
}

export function settlementOf(settlement: RazorpaySettlement): ListedSettlement {
  const tax = settlement.tax ?? 0;
  return {
    providerSettlementId: settlement.id,
    amount: settlement.amount,
    currency: settlement.currency ?? 'INR',
    state: settlement.status,
    fees: (settlement.fees ?? 0) - tax,
    tax,
    reference: settlement.utr || null,
    createdAt: instantOf(settlement.created_at),
    // The service says when a settlement was made, not when the bank had it.
    processedAt: null,
  };
}

/**
 * The service lists lines by the day of their settlement. They begin with the day on which it was made; the lines of one that was
 * tried again are found on a later day.
 */
export async function* listRazorpayLines(
  client: JsonClient,
  { settlement, signal }: Input<ListLinesInput>,
): AsyncGenerator<SettlementLine> {
  const first = settlement.createdAt.getTime();
  const seen = new Set<string>();
  let total = 0;
  for (let day = 0; day <= RETRY_DAYS; day++) {
    const query = daysOf(new Date(first + day * DAY_MS));
    for await (const line of recon(client, query, signal)) {
      if (line.providerSettlementId !== settlement.providerSettlementId || seen.has(line.lineId)) continue;
      seen.add(line.lineId);
      total += line.credit - line.debit;
      yield line;
    }
    if (seen.size > 0 && total === settlement.amount) return;
  }
}

/** What the service took or gave by itself, as far as it is settled: there is no other list of it. */
export async function* listRazorpayAdjustments(
  client: JsonClient,
  { since, until = new Date(), signal }: Input<ListInput>,
): AsyncGenerator<SettlementLine> {
  const seen = new Set<string>();
  for (let day = since.getTime(); day < until.getTime() + DAY_MS; day += DAY_MS) {
    for await (const line of recon(client, daysOf(new Date(day)), signal)) {
      if (line.kind === 'payment' || line.kind === 'refund' || seen.has(line.lineId)) continue;
      seen.add(line.lineId);
      yield line;
    }
  }
}

function recon(
  client: JsonClient,
  query: Record<string, number>,
  signal: AbortSignal | undefined,
): AsyncGenerator<SettlementLine> {
  const keyOf = (line: RazorpayReconLine) => `${line.type}:${line.entity_id}:${line.settlement_id ?? ''}`;
  return mapped(
    pages(client, '/settlements/recon/combined', razorpayReconList, { query, signal, keyOf }),
    lineOf,
  );
}

function lineOf(line: RazorpayReconLine): SettlementLine {
  const tax = line.tax ?? 0;
  return {
    lineId: `${line.type}:${line.entity_id}`,
    providerSettlementId: line.settlement_id ?? null,
    kind: kindOf(line),
    entityId: line.entity_id,
    providerPaymentId: line.type === 'payment' ? line.entity_id : (line.payment_id ?? null),
    providerDisputeId: line.dispute_id ?? null,
    debit: line.debit,
    credit: line.credit,
    fee: (line.fee ?? 0) - tax,
    tax,
    currency: line.currency,
    description: line.description ?? null,
    createdAt: instantOf(line.created_at),
    settledAt: line.settled_at == null ? null : instantOf(line.settled_at),
  };
}

/** Disputes and reserves are adjustments to the service; the one names its dispute, the other says so. */
function kindOf({ type, dispute_id: disputeId, description }: RazorpayReconLine): SettlementLineKind {
  if (type === 'payment' || type === 'refund') return type;
  if (type === 'transfer' || type === 'reversal') return 'transfer';
  if (type !== 'adjustment') return 'other';
  if (disputeId) return 'dispute';
  return /\breserve\b/i.test(description ?? '') ? 'reserve' : 'adjustment';
}

const instantOf = (seconds: number) => new Date(seconds * 1000);

function daysOf(at: Date): Record<string, number> {
  const local = new Date(at.getTime() + ZONE_MS);
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
}

/** A list by the instant of creation, both ends in whole seconds and inclusive. */
function listed<T extends { id: string }>(
  client: JsonClient,
  path: string,
  response: ZodType<{ items: T[] }>,
  { since, until, signal }: Input<ListInput>,
): AsyncGenerator<T> {
  const query = {
    from: Math.floor(since.getTime() / 1000),
    ...(until ? { to: Math.ceil(until.getTime() / 1000) - 1 } : {}),
  };
  return pages(client, path, response, { query, signal, keyOf: ({ id }) => id });
}

/** @throws Error when the list has no end: the same pages come repeatedly. */
async function* pages<T>(
  client: JsonClient,
  path: string,
  response: ZodType<{ items: T[] }>,
  options: { query: Record<string, number>; signal: AbortSignal | undefined; keyOf: (item: T) => string },
): AsyncGenerator<T> {
  const seen = new Set<string>();
  let repeated = 0;
  // Newest first: what is created meanwhile moves the pages back, so that some come twice and none is left out.
  for (let skip = 0; ; skip += PAGE) {
    const query = { ...options.query, count: PAGE, skip };
    const { data } = await client.call({ method: 'GET', path, query, response, signal: options.signal });
    const before = seen.size;
    for (const item of data.items) {
      const key = options.keyOf(item);
      if (seen.has(key)) continue;
      seen.add(key);
      yield item;
    }
    if (data.items.length < PAGE) return;
    repeated = seen.size === before ? repeated + 1 : 0;
    if (repeated >= MAX_REPEATED_PAGES) throw new Error(`GET ${path} has no end: the same page comes again`);
  }
}

async function* mapped<T, U>(items: AsyncIterable<T>, map: (item: T) => U): AsyncGenerator<U> {
  for await (const item of items) yield map(item);
}
