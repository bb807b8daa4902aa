import type { Response } from 'express';
import { challanDocuments } from '#db/invoices/challan-documents-tables.js';
import { createChallansRepository } from '#db/invoices/challans.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import { fileSerial } from '#domain/invoices/serial.js';
import type { Platform } from '#operations/platform.js';
import { createDocumentDownload } from './document-download.js';

/** Delivery challans as operators and vendors read them; they are issued with their parcels. */
export function createChallansService(platform: Platform) {
  const { knex } = platform;
  const challans = createChallansRepository();
  const send = createDocumentDownload(platform, challanDocuments, () =>
    invoicesErrors.challanRendering({}, { retryAfter: 2 }),
  );
  return {
    /** Sends the PDF. @throws AppError NOT_FOUND, CONFLICT with `Retry-After` while it is being rendered */
    async download(
      ctx: Context,
      scope: { parcelId: string; vendorId?: string },
      response: Response,
    ): Promise<void> {
      const challan = await challans.ofParcel(knex, scope);
      if (!challan) throw platformErrors.notFound({ entity: 'Delivery challan' });
      const { id: challanId, storageKey } = challan;
      await send(ctx, response, {
        key: { challanId },
        storageKey,
        name: `delivery-challan-${fileSerial(challan)}`,
      });
    },
  };
}
