import { expect } from '@jest/globals';
import type { InvoiceStatusResponse } from '#api/invoices/invoices.schemas.js';
import { renderInvoice } from '#workflows/invoices/invoices.contract.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { waitingStatements } from '../_support/gate.js';
import { createConfirmedOrder } from '../_support/orders.js';
import type { TestPlatform } from '../_support/platform.js';

/** The invoice of a sub-order of a confirmed order, as an operator asks for it and cancels its run. */
export async function invoiceOfAnOrder(platform: TestPlatform) {
  const { token } = await createSession(platform.container, { roles: ['superAdmin'] });
  const admin = platform.http.as(token);
  const order = await createConfirmedOrder(platform.container);
  const subOrderId = order.subOrders[0]?.subOrderId ?? '';
  const path = `/admin/orders/${order.orderId}/vendors/${subOrderId}/invoice`;
  const jobId = renderInvoice.id({ subOrderId } as Parameters<typeof renderInvoice.id>[0]);
  const { workflow } = platform.container.gateway.client;
  const status = async () => (await admin.get<InvoiceStatusResponse>(`${path}/status`)).body.data;
  return {
    subOrderId,
    jobId,
    status,
    ask: async (how: 'generate' | 'regenerate' = 'generate') =>
      (await admin.post<InvoiceStatusResponse>(`${path}/${how}`)).body.data,
    /** The sentence that its download is refused with. */
    refusal: async () => (await admin.get(path)).body.message,
    /** Waits until the invoice has its number and its rendering waits for a printer. */
    issued: () =>
      eventually(async () => {
        const pending = { status: 'pending', invoiceNumber: expect.any(String) as unknown };
        expect(await status()).toMatchObject(pending);
      }),
    /** Cancels its run, which has to be there. */
    cancel: () =>
      eventually(async () => {
        const response = await admin.post(`/admin/jobs/${jobId}/cancel`, { reason: 'Wrong template' });
        expect(response.status).toBe(202);
      }),
    /** The run that is there now, or was there last. */
    run: () => workflow.getHandle(jobId).describe(),
    /** Waits until the engine knows of a step of the run; a local one it hears of when it is over. */
    reached: (activity: string) =>
      eventually(async () => {
        const { events } = await workflow.getHandle(jobId).fetchHistory();
        const steps = events?.map((event) => event.activityTaskScheduledEventAttributes?.activityType?.name);
        expect(steps).toContain(activity);
      }),
    /** Waits until the run has ended as cancelled and the invoice says so. */
    endedAsCancelled: () =>
      eventually(async () => {
        expect((await workflow.getHandle(jobId).describe()).status.name).toBe('CANCELLED');
        expect((await status()).status).toBe('failed');
      }),
  };
}

/** Waits until this many statements of this database wait for somebody else's lock. */
export async function statementsWait({ container }: TestPlatform, count: number): Promise<void> {
  await eventually(async () => {
    expect(await waitingStatements(container.knex)).toBeGreaterThanOrEqual(count);
  });
}
