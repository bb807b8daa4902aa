import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hmacSha256, type ListedSettlement, type SettlementLine } from 'haat/plugin';
import { razorpayAccount } from '../integrations/razorpay-account.js';
import { createRazorpayProvider } from '../integrations/razorpay-provider.js';

const settings = {
  'payment.razorpay.key_id': 'rzp_live_1',
  'payment.razorpay.key_secret': 'key-secret',
  'payment.razorpay.webhook_secret': 'current-secret',
};

/** The examples of the service's reference, read in November 2026. */
const settlement = {
  id: 'setl_DGlQ1Rj8os78Ec',
  entity: 'settlement',
  amount: -244_684,
  status: 'processed',
  fees: 0,
  tax: 0,
  utr: '1568176960vxp0rj',
  created_at: 1_568_176_960,
};
const shared = {
  currency: 'INR',
  on_hold: false,
  settled: true,
  settled_at: 1_568_176_960,
  settlement_id: 'setl_DGlQ1Rj8os78Ec',
  posted_at: null,
  credit_type: 'default',
  notes: '{}',
  settlement_utr: '1568176960vxp0rj',
  dispute_id: null,
};
const lines = [
  {
    ...shared,
    entity_id: 'pay_DEXrnipqTmWVGE',
    type: 'payment',
    debit: 0,
    credit: 97_100,
    amount: 100_000,
    fee: 2_900,
    tax: 0,
    created_at: 1_567_692_556,
    description: 'Recurring Payment via Subscription',
    payment_id: null,
    order_id: 'order_DEXrnRiR3SNDHA',
  },
  {
    ...shared,
    entity_id: 'rfnd_DGRcGzZSLyEdg1',
    type: 'refund',
    debit: 242_500,
    credit: 0,
    amount: 242_500,
    fee: 0,
    tax: 0,
    created_at: 1_568_107_224,
    description: null,
    payment_id: 'pay_DEXq1pACSqFxtS',
  },
  {
    ...shared,
    entity_id: 'trf_DEUoCEtdsJgvl7',
    type: 'transfer',
    debit: 100_296,
    credit: 0,
    amount: 100_000,
    fee: 296,
    tax: 46,
    created_at: 1_567_681_786,
    description: null,
    payment_id: 'pay_DEApNNTR6xmqJy',
  },
  {
    ...shared,
    entity_id: 'adj_EhcHONhX4ChgNC',
    type: 'adjustment',
    debit: 0,
    credit: 1_012,
    amount: 1_012,
    fee: 0,
    tax: 0,
    created_at: 1_567_681_786,
    description: 'test reason',
    payment_id: null,
    settlement_utr: null,
  },
];
const dispute = {
  id: 'disp_AHfqOvkldwsbqt',
  entity: 'dispute',
  payment_id: 'pay_EsyWjHrfzb59eR',
  amount: 10_000,
  currency: 'INR',
  amount_deducted: 0,
  reason_code: 'chargeback',
  respond_by: 1_590_604_200,
  status: 'open',
  phase: 'chargeback',
  created_at: 1_590_059_211,
  evidence: { amount: 9_000, summary: 'goods delivered', submitted_at: null },
};

let server: Server;
let asked: string[] = [];
beforeAll(async () => {
  server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://127.0.0.1');
    asked.push(
      `${pathname} ${[searchParams.get('year'), searchParams.get('month'), searchParams.get('day')].join('-')}`,
    );
    const items = {
      '/v1/settlements': [settlement],
      '/v1/settlements/recon/combined': searchParams.get('day') === '11' ? lines : [],
      '/v1/disputes': [dispute],
    }[pathname];
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ entity: 'collection', count: items?.length ?? 0, items: items ?? [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const provider = () =>
  createRazorpayProvider(razorpayAccount(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
async function all<T>(items: AsyncIterable<T> | undefined): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items ?? []) list.push(item);
  return list;
}

describe('the books in the shape of the reference', () => {
  it('are settlements whose lines, with fee and tax apart, add up and are asked for by their day in India', async () => {
    const since = new Date('2019-09-01');
    const [listed] = await all<ListedSettlement>(provider().listSettlements?.({ settings, since }));
    expect(listed).toMatchObject({ amount: -244_684, reference: '1568176960vxp0rj', state: 'processed' });
    if (!listed) throw new Error('Nothing was listed');
    asked = [];
    const found = await all<SettlementLine>(
      provider().listSettlementLines?.({ settings, settlement: listed }),
    );
    // One day is asked for, since its lines are all there is.
    expect(asked).toEqual(['/v1/settlements/recon/combined 2019-9-11']);
    expect(
      found.map(({ kind, debit, credit, fee, tax }) => [kind, credit - debit + fee + tax, fee, tax]),
    ).toEqual([
      ['payment', 100_000, 2_900, 0],
      ['refund', -242_500, 0, 0],
      ['transfer', -100_000, 250, 46],
      ['adjustment', 1_012, 0, 0],
    ]);
    expect(found[0]?.providerPaymentId).toBe('pay_DEXrnipqTmWVGE');
    expect(found[1]?.providerPaymentId).toBe('pay_DEXq1pACSqFxtS');
  });

  it('are disputes with their deadline', async () => {
    const [listed] = await all(provider().listDisputes?.({ settings, since: new Date('2020-05-01') }));
    expect(listed).toEqual({
      providerDisputeId: 'disp_AHfqOvkldwsbqt',
      providerPaymentId: 'pay_EsyWjHrfzb59eR',
      amount: 10_000,
      currency: 'INR',
      state: 'opened',
      deducted: 0,
      reasonCode: 'chargeback',
      dueAt: new Date(1_590_604_200_000),
      createdAt: new Date(1_590_059_211_000),
    });
  });
});

describe('webhooks about them', () => {
  const read = (event: string, payload: object) => {
    const rawBody = Buffer.from(
      JSON.stringify({ entity: 'event', event, payload, created_at: 1_590_059_300 }),
    );
    const headers = { 'x-razorpay-signature': hmacSha256(rawBody, 'current-secret') };
    return provider().verifyWebhook?.({ settings, headers, rawBody });
  };

  it.each([
    ['payment.dispute.created', 'open', 'opened'],
    ['payment.dispute.action_required', 'open', 'opened'],
    ['payment.dispute.under_review', 'under_review', 'under_review'],
    ['payment.dispute.won', 'won', 'won'],
    ['payment.dispute.lost', 'lost', 'lost'],
    ['payment.dispute.closed', 'closed', 'closed'],
  ])('%s carries the dispute', (event, status, state) => {
    const entity = { ...dispute, status, amount_deducted: status === 'lost' ? 10_000 : 0 };
    expect(read(event, { payment: { entity: {} }, dispute: { entity } })).toMatchObject({
      type: event.replace('payment.', ''),
      providerPaymentId: 'pay_EsyWjHrfzb59eR',
      amount: 10_000,
      dispute: { state, deducted: status === 'lost' ? 10_000 : 0 },
    });
  });

  it('settlement.processed carries the settlement, and an invalid entity is refused by its field', () => {
    expect(read('settlement.processed', { settlement: { entity: settlement } })).toMatchObject({
      type: 'settlement.processed',
      settlement: { providerSettlementId: 'setl_DGlQ1Rj8os78Ec', state: 'processed' },
    });
    expect(() => read('settlement.processed', { settlement: { entity: { id: 'setl_1' } } })).toThrow(
      'settlement.entity.amount',
    );
    expect(() => read('payment.dispute.lost', {})).toThrow('dispute');
  });
});
