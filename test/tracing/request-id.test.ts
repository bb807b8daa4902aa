import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Logger } from '#lib/logger.js';
import { requestScope } from '#lib/request-scope.js';
import { eventually } from '../_support/eventually.js';
import { logEngine } from '../_support/engine-runtime.js';
import { placeOrder, readyCart, startShop, type TestShop, vendorWithVariant } from '../_support/shop.js';

interface Line {
  msg: string;
  level: number;
  requestId?: string;
  actor?: string;
  workflowId?: string;
  activity?: string;
  [field: string]: unknown;
}

const lines: Line[] = [];
let shop: TestShop;
let stopLogging: () => void;

/** As the logger of a process, but kept here. */
function keepingLogger(): Logger {
  const kept = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  return pino({ level: 'debug', mixin: () => ({ ...requestScope() }) }, kept);
}

beforeAll(async () => {
  const logger = keepingLogger();
  // The lines of the engine's SDK are looked at too: those of workflows are among them.
  stopLogging = logEngine(logger);
  shop = await startShop({ workers: ['core', 'relay', 'mail'], logger });
});
afterAll(async () => {
  await shop.stop();
  stopLogging();
});

it('one request id is in the lines of its request, the relay, its workflow, its activities and its mails', async () => {
  const { variantId } = await vendorWithVariant(shop);
  const cart = await readyCart(shop, [{ variantId }]);
  const requestId = 'follow-this-request';
  const response = await placeOrder(cart, {}, { 'x-request-id': requestId });
  expect([response.status, response.headers.get('x-request-id')]).toEqual([201, requestId]);
  const workflowId = `orders-follow-${response.body.data.order.id}`;

  await eventually(async () => {
    const own = lines.filter((line) => line.requestId === requestId);
    const notified = (msg: string, fields: Partial<Line>) =>
      expect(own).toContainEqual(expect.objectContaining({ msg, ...fields }));
    notified('request', { route: '/store/carts/:cartId/place-order', status: 201 });
    notified('workflow asked for', { workflow: 'followOrder', workflowId });
    notified('workflow started', { workflowType: 'followOrder', workflowId, actor: cart.buyer.userId });
    notified('mail not sent', { template: 'order.placed', activity: 'drainBatch' });
  });
  // The run waits for its payment; cancelled, it ends the order's time.
  await shop.container.gateway.jobs.cancel(workflowId, { identity: 'test', requestId });
  await eventually(async () => {
    const own = lines.filter((line) => line.requestId === requestId);
    const details = { workflowId, actor: cart.buyer.userId };
    // A local activity, whose input names nobody.
    expect(own).toContainEqual(
      expect.objectContaining({ msg: 'activity started', activity: 'expireOrder', ...details }),
    );
    expect(own).toContainEqual(
      expect.objectContaining({ msg: 'Activity completed', activityType: 'expireOrder', ...details }),
    );
  });

  // And the other way round: no line about this order's run or its activities goes without it.
  const about = lines.filter((line) => line.workflowId === workflowId || line['entityId'] === workflowId);
  expect(about.length).toBeGreaterThan(3);
  expect(about.filter((line) => line.requestId !== requestId).map(({ msg }) => msg)).toEqual([]);
});
