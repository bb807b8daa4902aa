import type { Response } from 'express';
import { sendPdf } from '#api/kernel/pdf-response.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import {
  activeSubOrders,
  mergedStatus,
  type OrderInvoices,
  subOrderStatus,
} from '#domain/invoices/invoice-status.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import { mergePdfs } from '#integrations/pdf/merge-pdfs.js';
import type { OpenObject, Storage } from '#integrations/storage/storage.js';
import type { InvoiceScope } from './invoice-scope.js';
import { onlySubOrder } from './invoice-scope.js';
import type { InvoicesService } from './invoices.service.js';

/** Sends the PDF of a scope: the file of one sub-order, or those of all sub-orders that were not cancelled as one. */
export function createInvoiceDownload({
  invoices,
  storage,
}: {
  invoices: InvoicesService;
  storage: Storage;
}) {
  async function open(
    ctx: Context,
    scope: InvoiceScope,
    key: string | null | undefined,
  ): Promise<OpenObject> {
    return (key ? await storage.get(key) : null) ?? invoices.restore(ctx, scope);
  }

  /** @param options.request whether to request invoices that nobody has requested */
  return async function download(
    ctx: Context,
    scope: InvoiceScope,
    response: Response,
    options: { request?: boolean } = {},
  ): Promise<void> {
    let order = await invoices.find(scope);
    if (options.request && mergedStatus(order) === 'none') {
      await invoices.generate(ctx, scope);
      order = await invoices.find(scope);
    }
    const subOrder = onlySubOrder(scope, order);
    assertReady(order, subOrder);
    if (subOrder) {
      const file = await open(ctx, scope, subOrder.invoice?.storageKey);
      await sendPdf(response, `invoice-${subOrder.invoice?.invoiceNumber ?? order.orderNumber}`, file);
      return;
    }
    const files: Uint8Array[] = [];
    for (const item of activeSubOrders(order)) {
      const file = await open(ctx, scope, item.invoice?.storageKey);
      files.push(Buffer.concat(await file.body.toArray()));
    }
    const merged = await mergePdfs(files, `Invoices of order ${order.orderNumber}`);
    await sendPdf(response, `invoice-${order.orderNumber}`, merged);
  };
}

function assertReady(order: OrderInvoices, subOrder: OrderInvoices['subOrders'][number] | undefined): void {
  const status = subOrder ? subOrderStatus(order, subOrder) : mergedStatus(order);
  if (status === 'ready') return;
  if (status === 'none') throw platformErrors.notFound({ entity: 'Invoice' });
  if (status === 'pending') throw invoicesErrors.stillGenerating({}, { retryAfter: 2 });
  const failed = (subOrder ? [subOrder] : activeSubOrders(order)).find(
    (item) => item.invoice?.status === 'failed',
  );
  throw invoicesErrors.generationFailed({ reason: failed?.invoice?.error ?? 'unknown' });
}
