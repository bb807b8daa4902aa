import { heartbeat } from '@temporalio/activity';
import { createInvoicesRepository } from '#db/invoices/invoices.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';

const BATCH = 200;

/** Tries invoices again that a rule refused when their sub-orders were fulfilled, each in its own transaction. */
export function createUnissuedInvoicesSweep({
  knex,
  unitOfWork,
  operations,
  clock,
  logger,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'operations' | 'clock' | 'logger'>) {
  const invoices = createInvoicesRepository(knex);
  return async (): Promise<Record<string, number>> => {
    const result = { issued: 0, refused: 0 };
    for (let after: string | null = null; ;) {
      const batch = await invoices.unissued(knex, after, BATCH);
      for (const { subOrderId } of batch) {
        const ctx = systemContext({ name: 'invoices-unissued' }, clock.now());
        const number = await unitOfWork.run(ctx, async (tx) => {
          await invoices.lockOrder(tx, subOrderId);
          return operations.invoiceNumberOf(tx, ctx, subOrderId);
        });
        result[number === null ? 'refused' : 'issued'] += 1;
        heartbeat();
      }
      const last = batch.at(-1);
      if (!last || batch.length < BATCH) break;
      after = last.id;
    }
    if (result.issued + result.refused > 0) logger.info(result, 'refused invoices tried again');
    return result;
  };
}
