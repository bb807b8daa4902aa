import { createInvoicesRepository } from '#db/invoices/invoices.repository.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createReportExportsRepository } from '#db/reports/reports.repository.js';
import { createShipmentsRepository } from '#db/shipping/shipments.repository.js';
import { type Context, originOf } from '#domain/_shared/context.js';
import { invoicesEvents } from '#domain/invoices/invoices.events.js';
import { type DocumentKind, OUTAGE_REASONS, type RetriedDocuments } from '#domain/jobs/failed-documents.js';
import { reportsEvents } from '#domain/reports/reports.events.js';
import { shippingEvents } from '#domain/shipping/shipping.events.js';
import type { Outbox } from '#events/outbox.js';

/** Rows of each kind in one act. */
const MAX_ROWS = 10_000;

export interface RetryFailed {
  kinds: readonly DocumentKind[];
  /** Rows that failed before are left as they are. */
  since: Date;
  /** Those alone that failed because the storage or the database was away. */
  onlyOutages: boolean;
}

/** Requests documents again that failed: the invoices, exports and labels of the last days, as one act. */
export function createRetryFailed({ knex, outbox }: { knex: Knex; outbox: Outbox }) {
  const invoices = createInvoicesRepository(knex);
  const exports = createReportExportsRepository(knex);
  const shipments = createShipmentsRepository();

  return async (
    tx: Tx,
    ctx: Context,
    { kinds, since, onlyOutages }: RetryFailed,
  ): Promise<RetriedDocuments> => {
    const origin = originOf(ctx);
    const filter = { since, reasons: onlyOutages ? OUTAGE_REASONS : undefined, limit: MAX_ROWS };
    const retried: RetriedDocuments = { invoices: 0, exports: 0, labels: 0 };

    if (kinds.includes('invoices')) {
      const rows = await invoices.reopenFailed(tx, filter);
      outbox.appendAll(
        tx,
        origin,
        invoicesEvents.requested,
        rows.map(({ subOrderId, ...row }) => ({
          entityId: subOrderId,
          payload: { ...row, orderVendorId: subOrderId },
        })),
      );
      retried.invoices = rows.length;
    }
    if (kinds.includes('exports')) {
      const rows = await exports.reopenFailed(tx, filter);
      outbox.appendAll(
        tx,
        origin,
        reportsEvents.requested,
        rows.map(({ id, reportKey, format, vendorId }) => ({
          entityId: id,
          payload: { exportId: id, reportKey, format, vendorId, again: true },
        })),
      );
      retried.exports = rows.length;
    }
    if (kinds.includes('labels')) {
      // Why a label is not stored stands in the run alone: all of them are tried.
      const rows = await shipments.withoutLabel(tx, since, MAX_ROWS);
      outbox.appendAll(
        tx,
        origin,
        shippingEvents.awbAssigned,
        rows.map(({ id, ...row }) => ({ entityId: id, payload: { shipmentId: id, ...row } })),
      );
      retried.labels = rows.length;
    }
    return retried;
  };
}
