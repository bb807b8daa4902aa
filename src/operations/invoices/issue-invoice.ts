import { readInvoiceSource } from '#db/invoices/invoice-source.query.js';
import { lockSeries } from '#db/invoices/series.repository.js';
import { createInvoiceNumbers, type InvoiceRow } from '#db/invoices/invoices.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { buildSnapshot, type InvoiceSource } from '#domain/invoices/build-snapshot.js';
import { dayInIndia, financialYear } from '#domain/invoices/financial-year.js';
import { layoutInvoice } from '#domain/invoices/invoice-document.js';
import { InvoiceRuleError } from '#domain/invoices/invoice-rule-error.js';
import { invoicesEvents } from '#domain/invoices/invoices.events.js';
import { invoiceSettings } from '#domain/invoices/invoices.settings.js';
import { fileSerial, formatSerial, type SerialParts } from '#domain/invoices/serial.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createTcsPosting } from '#operations/ledger/post-tcs.js';
import { createInvoiceMails } from './invoice-mails.js';
import { createCreditNotes } from './issue-credit-notes.js';
import { createRateFallRefund } from './refund-rate-fall.js';
import { PLAIN_TEMPLATE } from './plain-template.js';

/**
 * Numbers and freezes an invoice of an order that is locked. Every rule is checked before a number is taken, so that none is
 * wasted; date, financial year and number are taken under the lock of the vendor's series. What went back before gets its credit notes with it.
 */
export const createIssueInvoice = builtOnce((deps: OperationDeps) => {
  const { numbers, outbox, settings } = deps;
  const invoices = createInvoiceNumbers();
  const mails = createInvoiceMails(deps);
  const creditNotes = createCreditNotes(deps);
  const refundRateFall = createRateFallRefund(deps);
  const tcs = createTcsPosting(deps);

  /** @throws InvoiceRuleError when a rule forbids the invoice; nothing is written then */
  return async function issue(tx: Tx, ctx: Context, row: InvoiceRow, read: InvoiceSource): Promise<string> {
    let source = read;
    const timeZone = settings.get(storeSettings.timeZone);
    const options = {
      platformName: settings.get(storeSettings.storeName),
      roundsOff: settings.get(invoiceSettings.roundOff),
    };
    layoutInvoice(buildSnapshot(source, ctx.now, timeZone, options), 'INV/0000/000001', PLAIN_TEMPLATE);
    const issuedAt = await lockSeries(tx, row.vendorId, 'invoice');
    // The series was waited for over midnight: the rates may be others.
    if (source.issueDay !== undefined && source.issueDay !== dayInIndia(issuedAt))
      source = (await readInvoiceSource(tx, row.subOrderId)) ?? source;
    const snapshot = buildSnapshot(source, issuedAt, timeZone, options);
    const year = financialYear(issuedAt, timeZone);
    const serial: SerialParts = {
      prefix: settings.get(invoiceSettings.numberPrefix),
      financialYear: year,
      sequence: await numbers.next(tx, { counter: 'invoice', of: row.vendorId, financialYear: year }),
    };
    await invoices.issue(tx, row.id, serial, snapshot);
    const withoutHsn = snapshot.lines.filter((line) => !line.hsnCode);
    const { vendorId, orderId, subOrderId } = row;
    const { orderNumber } = source;
    outbox.append(tx, ctx, invoicesEvents.issued, subOrderId, {
      orderId,
      orderNumber,
      orderVendorId: subOrderId,
      vendorId,
      invoiceNumber: fileSerial(serial),
      linesWithoutHsn: withoutHsn.length,
    });
    await tcs.ofInvoice(tx, ctx, { id: row.id, subOrderId, orderId, vendorId, issuedAt }, snapshot);
    await creditNotes.outstanding(tx, ctx, subOrderId);
    await refundRateFall(tx, ctx, row, source);
    await mails.hsnMissing(tx, ctx, {
      vendorId,
      orderNumber,
      issuedAt,
      timeZone,
      invoiceNumber: formatSerial(serial),
      titles: withoutHsn.map((line) => line.title),
    });
    return formatSerial(serial);
  };
});

/**
 * The number of a sub-order's invoice, issued now where it is not yet; null where a rule forbids it. Its document is
 * rendered when somebody asks for it.
 */
export const createInvoiceNumberOf = builtOnce((deps: OperationDeps) => {
  const invoices = createInvoiceNumbers();
  const issue = createIssueInvoice(deps);
  const mails = createInvoiceMails(deps);
  return async (tx: Tx, ctx: Context, subOrderId: string): Promise<string | null> => {
    const row = await invoices.reserve(tx, subOrderId);
    if (row.sequence !== null) {
      const { prefix, financialYear: year, sequence } = row;
      return formatSerial({ prefix: prefix ?? '', financialYear: year ?? '', sequence });
    }
    const source = await readInvoiceSource(tx, subOrderId);
    try {
      return source && (await issue(tx, ctx, row, source));
    } catch (error) {
      if (!(error instanceof InvoiceRuleError)) throw error;
      // The parcel goes all the same; the sweep tries again once the order's data or the vendor's profile were corrected.
      if (await invoices.recordProblem(tx, row.id, error.message))
        await mails.refused(tx, ctx, {
          vendorId: row.vendorId,
          subOrderId,
          problem: error.message,
          source,
        });
      return null;
    }
  };
});
