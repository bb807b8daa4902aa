import type { OrderDocumentsRepository } from '#db/shipping/order-documents.repository.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import { DOCUMENT_TOPIC, documentKey } from '#domain/shipping/order-document.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'storage' | 'clock' | 'live'> & {
  documents: OrderDocumentsRepository;
};

/** How documents end without a file. */
export function createDocumentEnds({ knex, unitOfWork, storage, clock, live, documents }: Deps) {
  return {
    /** Records that a document could not be printed, or was cancelled. One that has ended stays as it is. */
    async failOrderDocument(input: { documentId: string; error: string; origin: Origin }): Promise<void> {
      const { documentId, error } = input;
      const ctx = systemContext(input.origin, clock.now());
      await unitOfWork.run(ctx, async (tx) => {
        if (await documents.fail(tx, documentId, { error, now: ctx.now }))
          await live.publish(tx, DOCUMENT_TOPIC, documentId);
      });
      const row = await documents.find(knex, { id: documentId });
      if (row?.status !== 'ready') await storage.delete(documentKey(documentId));
    },
  };
}

export type DocumentEnds = ReturnType<typeof createDocumentEnds>;
