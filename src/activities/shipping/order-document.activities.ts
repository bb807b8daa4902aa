import { cancellationSignal, heartbeat } from '@temporalio/activity';
import { createHtmlTemplate } from '#activities/_shared/html-template.js';
import type { OrderDocumentsRepository } from '#db/shipping/order-documents.repository.js';
import { readPackedOrders } from '#db/shipping/packed-orders.query.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { DOCUMENT_TOPIC, documentKey } from '#domain/shipping/order-document.js';
import type { PdfRenderer } from '#integrations/pdf/pdf-renderer.js';
import type { Platform } from '#operations/platform.js';
import { orderDocumentView } from './order-document-view.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'storage' | 'clock' | 'settings' | 'live'> & {
  documents: OrderDocumentsRepository;
  pdf: PdfRenderer;
};

const render = createHtmlTemplate('src/activities/shipping/assets/order-document.liquid');

/** What only the workers with a browser can do for parcels. */
export function createOrderDocumentActivities({
  knex,
  unitOfWork,
  storage,
  clock,
  settings,
  live,
  documents,
  pdf,
}: Deps) {
  return {
    /** Prints a document and stores its file; one that has ended is left as it is. */
    async renderOrderDocument(input: { documentId: string; origin: Origin }): Promise<void> {
      const { documentId } = input;
      const document = await documents.find(knex, { id: documentId });
      if (document?.status !== 'pending') return;
      const orders = await readPackedOrders(knex, document.vendorId, document.subOrderIds);
      const view = orderDocumentView(document.kind, orders, {
        parcelIds: document.parcelIds,
        timeZone: settings.get(storeSettings.timeZone),
        now: clock.now(),
      });
      const html = await render(view);
      const file = await pdf.render(html, { signal: cancellationSignal(), heartbeat: () => heartbeat() });
      await storage.put(documentKey(documentId), file, {
        contentType: 'application/pdf',
        contentLength: file.byteLength,
      });
      const ctx = systemContext(input.origin, clock.now());
      const done = await unitOfWork.run(ctx, async (tx) => {
        const written = { fileSize: file.byteLength, now: clock.now() };
        if (!(await documents.complete(tx, documentId, written))) return false;
        await live.publish(tx, DOCUMENT_TOPIC, documentId);
        return true;
      });
      // Cancelled meanwhile: nobody would find the file.
      const after = done ? undefined : await documents.find(knex, { id: documentId });
      if (after && after.status !== 'ready') await storage.delete(documentKey(documentId));
    },
  };
}

export type OrderDocumentActivities = ReturnType<typeof createOrderDocumentActivities>;
