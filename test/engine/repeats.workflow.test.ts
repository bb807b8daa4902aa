import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { CORE_QUEUE, type Contract } from '#lib/workflow/contract.js';
import { startAttributes } from '#lib/workflow/search-attributes.js';
import { connectMerchantFeed } from '#plugins/merchant-feed/workflows/merchant-feed.contract.js';
import { connectSocialCatalog } from '#plugins/social-catalog/workflows/social-catalog.contract.js';
import { passFeed } from '#workflows/feeds/feeds.contract.js';
import { renderInvoice } from '#workflows/invoices/invoices.contract.js';
import { refundPayment } from '#workflows/payments/payments.contract.js';
import { sendPayout, verifyPayoutAccount } from '#workflows/payouts/payouts.contract.js';
import { exportReport } from '#workflows/reports/reports.contract.js';
import { bookPickup, createShipment } from '#workflows/shipping/shipping.contract.js';
import { type ReplacedActivities, startReplacedActivities } from '../_support/replaced-activities.js';

const origin = { requestId: 'repeats', actor: { type: 'system' as const, id: 'test' } };
const order = { orderId: 'o', vendorId: 'v', orderNumber: 'HT-1', origin };

/** A row as its activities see it: which request of it is open, none once it is settled. */
interface Row {
  request: string;
  open: boolean;
  /** The requests that were worked on, in their order. */
  served: string[];
}
type Settle = (request: string | undefined) => Promise<void>;

interface Flow {
  contract: Contract<never, unknown>;
  input: object;
  signal: { name: string; args?: (request: string) => unknown[] };
  queues?: string[];
  /** @param settle closes the row, unless it is open for another request; the first time the row is requested again at once */
  steps: (row: Row, settle: Settle) => Record<string, (input: { request?: string }) => unknown>;
}

/** Holds the input to the contract; the table holds them all as one type. */
function flow<Input extends object>(
  fields: Omit<Flow, 'contract' | 'input'> & { contract: Contract<Input, unknown>; input: Input },
): Flow {
  return fields as unknown as Flow;
}

const requested = { name: 'requested', args: (request: string) => [request] };
const reported = { name: 'reported' };

/** Works on the row where it is open. */
function work<Result>(row: Row, first: Result, second: Result, settled: Result): Result {
  if (!row.open) return settled;
  row.served.push(row.request);
  return row.request === '0' ? first : second;
}

const flows: Record<string, Flow> = {
  'a shipment whose carrier was away': flow({
    contract: createShipment,
    input: { ...order, shipmentId: 's', request: '0' },
    signal: requested,
    steps: (row, settle) => ({
      sendShipment: () =>
        work(row, { kind: 'refused', reason: 'no' }, { kind: 'accepted' }, { kind: 'settled' }),
      async settleShipment({ request }) {
        await settle(request);
        return { open: false, awb: false, alertAfterMs: 1_000 };
      },
    }),
  }),
  'a pickup that may have reached its carrier': flow({
    contract: bookPickup,
    input: { pickupId: 'p', vendorId: 'v', origin, request: '0' },
    signal: { ...requested, name: 'pickupRequested' },
    steps: (row, settle) => ({
      sendPickup: () =>
        work<object>(row, { kind: 'unclear', reason: 'no' }, { kind: 'confirmed' }, { kind: 'settled' }),
      settlePickup: ({ request }) => settle(request),
    }),
  }),
  'a refund that its provider refused': flow({
    contract: refundPayment,
    input: { refundId: 'r', orderId: 'o', orderNumber: 'HT-1', origin, request: '0' },
    signal: requested,
    steps: (row, settle) => ({
      sendRefund: () =>
        work(
          row,
          { status: 'failed', providerRefundId: null, reason: 'Too little balance' },
          { status: 'processed', providerRefundId: 'x' },
          { status: 'settled', providerRefundId: null },
        ),
      recordRefund: ({ request }) => settle(request),
    }),
  }),
  'an export that could not be written': flow({
    contract: exportReport,
    input: { exportId: 'e', reportKey: 'orders', format: 'csv', vendorId: null, origin },
    signal: requested,
    queues: ['exports'],
    steps: (row, settle) => ({
      async writeReportFile() {
        const failed = work(row, true, false, false);
        if (failed) throw platformErrors.validation();
        await settle(row.request);
        return { expiresAt: new Date().toISOString() };
      },
      failReportExport: () => settle('0'),
    }),
  }),
  'an invoice that is asked for again': flow({
    contract: renderInvoice,
    input: { subOrderId: 'i', orderId: 'o', orderNumber: 'HT-1', vendorId: 'v', origin },
    signal: { name: 'requested' },
    queues: ['documents'],
    steps: (row, settle) => ({
      issueInvoice: () =>
        work<object | null>(
          row,
          { invoiceId: 'i', orderId: 'o', revision: 1 },
          { invoiceId: 'i', orderId: 'o', revision: 2 },
          null,
        ),
      renderInvoiceDocument: () => ({ storageKey: 'k', fileSize: 1 }),
      completeInvoice: () => settle(row.served.at(-1)),
    }),
  }),
  'bank details whose test transfer failed': flow({
    contract: verifyPayoutAccount,
    input: { accountId: 'a', vendorId: 'v', origin },
    signal: reported,
    steps: (row, settle) => ({
      beginAccountTest: () => ({
        state: row.open ? 'testing' : 'failed',
        transferId: row.request,
        lookAt: null,
      }),
      moveAccountTest: () =>
        work<object | null>(row, { state: 'failed', reason: 'No such account' }, { state: 'failed' }, null),
      async settleAccountTest() {
        await settle(row.served.at(-1));
        return 'failed';
      },
    }),
  }),
  'a transfer that its provider reports on': flow({
    contract: sendPayout,
    input: { payoutId: 'x', vendorId: 'v', origin },
    signal: reported,
    steps: (row, settle) => ({
      moveTransfer: () => work<object | null>(row, { state: 'failed' }, { state: 'failed' }, null),
      async settleTransfer() {
        await settle(row.served.at(-1));
        return 'failed';
      },
    }),
  }),
  'a merchant feed that is connected again': flow({
    contract: connectMerchantFeed,
    input: { generation: 0, origin },
    signal: { name: 'connectionChanged', args: (request) => [{ generation: Number(request) }] },
    steps: (row, settle) => ({
      registerMerchant: () => work(row, 'ok', 'ok', 'over'),
      async readMerchantAccount() {
        await settle(row.served.at(-1));
        return { outcome: 'ok', retryAfterMs: null };
      },
    }),
  }),
  'a social catalog that is connected again': flow({
    contract: connectSocialCatalog,
    input: { generation: 0, origin },
    signal: { name: 'connectionChanged', args: (request) => [{ generation: Number(request) }] },
    steps: (row, settle) => ({
      async advanceSocialConnection() {
        work(row, null, null, null);
        await settle(row.served.at(-1));
        return { kind: 'over' };
      },
    }),
  }),
  'a pass over a feed whose settings change': flow({
    contract: passFeed,
    input: { pass: 'reconcile-merchant' },
    signal: { name: 'requested' },
    queues: ['feeds'],
    steps: (row, settle) => ({
      async runFeedPass() {
        work(row, null, null, null);
        await settle(row.served.at(-1));
        return { variants: 1, appended: 0 };
      },
    }),
  }),
};

let engine: ReplacedActivities;
beforeAll(async () => {
  engine = await startReplacedActivities();
});
afterAll(() => engine.stop());

/** As the gateway signals: the run is started where it does not go on. */
function signalWithStart<Input>(
  contract: Contract<Input, unknown>,
  input: Input,
  name: string,
  args: unknown[],
) {
  return engine.client.workflow.signalWithStart(contract.name, {
    workflowId: contract.id(input),
    taskQueue: CORE_QUEUE,
    args: [input],
    typedSearchAttributes: startAttributes(contract, input),
    signal: name,
    signalArgs: args,
  });
}

describe('a request that comes between the settled row and the end of the run that settled it', () => {
  it.each(Object.entries(flows))(
    'is served: %s',
    async (_, { contract, input, signal, queues = [], steps }) => {
      const row: Row = { request: '0', open: true, served: [] };
      const settle: Settle = async (request) => {
        if (!row.open || (request !== undefined && request !== row.request)) return;
        row.open = false;
        if (row.request !== '0') return;
        // Committed, and the step has not returned: the earliest that anybody can see the row as settled.
        Object.assign(row, { request: '1', open: true });
        await signalWithStart(contract, input as never, signal.name, signal.args?.('1') ?? []);
      };
      const activities = Object.fromEntries(
        Object.entries(steps(row, settle)).map(([name, step]) => [
          name,
          (sent: { request?: string }) => Promise.resolve().then(() => step(sent)),
        ]),
      );
      await engine.serve([CORE_QUEUE, ...queues], activities, async () => {
        await engine.execute(contract, input as never).catch(() => undefined);
      });
      expect({ ...row, served: [...new Set(row.served)] }).toEqual({
        request: '1',
        open: false,
        served: ['0', '1'],
      });
    },
  );

  it('is served: the label of an AWB that is taken over as the label before is stored', async () => {
    const input = { ...order, shipmentId: 'label', request: '0' };
    const stored: string[] = [];
    let awb = 'first';
    const steps = {
      sendShipment: () => Promise.resolve({ kind: 'accepted' }),
      settleShipment: () => Promise.resolve({ open: true, awb: true, alertAfterMs: 1_000 }),
      async storeLabel() {
        if (stored.at(-1) === awb) return 'not needed';
        stored.push(awb);
        if (stored.length === 1) {
          awb = 'second';
          await signalWithStart(createShipment, input, 'awbKnown', []);
        }
        return 'stored';
      },
    };
    await engine.serve([CORE_QUEUE], steps, () => engine.execute(createShipment, input));
    expect(stored).toEqual(['first', 'second']);
  });
});

describe('a run of which a request was cancelled', () => {
  it('is followed by another one for the request that came then', async () => {
    const input = { refundId: 'cancelled', orderId: 'o', orderNumber: 'HT-1', origin, request: '0' };
    const row = { status: 'pending', request: '0' };
    const steps = {
      async sendRefund() {
        if (row.status !== 'pending') return { status: 'settled', providerRefundId: null };
        if (row.request === '1') return { status: 'processed', providerRefundId: 'x' };
        await engine.handleOf(refundPayment, input).cancel();
        return { status: 'failed', providerRefundId: null, reason: 'The refund was cancelled' };
      },
      askRefund: () => Promise.resolve(null),
      async recordRefund({ status, request }: { status: string; request?: string }) {
        if (row.status !== 'pending' || request !== row.request || status === 'settled') return;
        row.status = status;
        if (row.request === '1') return;
        Object.assign(row, { status: 'pending', request: '1' });
        await signalWithStart(refundPayment, input, 'requested', ['1']);
      },
    };
    await engine.serve([CORE_QUEUE], steps, async () => {
      await engine.execute(refundPayment, input).catch(() => undefined);
      await engine.handleOf(refundPayment, input).result();
    });
    expect(row).toEqual({ status: 'processed', request: '1' });
  });
});
