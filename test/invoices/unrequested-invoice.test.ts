import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { InvoiceGenerationResponse } from '#api/invoices/invoices.schemas.js';
import { createInvoiceRequestsHandler } from '#activities/invoices/invoice-requests.js';
import { createInvoicesRepository } from '#db/invoices/invoices.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { ordersEvents } from '#domain/orders/orders.events.js';
import { createSession } from '../_support/accounts.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { statementsWait } from './asked-invoice.js';

let platform: TestPlatform;
let admin: TestPlatform['http'];

beforeAll(async () => {
  platform = await startPlatform();
  const { token } = await createSession(platform.container, { roles: ['superAdmin'] });
  admin = platform.http.as(token);
});
afterAll(() => platform.stop());

const ctx = systemContext({ name: 'test' }, new Date());
const subOrderOf = (order: TestOrder) => order.subOrders[0]?.subOrderId ?? '';

/** Issues the invoice for its number alone, as the claim of a carrier's shipment does. */
function issueFor(order: TestOrder): Promise<string | null> {
  const { unitOfWork, operations } = platform.container;
  return unitOfWork.run(ctx, (tx) => operations.invoiceNumberOf(tx, ctx, subOrderOf(order)));
}

/** Handles the confirmation of an order, as the drain does up to two seconds after it. */
async function handleConfirmation({ orderId, orderNumber }: TestOrder): Promise<void> {
  const { container } = platform;
  const invoices = createInvoicesRepository(container.knex);
  const handler = createInvoiceRequestsHandler({ ...container, invoices });
  const event = { id: 1, type: ordersEvents.confirmed.type, entityId: orderId, payload: { orderNumber } };
  const delivery = { id: 1, attempts: 1, event: { ...event, requestId: 'r', actor: ctx.actor } };
  const control = { heartbeat: () => undefined, signal: new AbortController().signal };
  await handler([delivery as unknown as Parameters<typeof handler>[0][number]], control);
}

async function invoiceOf(order: TestOrder): Promise<Record<string, unknown> & { requests: number }> {
  const { knex } = platform.container;
  const row = (await knex('invoices')
    .where({ subOrderId: subOrderOf(order) })
    .first()) as object;
  const requested = await knex('outbox_events').where({
    type: 'invoice.requested',
    entityId: subOrderOf(order),
  });
  return { ...row, requests: requested.length };
}

it('an invoice that was issued for a shipment before the confirmation was handled is not rendered', async () => {
  const order = await createConfirmedOrder(platform.container);
  expect(await issueFor(order)).toMatch(/^INV\//);
  await handleConfirmation(order);
  expect(await invoiceOf(order)).toMatchObject({ status: 'requested', requestedRev: 0, requests: 0 });
  const path = `/admin/orders/${order.orderId}/vendors/${subOrderOf(order)}/invoice`;
  const { body } = await admin.get<{ status: string }>(`${path}/status`);
  expect(body.data.status).toBe('none');
});

it('an invoice that a rule forbids is neither numbered for a shipment nor rendered', async () => {
  const order = await createConfirmedOrder(platform.container, { vendors: [{ gstin: null }] });
  expect(await issueFor(order)).toBeNull();
  await handleConfirmation(order);
  expect(await invoiceOf(order)).toMatchObject({ status: 'requested', sequence: null, requests: 0 });
});

it('a document that was requested before the confirmation is rendered, also when a shipment took its number first', async () => {
  const order = await createConfirmedOrder(platform.container, { status: 'pending_payment' });
  await admin.post(`/admin/orders/${order.orderId}/vendors/${subOrderOf(order)}/invoice/generate`);
  await platform.container.knex('orders').where({ id: order.orderId }).update({ status: 'confirmed' });
  await issueFor(order);
  await handleConfirmation(order);
  expect(await invoiceOf(order)).toMatchObject({ status: 'pending', requests: 1 });
});

it('a document that is requested while its order is confirmed is rendered', async () => {
  const { knex } = platform.container;
  const order = await createConfirmedOrder(platform.container, { status: 'pending_payment' });
  const path = `/admin/orders/${order.orderId}/vendors/${subOrderOf(order)}/invoice`;
  const asked = await knex.transaction(async (tx) => {
    await tx.raw('lock table invoices in exclusive mode');
    const response = admin.post<InvoiceGenerationResponse>(`${path}/generate`);
    await statementsWait(platform, 1);
    await tx('orders').where({ id: order.orderId }).update({ status: 'confirmed' });
    return { response };
  });
  expect((await asked.response).body.data).toMatchObject({
    status: 'pending',
    jobId: expect.any(String) as unknown,
  });
  expect(await invoiceOf(order)).toMatchObject({ status: 'pending', requests: 1 });
});
