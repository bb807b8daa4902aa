import { createPrintPass } from '#activities/_shared/print-pass.js';
import type { DrainPass } from '#activities/events/events.activities.js';
import { challanDocuments } from '#db/invoices/challan-documents-tables.js';
import { createChallansRepository } from '#db/invoices/challans.repository.js';
import { layoutChallan } from '#domain/invoices/challan-document.js';
import { fileSerial, formatSerial } from '#domain/invoices/serial.js';
import type { PdfRenderer } from '#integrations/pdf/pdf-renderer.js';
import type { Storage } from '#integrations/storage/storage.js';
import type { Platform } from '#operations/platform.js';
import { renderCopiesHtml } from './invoice-html.js';
import type { InvoiceTemplateReader } from './invoice-template.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'clock' | 'logger'> & {
  template: InvoiceTemplateReader;
  pdf: PdfRenderer;
  storage: Storage;
};

/** Prints the three copies of delivery challans, on the page of invoices. */
export function createChallanDocumentsPass(deps: Deps): DrainPass {
  const { knex, template } = deps;
  const challans = createChallansRepository();
  return createPrintPass(deps, 'challan-documents', challanDocuments, {
    layout: async ({ challanId }) => {
      const challan = await challans.find(knex, challanId);
      if (!challan) return undefined;
      const copies = layoutChallan(challan.snapshot, formatSerial(challan), await template.read());
      const storageKey = `delivery-challans/${challan.vendorId}/${fileSerial(challan)}.pdf`;
      return { html: await renderCopiesHtml(copies), storageKey };
    },
    record: (tx, { challanId }, file) => challans.stored(tx, challanId, file),
  });
}
