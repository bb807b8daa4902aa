import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#domain/_shared/event.js';
import { payloadSettings } from '#domain/feeds/configuration.js';
import { feedOf } from '#domain/feeds/registered-feeds.js';
import { dispatch } from '#events/hand-over.js';
import type { EachSubscription, EngineAction } from '#events/subscription.js';
import { subscriptions } from '#events/subscriptions.js';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

const started = subscriptions.filter((item): item is EachSubscription => item.kind === 'each');

/** An event with everything in its payload that a subscription asks for. */
function eventFor(type: string, feed: 'merchant' | 'social'): RecordedEvent {
  const ids = [
    'orderId',
    'orderVendorId',
    'vendorId',
    'shipmentId',
    'refundId',
    'paymentId',
    'broadcastId',
    'pickupId',
    'accountId',
  ];
  const [setting] = payloadSettings(feedOf(feed));
  return {
    id: newId(),
    type,
    entityId: newId(),
    payload: {
      ...Object.fromEntries(ids.map((name) => [name, newId()])),
      orderNumber: 'HT-TEST',
      userId: null,
      subject: 'Sale',
      feed,
      generation: 1,
      revocationId: newId(),
      scope: 'platform',
      keys: [setting?.name],
      runId: newId(),
      importId: newId(),
      exportId: newId(),
      reportKey: 'orders',
      format: 'csv',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
    actor: { type: 'system', id: 'test' },
    requestId: 'req_test',
    traceparent: null,
    createdAt: new Date(),
  } as unknown as RecordedEvent;
}

interface Case {
  name: string;
  subscription: EachSubscription;
  /** Two events that start or signal the same run. */
  events: [RecordedEvent, RecordedEvent];
  actions: [EngineAction, EngineAction];
}

/** Each event that starts or signals a run which may run again. */
const cases: Case[] = started.flatMap((subscription) =>
  subscription.events.flatMap((type) =>
    (['merchant', 'social'] as const).flatMap((feed) => {
      const event = eventFor(type, feed);
      const later = { ...event, id: newId() };
      const [action, next] = [subscription.action(event), subscription.action(later)];
      if (!action || !next || action.contract.onClosed !== 'again') return [];
      const name = `${action.contract.name} of ${subscription.name}, ${type}`;
      return [{ name, subscription, events: [event, later], actions: [action, next] }];
    }),
  ),
);
const unique = [...new Map(cases.map((item) => [item.name, item])).values()];

async function newestRun(workflowId: string): Promise<string> {
  const { gateway } = kernel.container;
  return (await gateway.client.workflow.getHandle(workflowId).describe()).runId;
}

describe('an event that is handed over once more', () => {
  it('is tried for every contract that events start and that may run again', () => {
    const names = new Set(unique.map(({ actions: [{ contract }] }) => contract.name));
    expect([...names].sort()).toEqual([
      'bookPickup',
      'collectDisputeEvidence',
      'connectMerchantFeed',
      'connectSocialCatalog',
      'createShipment',
      'erasePersonalData',
      'expireReportExport',
      'exportPersonalData',
      'exportReport',
      'followOrder',
      'passFeed',
      'printOrderDocument',
      'refundPayment',
      'renderInvoice',
      'revokeFeed',
      'sendBroadcast',
      'sendPayout',
      'verifyPayoutAccount',
      'voidShipment',
    ]);
  });

  it.each(unique)(
    'starts nothing: $name',
    async ({ subscription: { name: subscription }, events, actions }) => {
      const { gateway } = kernel.container;
      const [event, later] = events;
      const [action, next] = actions;
      const workflowId = action.contract.id(action.input);
      // No worker runs here: a run ends when it is terminated.
      const end = () => gateway.client.workflow.getHandle(workflowId).terminate('the run has ended');
      await dispatch(gateway, action, { event, subscription });
      const run = await newestRun(workflowId);
      await dispatch(gateway, action, { event, subscription, mayBeRepeat: true });
      await end();
      await dispatch(gateway, action, { event, subscription, mayBeRepeat: true });
      expect(await newestRun(workflowId)).toBe(run);

      // Neither after a run of a later event, and that one is no repeat.
      await dispatch(gateway, next, { event: later, subscription, mayBeRepeat: true });
      const second = await newestRun(workflowId);
      expect(second).not.toBe(run);
      await end();
      // The list of runs is the engine's index, which follows a moment later; a repeat comes seconds later.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await dispatch(gateway, action, { event, subscription, mayBeRepeat: true });
      expect(await newestRun(workflowId)).toBe(second);
    },
  );

  it('starts nothing either where the event had signalled a run that an earlier event started', async () => {
    const { gateway } = kernel.container;
    const [found] = unique.filter(({ actions: [{ signal }] }) => signal);
    if (!found) throw new Error('No event signals a run');
    const event = { ...found.events[0], id: newId() };
    const later = { ...event, id: newId() };
    const [action] = found.actions;
    const subscription = found.subscription.name;
    const workflowId = action.contract.id(action.input);
    await dispatch(gateway, action, { event, subscription });
    await dispatch(gateway, action, { event: later, subscription });
    const run = await newestRun(workflowId);
    await gateway.client.workflow.getHandle(workflowId).terminate('the run has ended');
    for (const repeated of [later, event])
      await dispatch(gateway, action, { event: repeated, subscription, mayBeRepeat: true });
    expect(await newestRun(workflowId)).toBe(run);
  });
});
