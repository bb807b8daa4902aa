import { heartbeat } from '@temporalio/activity';
import type { OrderDocumentsRepository } from '#db/shipping/order-documents.repository.js';
import { originOf, systemContext } from '#domain/_shared/context.js';
import { documentKey } from '#domain/shipping/order-document.js';
import type { Platform } from '#operations/platform.js';
import type { DocumentEnds } from './document-ends.js';

const BATCH = 200;

/** A document that waits for so long is printed by nobody: its run was terminated. */
const STUCK_MS = 24 * 60 * 60 * 1_000;

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'storage' | 'clock' | 'logger'> & {
  documents: OrderDocumentsRepository;
  ends: DocumentEnds;
};

/** Deletes the files of documents whose time is over, and fails those that nobody prints. */
export function createOrderDocumentsSweep({
  knex,
  unitOfWork,
  storage,
  clock,
  logger,
  documents,
  ends,
}: Deps) {
  const ctx = systemContext({ name: 'order-documents-sweep' }, clock.now());
  return async function sweep(): Promise<Record<string, number>> {
    const swept = { expired: 0, failed: 0 };
    for (;;) {
      const due = await documents.due(knex, clock.now(), BATCH);
      for (const { id } of due) {
        // The file first: a sweep that ends here is repeated, and deleting again finds nothing.
        await storage.delete(documentKey(id));
        await unitOfWork.run(ctx, (tx) => documents.expire(tx, id));
        heartbeat(swept);
        swept.expired += 1;
      }
      if (due.length < BATCH) break;
    }
    const before = new Date(clock.now().getTime() - STUCK_MS);
    for (const { id } of await documents.stuck(knex, before, BATCH)) {
      await ends.failOrderDocument({
        documentId: id,
        error: 'The printing was interrupted',
        origin: originOf(ctx),
      });
      swept.failed += 1;
    }
    if (swept.expired + swept.failed > 0) logger.info(swept, 'order documents swept');
    return swept;
  };
}
