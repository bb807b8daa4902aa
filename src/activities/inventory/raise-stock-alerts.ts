import type { PassResult } from '#activities/_shared/derived-pass.js';
import { type AlertDetails, readAlertDetails } from '#db/inventory/alert-details.query.js';
import { createBackInStockRepository } from '#db/inventory/back-in-stock.repository.js';
import { inventoryAlerts } from '#db/inventory/stock-alerts-tables.js';
import type { LeasedRow } from '#db/kernel/derived-rows.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { readVendorRecipients } from '#db/orders/vendor-recipients.query.js';
import type { Context } from '#domain/_shared/context.js';
import { waitingMilestone } from '#domain/inventory/back-in-stock.js';
import type { MailToSend } from '#domain/mail/mail-message.js';
import type { Platform } from '#operations/platform.js';
import { createStockAlertMails } from './stock-alert-mails.js';

type VariantKey = { variantId: string };

/** Requests that one transaction ends: each comes with a mail, whose content is encrypted. */
const BATCH = 500;

type Deps = Pick<Platform, 'mail' | 'config' | 'settings' | 'keyring'>;

/**
 * Reports the stock of leased variants: to the vendor when it becomes low and when buyers wait, to waiting buyers when it
 * can be bought again. All in the transaction that records the pass, so a pass that is interrupted reports nothing, and a
 * request is ended with its mail or not at all.
 */
export function createStockAlerts(deps: Deps, batch = BATCH) {
  const requests = createBackInStockRepository();
  const mails = createStockAlertMails(deps);

  /** What a vendor is to be notified of, and what is recorded of it. */
  function reportOf(details: AlertDetails) {
    const { variantId, low, wasLow, sellable, waiting, waitingReported } = details;
    const milestone = sellable ? 0 : waitingMilestone(waiting);
    const becameLow = low && !wasLow;
    const moreWait = milestone > waitingReported;
    return {
      details,
      becameLow,
      moreWait,
      state: {
        variantId,
        low,
        waitingReported: sellable ? 0 : Math.max(milestone, waitingReported),
        alerts: details.alerts + Number(becameLow) + Number(moreWait),
      },
    };
  }

  async function vendorMails(tx: Tx, reports: readonly ReturnType<typeof reportOf>[]): Promise<MailToSend[]> {
    const changed = reports.filter(({ becameLow, moreWait }) => becameLow || moreWait);
    if (changed.length === 0) return [];
    const vendorIds = [...new Set(changed.map(({ details }) => details.vendorId))];
    const recipients = await readVendorRecipients(tx, vendorIds);
    return changed.flatMap(({ details, becameLow, moreWait, state }) => [
      ...(becameLow ? mails.lowStock(details, recipients, details.alerts + 1) : []),
      ...(moreWait ? mails.waiting(details, recipients, state.alerts) : []),
    ]);
  }

  /** Ends open requests for variants that can be bought. @returns their mails, and whether more are open */
  async function buyerMails(
    tx: Tx,
    now: Date,
    sellable: readonly AlertDetails[],
  ): Promise<{ mails: MailToSend[]; more: boolean }> {
    if (sellable.length === 0) return { mails: [], more: false };
    const detailsOf = new Map(sellable.map((details) => [details.variantId, details]));
    const ended = await requests.end(tx, [...detailsOf.keys()], now, batch);
    const notified = ended.flatMap((request) => {
      const details = detailsOf.get(request.variantId);
      return details && request.state === 'notified' ? [mails.backInStock(details, request)] : [];
    });
    return { mails: notified, more: ended.length === batch };
  }

  async function report(tx: Tx, ctx: Context, variantIds: readonly string[]): Promise<void> {
    const details = await readAlertDetails(tx, variantIds, ctx.now);
    const reports = details.map(reportOf);
    const sellable = details.filter(({ sellable, waiting }) => sellable && waiting > 0);
    const toBuyers = await buyerMails(tx, ctx.now, sellable);
    const changed = reports.filter(
      ({ state, details: { wasLow, waitingReported, alerts } }) =>
        state.low !== wasLow || state.waitingReported !== waitingReported || state.alerts !== alerts,
    );
    await requests.record(
      tx,
      changed.map(({ state }) => state),
    );
    await deps.mail.enqueueAll(tx, ctx, [...toBuyers.mails, ...(await vendorMails(tx, reports))]);
    // What is left of a popular variant is its own batch.
    if (toBuyers.more)
      await inventoryAlerts.request(
        tx,
        sellable.map(({ variantId }) => ({ variantId })),
      );
  }

  return (taken: readonly LeasedRow<VariantKey>[]): Promise<PassResult<VariantKey>> =>
    Promise.resolve({
      finished: taken.map((row) => ({ ...row, dueAt: null })),
      record: (tx, ctx, keys) =>
        report(
          tx,
          ctx,
          keys.map(({ variantId }) => variantId),
        ),
    });
}
