import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession, type TestSession } from '../_support/accounts.js';
import { installRuntime } from '../_support/engine-runtime.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { recordedRuns, replayRecordedRuns } from '../_support/replay.js';
import { placeOrder, readyCart, startShop, type TestShop, vendorWithVariant } from '../_support/shop.js';
import { type CollectedSpan, type OtlpCollector, startOtlpCollector } from './otlp-collector.js';
import { tracedBundle } from './traced-bundle.js';

let platform: TestShop;
let collector: OtlpCollector;
let admin: TestSession;
let traced: string;
let untraced: string | undefined;

beforeAll(async () => {
  traced = await tracedBundle();
  // Workers read it when they start; those of the next file are to have their own again.
  installRuntime();
  untraced = process.env['WORKFLOW_BUNDLE'];
  process.env['WORKFLOW_BUNDLE'] = traced;
  collector = await startOtlpCollector();
  platform = await startShop({
    workers: ['core', 'documents', 'relay'],
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` },
  });
  admin = await createSession(platform.container, { roles: ['superAdmin'] });
});
afterAll(async () => {
  await platform.stop();
  await collector.close();
  process.env['WORKFLOW_BUNDLE'] = untraced;
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

/** The names from a span up to the root of its trace. */
function lineage(span: CollectedSpan | undefined): string[] {
  if (!span) return [];
  const { traceId, parentSpanId } = span;
  const parent = collector.spans.find((item) => item.traceId === traceId && item.spanId === parentSpanId);
  return [span.name, ...lineage(parent)];
}

async function collected(traceId: string, name: string): Promise<CollectedSpan> {
  return eventually(async () => {
    const found = collector.spans.find((span) => span.traceId === traceId && span.name === name);
    expect(collector.spans.map((span) => span.name)).toContain(name);
    if (!found) throw new Error(`${name} is not in this trace`);
    return found;
  });
}

describe('one trace', () => {
  it('leads from a request to its workflow and to its activities', async () => {
    const order = await createConfirmedOrder(platform.container);
    const subOrder = order.subOrders[0]?.subOrderId ?? '';
    const path = `/admin/orders/${order.orderId}/vendors/${subOrder}/invoice/generate`;
    const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
    const response = await platform.http.as(admin.token).post(path, undefined, headers);
    expect(response.status).toBe(200);

    const route = 'POST /admin/orders/:orderId/vendors/:orderVendorId/invoice/generate';
    const request = await collected(TRACE, route);
    expect(request.parentSpanId).toBe('00f067aa0ba902b7');
    expect(request.service).toBe('haat-test');
    const workflow = await collected(TRACE, 'RunWorkflow:renderInvoice');
    expect(lineage(workflow)).toEqual([
      'RunWorkflow:renderInvoice',
      'SignalWithStartWorkflow:renderInvoice',
      'engine signalWithStart',
      route,
    ]);
    expect(lineage(await collected(TRACE, 'RunActivity:renderInvoiceDocument'))).toEqual([
      'RunActivity:renderInvoiceDocument',
      'StartActivity:renderInvoiceDocument',
      ...lineage(workflow),
    ]);
    // Local activities are part of it too.
    expect(lineage(await collected(TRACE, 'RunActivity:completeInvoice'))).toContain(route);
    const row = (await platform.container.knex('outbox_events').where({ entityId: subOrder }).first()) as {
      traceparent: string;
    };
    expect(row.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  });

  it('goes on where the relay brings the event to the engine later', async () => {
    const { variantId } = await vendorWithVariant(platform);
    const cart = await readyCart(platform, [{ variantId }]);
    const placed = '5bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { traceparent: `00-${placed}-00f067aa0ba902b7-01` };
    const { status, body } = await placeOrder(cart, {}, headers);
    expect(status).toBe(201);
    // The relay has started the run; a span is reported when it ends, and the run would wait for its payment.
    await collected(placed, 'relay orders-follow');
    const by = { identity: 'test', requestId: 'test' };
    await platform.container.gateway.jobs.cancel(`orders-follow-${body.data.order.id}`, by);
    const activity = await collected(placed, 'RunActivity:expireOrder');
    await collected(placed, 'RunWorkflow:followOrder');
    // The request may end after what it has begun.
    await collected(placed, 'POST /store/carts/:cartId/place-order');
    expect(lineage(activity)).toEqual([
      'RunActivity:expireOrder',
      'StartActivity:expireOrder',
      'RunWorkflow:followOrder',
      'StartWorkflow:followOrder',
      'engine start',
      'relay orders-follow',
      'POST /store/carts/:cartId/place-order',
    ]);
  });

  it('names routes, never what a client wrote, and holds no secrets', async () => {
    const { text } = collector;
    await platform.http.get('/store/products/slug/somebody-at-example?token=somebody-secret');
    await eventually(async () => expect(text()).toContain('GET /store/products/slug/:slug'));
    expect(text()).not.toContain('somebody');
    expect(text()).not.toContain(admin.token);
    expect(text()).not.toContain(admin.email);
  });
});

describe('recorded histories', () => {
  let results: Map<string, unknown>;
  beforeAll(async () => {
    results = await replayRecordedRuns('traced', traced);
  });

  it.each(recordedRuns)('%s of untraced workflows replays on traced ones', (run) =>
    expect(results.get(run)).toBe('ok'),
  );
});
