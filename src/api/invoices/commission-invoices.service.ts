import type { Response } from 'express';
import { commissionDocuments } from '#db/invoices/commission-documents-tables.js';
import { listCommissionInvoices, readCommissionInvoice } from '#db/invoices/commission-list.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { CommissionInvoiceScope } from '#domain/invoices/commission-invoice.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import { fileSerial } from '#domain/invoices/serial.js';
import type { Platform } from '#operations/platform.js';
import { createDocumentDownload } from './document-download.js';

/** Commission invoices as operators and vendors read them; a schedule issues them. */
export function createCommissionInvoicesService(platform: Platform) {
  const { knex } = platform;
  const send = createDocumentDownload(platform, commissionDocuments, () =>
    invoicesErrors.commissionInvoiceRendering({}, { retryAfter: 2 }),
  );

  return {
    list: (scope: CommissionInvoiceScope, query: ListQuery) => listCommissionInvoices(knex, scope, query),

    /** Sends the PDF. @throws AppError NOT_FOUND, CONFLICT with `Retry-After` while it is being rendered */
    async download(
      ctx: Context,
      scope: CommissionInvoiceScope & { commissionInvoiceId: string },
      response: Response,
    ): Promise<void> {
      const invoice = await readCommissionInvoice(knex, scope);
      if (!invoice) throw platformErrors.notFound({ entity: 'Commission invoice' });
      const key = { commissionInvoiceId: invoice.id };
      await send(ctx, response, { ...invoice, key, name: `commission-${fileSerial(invoice)}` });
    },
  };
}
