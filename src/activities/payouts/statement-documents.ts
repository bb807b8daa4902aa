import { createDerivedPass } from '#activities/_shared/derived-pass.js';
import { createHtmlTemplate } from '#activities/_shared/html-template.js';
import type { DrainPass, RoundControl } from '#activities/events/events.activities.js';
import { readPayout } from '#db/payouts/payout-list.query.js';
import { createPayoutsRepository } from '#db/payouts/payouts.repository.js';
import { payoutStatements } from '#db/payouts/statements-tables.js';
import { invoiceSettings } from '#domain/invoices/invoices.settings.js';
import { PRINTED_ROWS, statementView } from '#domain/payouts/statement-view.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { PdfRenderer } from '#integrations/pdf/pdf-renderer.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'clock' | 'logger' | 'settings' | 'storage'> & {
  pdf: PdfRenderer;
};
type StoredFile = { storageKey: string; fileSize: number };

/** A statement takes some seconds at most: a round stays well below the time after which an activity is given up. */
const BATCH = 10;

const render = createHtmlTemplate('src/activities/payouts/assets/payout-statement.liquid');

/** Prints the statements of payouts that were paid. */
export function createStatementDocumentsPass(deps: Deps): DrainPass {
  const { knex, settings, storage, pdf, logger } = deps;
  const payouts = createPayoutsRepository();

  async function print(
    payoutId: string,
    { signal, heartbeat }: RoundControl,
  ): Promise<StoredFile | undefined> {
    const payout = await readPayout(knex, { payoutId });
    if (!payout) return undefined;
    const view = statementView({
      payout,
      totals: await payouts.statementTotals(knex, payoutId),
      rows: await payouts.statement(knex, payoutId, PRINTED_ROWS),
      storeName: settings.get(storeSettings.storeName),
      currencySymbol: settings.get(invoiceSettings.currencySymbol),
      timeZone: settings.get(storeSettings.timeZone),
    });
    const file = await pdf.render(await render(view), { signal, heartbeat });
    const storageKey = `payouts/${payout.vendorId}/${payoutId}.pdf`;
    await storage.put(storageKey, file, { contentType: 'application/pdf', contentLength: file.byteLength });
    return { storageKey, fileSize: file.byteLength };
  }

  const pass = createDerivedPass(deps, 'payout-statements', payoutStatements, async (taken, control) => {
    const finished = [];
    const failed = [];
    const files = new Map<string, StoredFile>();
    for (const row of taken) {
      if (control.signal.aborted) break;
      const { payoutId } = row.key;
      try {
        const file = await print(payoutId, control);
        if (file) files.set(payoutId, file);
        finished.push(row);
      } catch (error) {
        if (control.signal.aborted) break;
        logger.warn({ err: error, payoutId }, 'payout statement not rendered');
        failed.push({ ...row, error: error instanceof Error ? error.message : String(error) });
      }
    }
    return {
      ...{ finished, failed },
      record: async (tx, _ctx, keys) => {
        for (const { payoutId } of keys) {
          const file = files.get(payoutId);
          if (file) await payouts.storeStatement(tx, payoutId, file);
        }
      },
    };
  });
  return ({ limit, ...control }) => pass({ ...control, limit: Math.min(limit, BATCH) });
}
