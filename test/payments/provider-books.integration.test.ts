import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ListedSettlement, SettlementLine } from '#domain/payments/provider-books.js';
import type { PaymentEvent, PaymentProvider } from '#integrations/payments/payment-provider.js';
import { createRazorpayProvider } from '#plugins/razorpay/integrations/razorpay-provider.js';
import { sandboxAccount } from '#plugins/razorpay/integrations/sandbox-account.js';
import { type PaymentSandbox, startPaymentSandbox } from '../../sandboxes/payments/payment-sandbox.js';
import { startWebhookReceiver } from './webhook-receiver.js';

const SECRET = 'books-sandbox-secret';
const DAY_MS = 86_400_000;

/** The books move by days: 27 November 2026, 23:50 in India. */
let now = new Date('2026-11-27T18:20:00Z');
const settings = {};
let sandbox: PaymentSandbox;
let provider: PaymentProvider;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  sandbox = await startPaymentSandbox({ port: 0, secret: SECRET, now: () => now, apiBaseUrl: receiver.url });
  provider = createRazorpayProvider(sandboxAccount({ url: sandbox.url, secret: SECRET }));
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});
afterEach(() => sandbox.resetControls());

async function all<T>(items: AsyncIterable<T> | undefined): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items ?? []) list.push(item);
  return list;
}
const since = () => ({ settings, since: new Date(now.getTime() - 1_000) });
/** A payment of our own, as place-order begins it. */
async function paid(amount: number) {
  const created = await provider.createPayment({
    settings,
    paymentId: `p-${amount}`,
    orderNumber: `N-${amount}`,
    amount,
    currency: 'INR',
    method: 'sandbox',
    customer: { email: 'asha@example.com', name: 'Asha Rao' },
    callbackBaseUrl: 'https://api.example',
  });
  return sandbox.pay(created.providerOrderId ?? '');
}
async function eventsSince(count: number): Promise<PaymentEvent[]> {
  await sandbox.settled();
  return receiver.received.slice(count).map(({ headers, rawBody }) => {
    const event = provider.verifyWebhook?.({ settings, headers, rawBody });
    if (!event) throw new Error('The provider reads no webhooks');
    return event;
  });
}
const netOf = (lines: SettlementLine[]) => lines.reduce((sum, { credit, debit }) => sum + credit - debit, 0);
const linesOf = (settlement: ListedSettlement) =>
  all(provider.listSettlementLines?.({ settings, settlement }));

describe('the books of a provider in the Razorpay shape', () => {
  it('list a payment that was made by hand with its fee, and say so by webhook', async () => {
    const before = receiver.received.length;
    const own = await paid(50_000);
    const foreign = sandbox.acts.payLink({ amount: 12_345 });
    const listed = await all(provider.listPayments?.(since()));
    // 2 % and 18 % GST on it.
    expect(listed).toEqual([
      expect.objectContaining({ providerPaymentId: foreign.id, amount: 12_345, fee: 247, tax: 44 }),
      expect.objectContaining({
        providerPaymentId: own.id,
        paymentId: 'p-50000',
        orderNumber: 'N-50000',
        fee: 1_000,
        tax: 180,
      }),
    ]);
    expect(listed[0]).not.toHaveProperty('paymentId');
    const events = await eventsSince(before);
    expect(events.filter(({ type }) => type === 'payment.captured')).toHaveLength(4);
    expect(events.find(({ providerPaymentId }) => providerPaymentId === own.id)).toMatchObject({
      fee: 1_000,
      tax: 180,
      orderNumber: 'N-50000',
    });
  });

  it('list refunds of the console without our reference', async () => {
    const before = receiver.received.length;
    const payment = await paid(60_000);
    const refund = sandbox.acts.refund(payment.id, 10_000);
    const [listed] = await all(provider.listRefunds?.(since()));
    expect(listed).toEqual({
      providerRefundId: refund.id,
      providerPaymentId: payment.id,
      state: 'processed',
      amount: 10_000,
      currency: 'INR',
      createdAt: now,
    });
    const events = await eventsSince(before);
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['refund.created', 'refund.processed']),
    );
    const types = events.filter(({ providerRefundId }) => providerRefundId === refund.id);
    expect(types.every(({ refundId }) => refundId === undefined)).toBe(true);
  });

  it('follow a dispute from its opening to its end, with what was taken', async () => {
    const before = receiver.received.length;
    const payment = await paid(70_000);
    const { id } = sandbox.acts.openDispute({ paymentId: payment.id, amount: 40_000 });
    const [opened] = await all(provider.listDisputes?.(since()));
    expect(opened).toEqual({
      providerDisputeId: id,
      providerPaymentId: payment.id,
      amount: 40_000,
      currency: 'INR',
      state: 'opened',
      deducted: 0,
      reasonCode: 'goods_or_services_not_received',
      dueAt: new Date(now.getTime() + 7 * DAY_MS),
      createdAt: now,
    });
    const find = (providerDisputeId: string) => provider.findDispute?.({ settings, providerDisputeId });
    expect(await find('disp_unknown')).toBeNull();
    const file = {
      kind: 'invoice' as const,
      fileName: 'invoice.pdf',
      contentType: 'application/pdf',
      bytes: Buffer.from('%PDF-1.7'),
    };
    const files = [file, { ...file, kind: 'delivery_proof' as const }, { ...file, kind: 'other' as const }];
    const evidence = { settings, providerDisputeId: id, files, summary: 'Delivered and signed for' };
    expect(await provider.submitEvidence?.({ ...evidence, action: 'draft' })).toMatchObject({
      state: 'opened',
    });
    expect(await provider.submitEvidence?.({ ...evidence, action: 'submit' })).toMatchObject({
      state: 'under_review',
    });
    const stored = sandbox.balance.dispute(id).evidence;
    expect(stored).toMatchObject({
      summary: 'Delivered and signed for',
      billing_proof: [expect.stringMatching(/^doc_/)],
    });
    await expect(provider.submitEvidence?.({ ...evidence, action: 'submit' })).rejects.toMatchObject({
      status: 400,
    });

    sandbox.acts.moveDispute(id, 'action_required');
    expect(await find(id)).toMatchObject({ state: 'opened' });
    sandbox.acts.moveDispute(id, 'lost');
    expect(await find(id)).toMatchObject({ state: 'lost', deducted: 40_000 });
    expect(() => sandbox.acts.moveDispute(id, 'won')).toThrow('already lost');
    const events = (await eventsSince(before)).filter(({ dispute }) => dispute?.providerDisputeId === id);
    expect(events.map(({ type }) => type).sort()).toEqual(
      ['dispute.action_required', 'dispute.created', 'dispute.lost', 'dispute.under_review'].sort(),
    );
    expect(events.find(({ type }) => type === 'dispute.lost')?.dispute).toMatchObject({
      state: 'lost',
      deducted: 40_000,
    });
  });

  it('take a disputed amount at the onset where the account says so, and give it back when it is won', async () => {
    sandbox.control({ deductAtOnset: true });
    const payment = await paid(20_000);
    const held = sandbox.balance.total();
    const { id } = sandbox.acts.openDispute({ paymentId: payment.id });
    expect(sandbox.balance.total()).toBe(held - 20_000);
    expect(await provider.findDispute?.({ settings, providerDisputeId: id })).toMatchObject({
      deducted: 20_000,
    });
    sandbox.acts.moveDispute(id, 'won');
    expect(sandbox.balance.total()).toBe(held);
    expect(await provider.findDispute?.({ settings, providerDisputeId: id })).toMatchObject({
      state: 'won',
      deducted: 0,
    });
  });

  it('settle what they hold, each line with fee and tax, and the lines add up', async () => {
    const before = receiver.received.length;
    const payment = await paid(90_000);
    sandbox.acts.transfer(payment.id, 5_000);
    sandbox.acts.reserve(2_500);
    sandbox.acts.adjust(1_012, 'Goodwill of the gateway');
    const total = sandbox.balance.total();
    const made = sandbox.acts.settle();
    const [settlement] = await all(provider.listSettlements?.(since()));
    expect(settlement).toEqual({
      providerSettlementId: made?.id,
      amount: total,
      currency: 'INR',
      state: 'processed',
      fees: 0,
      tax: 0,
      reference: made?.utr,
      createdAt: now,
      processedAt: null,
    });
    if (!settlement) throw new Error('Nothing was settled');
    const lines = await linesOf(settlement);
    expect(netOf(lines)).toBe(total);
    expect(new Set(lines.map(({ lineId }) => lineId)).size).toBe(lines.length);
    expect(new Set(lines.map(({ kind }) => kind))).toEqual(
      new Set(['payment', 'refund', 'dispute', 'transfer', 'reserve', 'adjustment']),
    );
    const line = lines.find(({ entityId }) => entityId === payment.id);
    expect(line).toMatchObject({ credit: 87_876, fee: 1_800, tax: 324, providerPaymentId: payment.id });
    expect((line?.credit ?? 0) + (line?.fee ?? 0) + (line?.tax ?? 0)).toBe(90_000);
    const adjustments = await all(provider.listAdjustments?.({ ...since(), until: now }));
    expect(adjustments.map(({ kind }) => kind).sort()).toEqual(
      ['adjustment', 'dispute', 'dispute', 'dispute', 'reserve', 'transfer'].sort(),
    );
    expect(sandbox.balance.total()).toBe(0);
    const events = await eventsSince(before);
    expect(events.find(({ type }) => type === 'settlement.processed')?.settlement).toEqual(settlement);
  });

  it('keep the lines of a settlement that failed for the one day on which it goes through, and settle below zero', async () => {
    const payment = await paid(10_000);
    sandbox.acts.refund(payment.id);
    const total = sandbox.balance.total();
    expect(total).toBe(-236);
    const made = sandbox.acts.settle('failed');
    const [failed] = await all(provider.listSettlements?.(since()));
    expect(failed).toMatchObject({ providerSettlementId: made?.id, state: 'failed', amount: -236 });
    if (!failed) throw new Error('Nothing was settled');
    expect(netOf(await linesOf(failed))).toBe(-236);
    now = new Date(now.getTime() + 2 * DAY_MS);
    sandbox.acts.moveSettlement(failed.providerSettlementId, 'processed');
    const [processed] = await all(
      provider.listSettlements?.({
        settings,
        since: failed.createdAt,
        until: new Date(failed.createdAt.getTime() + 1_000),
      }),
    );
    expect(processed).toMatchObject({ providerSettlementId: made?.id, state: 'processed' });
    expect(processed?.reference).not.toBe(failed.reference);
    const lines = await linesOf(failed);
    expect(netOf(lines)).toBe(-236);
    expect(lines.every(({ settledAt }) => settledAt?.getTime() === now.getTime())).toBe(true);
  });

  it('give a refund back to the balance that fails, before it is settled and afterwards', async () => {
    const payment = await paid(30_000);
    sandbox.acts.settle();
    const early = sandbox.acts.refund(payment.id, 5_000);
    sandbox.acts.moveRefund(early.id, 'failed');
    expect(sandbox.balance.open()).toEqual([]);
    const late = sandbox.acts.refund(payment.id, 6_000);
    sandbox.acts.settle();
    await sandbox.settled();
    const before = receiver.received.length;
    sandbox.acts.moveRefund(late.id, 'failed');
    expect(() => sandbox.acts.moveRefund(late.id, 'failed')).toThrow('already failed');
    expect((await eventsSince(before)).map(({ type }) => type)).toEqual(['refund.failed']);
    expect(sandbox.balance.total()).toBe(6_000);
    const made = sandbox.acts.settle();
    const settlements = await all(provider.listSettlements?.(since()));
    const settlement = settlements.find(({ providerSettlementId }) => providerSettlementId === made?.id);
    if (!settlement) throw new Error('Nothing was settled');
    expect(await linesOf(settlement)).toEqual([
      expect.objectContaining({ kind: 'adjustment', credit: 6_000, providerPaymentId: payment.id }),
    ]);
  });

  it('carry what is older than the cycle alone', async () => {
    sandbox.control({ settlementDelaySeconds: 2 * 86_400 });
    await paid(11_100);
    expect(sandbox.acts.settle()).toBeUndefined();
    now = new Date(now.getTime() + 2 * DAY_MS);
    expect(sandbox.acts.settle()?.amount).toBe(11_100 - 222 - 40);
  });

  it('page through everything, and name a list that has no end, a refusal and a limit', async () => {
    sandbox.control({ dropWebhooks: true });
    now = new Date(now.getTime() + DAY_MS);
    for (let index = 0; index < 205; index += 1) sandbox.acts.payLink({ amount: 10_000 + index });
    expect(new Set((await all(provider.listPayments?.(since()))).map(({ amount }) => amount)).size).toBe(205);
    const made = sandbox.acts.settle();
    const [settlement] = await all(provider.listSettlements?.(since()));
    if (!settlement) throw new Error('Nothing was settled');
    expect(netOf(await linesOf(settlement))).toBe(made?.amount);
    sandbox.control({ endlessLists: true });
    await expect(all(provider.listPayments?.(since()))).rejects.toThrow('GET /payments has no end');
    sandbox.control({ endlessLists: false, limitNext: 1 });
    await expect(all(provider.listDisputes?.(since()))).rejects.toMatchObject({
      status: 429,
      retryable: true,
      retryAfterSeconds: 1,
    });
    sandbox.control({ failNext: 1 });
    await expect(all(provider.listSettlements?.(since()))).rejects.toMatchObject({
      status: 500,
      retryable: true,
    });
  });

  it('keep webhooks back and send them in the wrong order, again, or of anything', async () => {
    const before = receiver.received.length;
    sandbox.control({ holdWebhooks: true, shuffle: true });
    const payment = await paid(44_400);
    sandbox.acts.refund(payment.id);
    sandbox.acts.openDispute({ paymentId: payment.id });
    expect(await eventsSince(before)).toEqual([]);
    sandbox.control({ holdWebhooks: false });
    expect((await eventsSince(before)).map(({ type }) => type)).toEqual([
      'dispute.created',
      'refund.processed',
      'refund.created',
      'payment.captured',
      'payment.captured',
    ]);
    const act = (name: string, body: object) =>
      fetch(`${sandbox.url}/_acts/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const eventId = sandbox.webhooks().at(-1)?.eventId ?? '';
    expect((await act('resend', { eventId })).status).toBe(200);
    const last = sandbox.refunds(payment.id)[0];
    await act('webhook', { event: 'refund.failed', payload: { refund: { ...last, status: 'failed' } } });
    const sent = (await eventsSince(before + 5)).map(({ type }) => type).sort();
    expect(sent).toEqual(['dispute.created', 'refund.failed']);
    expect((await act('refund', { paymentId: 'pay_unknown' })).status).toBe(400);
    expect((await act('explode', {})).status).toBe(400);
  });
});
