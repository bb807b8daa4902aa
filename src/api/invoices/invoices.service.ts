import { readOrderInvoices } from '#db/invoices/order-invoices.query.js';
import { createInvoicesRepository } from '#db/invoices/invoices.repository.js';
import { type Context, originOf } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import {
  activeSubOrders,
  mergedStatus,
  type OrderInvoices,
  subOrderStatus,
} from '#domain/invoices/invoice-status.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import { invoicesEvents } from '#domain/invoices/invoices.events.js';
import type { Platform } from '#operations/platform.js';
import { renderInvoice } from '#workflows/invoices/invoices.contract.js';
import { type InvoiceScope, invoicePath, onlySubOrder } from './invoice-scope.js';
import type { InvoiceGenerationResponse, InvoiceStatusResponse } from './invoices.schemas.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'outbox' | 'gateway' | 'live'>;

export function createInvoicesService(deps: Deps) {
  const { knex, unitOfWork, outbox, gateway, live } = deps;
  const repository = createInvoicesRepository(knex);

  async function find(scope: InvoiceScope): Promise<OrderInvoices> {
    const order = await readOrderInvoices(knex, scope);
    if (!order) throw platformErrors.notFound({ entity: scope.subOrderId ? 'Sub-order' : 'Order' });
    return order;
  }

  /** Writes the request and its events, which the engine gets right after the commit. */
  async function request(
    ctx: Context,
    scope: InvoiceScope,
    again: boolean,
  ): Promise<InvoiceGenerationResponse> {
    let order = await find(scope);
    if (activeSubOrders(order).length === 0) throw invoicesErrors.nothingToInvoice();
    if (!order.confirmed) {
      await write(ctx, order, { again: false, requestOnly: true });
      // An order that was confirmed meanwhile may have been searched for requests before this one was written.
      order = await find(scope);
      if (!order.confirmed) return { status: 'pending', jobId: null, downloadUrl: null, streamUrl: null };
    }
    const subOrders = activeSubOrders(order);
    if (again || mergedStatus({ ...order, subOrders }) !== 'ready') {
      await gateway.assertAvailable();
      await write(ctx, order, { again, requestOnly: false });
    }
    const { status, jobId, downloadUrl, streamUrl } = describe(scope, await find(scope));
    // A rendering may have failed before this response: the client learns it from the status or the stream.
    return status === 'ready'
      ? { status, jobId: null, downloadUrl, streamUrl: null }
      : { status: 'pending', jobId, downloadUrl: null, streamUrl };
  }

  async function write(
    ctx: Context,
    order: OrderInvoices,
    mode: { again: boolean; requestOnly: boolean },
  ): Promise<void> {
    const { orderId, orderNumber } = order;
    const subOrderIds = activeSubOrders(order).map((subOrder) => subOrder.subOrderId);
    await unitOfWork.run(ctx, async (tx) => {
      const asked = await repository.request(tx, { orderId, subOrderIds, ...mode });
      if (asked.length > 0) await live.publish(tx, 'invoice', orderId);
      if (mode.requestOnly) return;
      for (const { subOrderId, vendorId } of asked) {
        const payload = { orderId, orderNumber, orderVendorId: subOrderId, vendorId };
        outbox.append(tx, originOf(ctx), invoicesEvents.requested, subOrderId, payload, {
          handOver: true,
        });
      }
    });
  }

  return {
    find,

    /** Enqueues nothing, so it is safe on every page load. */
    async status(scope: InvoiceScope): Promise<InvoiceStatusResponse> {
      return describe(scope, await find(scope));
    },

    /**
     * Asks for what is not there yet. Repeating it changes nothing; before the order is confirmed the request is kept.
     * @throws AppError CONFLICT when everything was cancelled, SERVICE_UNAVAILABLE while the engine is known to be down
     */
    generate: (ctx: Context, scope: InvoiceScope) => request(ctx, scope, false),

    /** Renders again with the current settings, under the numbers that were issued. */
    regenerate: (ctx: Context, scope: InvoiceScope) => request(ctx, scope, true),

    /** A stored file is gone: has it rendered again. */
    async restore(ctx: Context, scope: InvoiceScope): Promise<never> {
      await request(ctx, scope, true);
      throw invoicesErrors.stillGenerating({}, { retryAfter: 2 });
    },
  };
}

/** The status of a scope as it is returned. */
function describe(scope: InvoiceScope, order: OrderInvoices): InvoiceStatusResponse {
  const subOrder = onlySubOrder(scope, order);
  const status = subOrder ? subOrderStatus(order, subOrder) : mergedStatus(order);
  const path = invoicePath(scope);
  const pending = activeSubOrders(order).find((item) => subOrderStatus(order, item) === 'pending');
  return {
    status,
    invoiceNumber: subOrder && order.confirmed ? (subOrder.invoice?.invoiceNumber ?? null) : null,
    downloadUrl: status === 'ready' ? path : null,
    streamUrl: status === 'pending' || status === 'failed' ? `${path}/stream` : null,
    jobId: status === 'pending' && pending ? renderJobId(pending.subOrderId) : null,
  };
}

function renderJobId(subOrderId: string): string {
  return renderInvoice.id({ subOrderId } as Parameters<typeof renderInvoice.id>[0]);
}

export type InvoicesService = ReturnType<typeof createInvoicesService>;
