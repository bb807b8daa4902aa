import { createHtmlTemplate } from '#activities/_shared/html-template.js';
import { createPrintPass } from '#activities/_shared/print-pass.js';
import type { DrainPass } from '#activities/events/events.activities.js';
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
/** A statement of thousands of entries takes some seconds. */
const BATCH = 10;

const render = createHtmlTemplate('src/activities/payouts/assets/payout-statement.liquid');

/** Prints the statements of payouts that were paid. */
export function createStatementDocumentsPass(deps: Deps): DrainPass {
  const { knex, settings } = deps;
  const payouts = createPayoutsRepository();
  return createPrintPass(deps, 'payout-statements', payoutStatements, {
    batch: BATCH,
    layout: async ({ payoutId }) => {
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
      return { html: await render(view), storageKey: `payouts/${payout.vendorId}/${payoutId}.pdf` };
    },
    record: (tx, { payoutId }, file) => payouts.storeStatement(tx, payoutId, file),
  });
}
