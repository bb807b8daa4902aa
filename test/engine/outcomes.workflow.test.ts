import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WorkflowFailedError } from '@temporalio/client';
import { type EngineView, engineViews, viewedOn } from '#domain/jobs/engine-views.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { createEngineJobs } from '#integrations/engine/engine-jobs.js';
import { CORE_QUEUE, type Contract } from '#lib/workflow/contract.js';
import type { Ended, Outcome } from '#domain/_shared/outcome.js';
import { startAttributes } from '#lib/workflow/search-attributes.js';
import { sendBroadcast } from '#workflows/campaigns/campaigns.contract.js';
import { renderInvoice } from '#workflows/invoices/invoices.contract.js';
import { followOrder } from '#workflows/orders/orders.contract.js';
import { refundPayment } from '#workflows/payments/payments.contract.js';
import { sendPayout, verifyPayoutAccount } from '#workflows/payouts/payouts.contract.js';
import { erasePersonalData } from '#workflows/personal-data/personal-data.contract.js';
import { exportReport } from '#workflows/reports/reports.contract.js';
import {
  bookPickup,
  createShipment,
  printOrderDocument,
  voidShipment,
} from '#workflows/shipping/shipping.contract.js';
import { eventually } from '../_support/eventually.js';
import { type ReplacedActivities, startReplacedActivities } from '../_support/replaced-activities.js';

const origin = { requestId: 'outcomes', actor: { type: 'system' as const, id: 'test' } };
const order = { orderId: 'o', vendorId: 'v', orderNumber: 'HT-1', origin };
const later = () => new Date(Date.now() + 600_000).toISOString();
const resolved =
  <Value>(value: Value) =>
  () =>
    Promise.resolve(value);
const rejected = (reason: string) => () =>
  Promise.reject(
    platformErrors.validation({}, { errors: [{ path: 'body', message: reason, code: 'invalid_value' }] }),
  );

/** A run that is to end badly: its contract and input, what its steps say, and what its list entry has to say then. */
interface Flow {
  contract: Contract<never, unknown>;
  input: unknown;
  steps: Record<string, () => Promise<unknown>>;
  queues?: string[];
  outcome: Outcome;
  reason: string;
}

/** Holds the input to the contract; the table holds them all as one type. */
function flow<Input>(
  fields: Omit<Flow, 'contract' | 'input'> & { contract: Contract<Input, unknown>; input: Input },
): Flow {
  return fields as unknown as Flow;
}

const said = 'The pincode is not serviceable';
const shipmentState = { open: false, awb: false, alertAfterMs: 1_000 };
const away = 'The request does not pass validation';

const flows: Record<string, Flow> = {
  'a shipment that the carrier refuses': flow({
    contract: createShipment,
    input: { ...order, shipmentId: 'refused' },
    steps: {
      sendShipment: resolved({ kind: 'refused', reason: said }),
      settleShipment: resolved(shipmentState),
    },
    outcome: 'refused',
    reason: said,
  }),
  'a shipment whose carrier cannot be reached': flow({
    contract: createShipment,
    input: { ...order, shipmentId: 'unreachable' },
    steps: { sendShipment: rejected('away'), settleShipment: resolved(shipmentState) },
    outcome: 'failed',
    reason: away,
  }),
  'a cancellation that the carrier refuses': flow({
    contract: voidShipment,
    input: { ...order, shipmentId: 'void' },
    steps: { sendVoid: resolved({ kind: 'refused', reason: said }), settleVoid: resolved(undefined) },
    outcome: 'refused',
    reason: said,
  }),
  'a pickup that the carrier refuses': flow({
    contract: bookPickup,
    input: { pickupId: 'p', vendorId: 'v', origin },
    steps: { sendPickup: resolved({ kind: 'refused', reason: said }), settlePickup: resolved(undefined) },
    outcome: 'refused',
    reason: said,
  }),
  'pick lists that cannot be printed': flow({
    contract: printOrderDocument,
    input: { documentId: 'd', vendorId: 'v', kind: 'pick_list', origin },
    steps: { renderOrderDocument: rejected('no page'), failOrderDocument: resolved(undefined) },
    queues: ['documents'],
    outcome: 'failed',
    reason: away,
  }),
  'a refund that the provider refuses': flow({
    contract: refundPayment,
    input: { refundId: 'r', orderId: 'o', orderNumber: 'HT-1', origin },
    steps: {
      sendRefund: resolved({ status: 'failed', providerRefundId: null, reason: 'Too little balance' }),
      recordRefund: resolved(undefined),
    },
    outcome: 'refused',
    reason: 'Too little balance',
  }),
  'a refund that nobody knows the end of': flow({
    contract: refundPayment,
    input: { refundId: 'unclear', orderId: 'o', orderNumber: 'HT-1', origin },
    steps: {
      sendRefund: resolved({ status: 'unclear', providerRefundId: null, reason: 'No response came' }),
      recordRefund: resolved(undefined),
    },
    outcome: 'failed',
    reason: 'No response came',
  }),
  'an invoice without a GSTIN': flow({
    contract: renderInvoice,
    input: { subOrderId: 's', orderId: 'o', orderNumber: 'HT-1', vendorId: 'v', origin },
    steps: { issueInvoice: resolved({ problem: 'Taxed lines need a seller with a GSTIN' }) },
    outcome: 'failed',
    reason: 'Taxed lines need a seller with a GSTIN',
  }),
  'an export that cannot be written': flow({
    contract: exportReport,
    input: { exportId: 'e', reportKey: 'orders', format: 'csv', vendorId: null, origin },
    steps: { writeReportFile: rejected('no statement'), failReportExport: resolved(undefined) },
    queues: ['exports'],
    outcome: 'failed',
    reason: away,
  }),
  'a payout that the bank returns': flow({
    contract: sendPayout,
    input: { payoutId: 'x', vendorId: 'v', origin },
    steps: {
      moveTransfer: resolved({ state: 'reversed', reason: 'The account is closed' }),
      settleTransfer: resolved('reversed'),
    },
    outcome: 'refused',
    reason: 'The account is closed',
  }),
  'bank details whose test transfer fails': flow({
    contract: verifyPayoutAccount,
    input: { accountId: 'a', vendorId: 'v', origin },
    steps: {
      beginAccountTest: resolved({ state: 'testing', transferId: 't', lookAt: null }),
      moveAccountTest: resolved({ state: 'failed', reason: 'No such account' }),
      settleAccountTest: resolved('failed'),
    },
    outcome: 'refused',
    reason: 'No such account',
  }),
  'a broadcast that its operator cancels': flow({
    contract: sendBroadcast,
    input: { broadcastId: 'b', origin },
    steps: {
      advanceBroadcast: resolved({ next: 'done', ended: { status: 'cancelled', reason: 'Wrong subject' } }),
    },
    queues: ['mail'],
    outcome: 'cancelled',
    reason: 'Wrong subject',
  }),
  'an order that is not paid': flow({
    contract: followOrder,
    input: { ...order, orderId: 'unpaid', userId: 'u', placed: { status: 'cancelled', expiresAt: null } },
    steps: {},
    outcome: 'cancelled',
    reason: 'The order was not paid',
  }),
  'an erasure that is cancelled': flow({
    contract: erasePersonalData,
    input: { erasureId: 'z', dueAt: new Date(0).toISOString(), origin },
    steps: { beginErasure: resolved('ended') },
    outcome: 'cancelled',
    reason: 'The erasure was cancelled',
  }),
};

let engine: ReplacedActivities;
beforeAll(async () => {
  engine = await startReplacedActivities();
});
afterAll(() => engine.stop());

/** What the page of a run shows of its end: its result, or the failure with what caused it. */
async function endOf(workflowId: string): Promise<Ended> {
  const handle = engine.client.workflow.getHandle(workflowId);
  try {
    return (await handle.result()) as Ended;
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    const { typedSearchAttributes } = await handle.describe();
    const [outcome] = typedSearchAttributes.getAll().filter(({ key }) => key.name === 'Outcome');
    const texts = [error.cause?.message, (error.cause as Error | undefined)?.cause as Error | undefined];
    return {
      status: outcome?.value as Outcome,
      reason: texts
        .map((text) => (text instanceof Error ? text.message : text))
        .filter((text) => text !== 'Activity task failed')
        .join(' '),
    };
  }
}

describe('a run that was refused or failed', () => {
  it.each(Object.entries(flows))(
    '%s: its list entry has the outcome, its page the reason',
    async (_, { contract, input, steps, queues = [], outcome, reason }) => {
      const workflowId = contract.id(input as never);
      await engine.serve([CORE_QUEUE, ...queues], steps, async () => {
        await engine.execute(contract, input as never).catch(() => undefined);
        // First click: the list by its outcome. Second click: the run.
        await eventually(async () => {
          const listed = await ids(`Outcome="${outcome}" AND WorkflowType="${contract.name}"`);
          expect(listed).toContain(workflowId);
        });
        expect(await endOf(workflowId)).toMatchObject({
          status: outcome,
          reason: expect.stringContaining(reason) as unknown,
        });
      });
      const { rows } = await createEngineJobs(engine.client).list({
        query: `WorkflowId="${workflowId}"`,
        limit: 1,
      });
      expect(rows[0]).toMatchObject({ outcome, reason: expect.stringContaining(reason) });
    },
  );
});

async function ids(query: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { workflowId } of engine.client.workflow.list({ query })) found.push(workflowId);
  return found;
}

describe('a run that waits for somebody', () => {
  it('is listed as waiting, says for whom, and as ok once it has ended', async () => {
    const shipment = { ...order, shipmentId: 'waits' };
    const buyer = {
      ...order,
      orderId: 'waits',
      userId: 'u',
      placed: { status: 'pending_payment' as const, expiresAt: later() },
    };
    const steps = {
      sendShipment: resolved({ kind: 'accepted' }),
      settleShipment: resolved({ open: true, awb: false, alertAfterMs: 600_000 }),
      findShipment: resolved(null),
      stampShipment: resolved({ open: true, awb: true, alertAfterMs: 600_000 }),
      storeLabel: resolved('stored'),
      readOrderState: resolved({ status: 'delivered', expiresAt: null }),
    };
    await engine.serve([CORE_QUEUE], steps, async () => {
      const start = <Input>(contract: Contract<Input, unknown>, input: Input) =>
        engine.client.workflow.start(contract.name, {
          workflowId: contract.id(input),
          taskQueue: CORE_QUEUE,
          args: [input],
          typedSearchAttributes: startAttributes(contract, input),
        });
      const runs = [await start(createShipment, shipment), await start(followOrder, buyer)];
      await eventually(async () => {
        const [, , carrier, pays] = engineViews.map(({ query }) => query);
        expect(await ids(carrier ?? '')).toEqual([runs[0]?.workflowId]);
        expect(await ids(pays ?? '')).toEqual([runs[1]?.workflowId]);
      });
      const details = await Promise.all(
        runs.map((run) =>
          run
            .query<{ currentDetails?: string }>('__temporal_workflow_metadata')
            .then((item) => item.currentDetails),
        ),
      );
      expect(details).toEqual([
        expect.stringMatching(
          /^Waiting for the AWB since .+\n\nNow: Until the carrier is asked for the AWB$/,
        ),
        expect.stringMatching(/^Waiting for the payment, until .+\n\nNow: Until the time to pay is over$/),
      ]);
      await runs[0]?.signal('awbKnown');
      await runs[1]?.signal('paymentSettled');
      expect(await Promise.all(runs.map((run) => run.result()))).toEqual([
        { status: 'ok', reason: null },
        { status: 'ok', reason: null, orderStatus: 'delivered' },
      ]);
      await eventually(async () => expect(await ids('Outcome="waiting"')).toEqual([]));
    });
  });
});

describe('the lists of the engine that operators look at', () => {
  it('are those of the documentation, and the engine can read them', async () => {
    const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8');
    const documented = [...text.matchAll(/^\$UI\/namespaces\/\$NAMESPACE\/workflows\?query=(\S+)$/gm)];
    const day = new Date('2026-11-28T12:00:00Z');
    expect(documented.map(([, query = '']) => decodeURIComponent(query))).toEqual(
      engineViews.map((view) => viewedOn(view, day)),
    );
    for (const view of engineViews) await ids(viewedOn(view, new Date()));
    const failed = await ids(viewedOn(engineViews[0] as EngineView, new Date()));
    expect(failed.length).toBeGreaterThanOrEqual(4);
  });
});
