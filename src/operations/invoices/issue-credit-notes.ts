import { creditNoteDocuments } from '#db/invoices/credit-note-documents-tables.js';
import { type CreditableInvoice, createCreditNotesRepository } from '#db/invoices/credit-notes.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { lockSeries } from '#db/invoices/series.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { buildCreditNote, type CreditNoteInput } from '#domain/invoices/build-credit-note.js';
import { layoutCreditNote } from '#domain/invoices/credit-note-document.js';
import { financialYear } from '#domain/invoices/financial-year.js';
import { invoicesEvents } from '#domain/invoices/invoices.events.js';
import { invoiceSettings } from '#domain/invoices/invoices.settings.js';
import { fileSerial, formatSerial } from '#domain/invoices/serial.js';
import type { RefundLine } from '#domain/payments/refundable.js';
import type { Refund } from '#domain/payments/payment.js';
import type { ReturnRequest } from '#domain/returns/return-request.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createTcsPosting } from '#operations/ledger/post-tcs.js';
import { PLAIN_TEMPLATE } from './plain-template.js';

type Deps = Pick<OperationDeps, 'numbers' | 'outbox' | 'settings'>;

/**
 * Issues credit notes in the transaction of what they are for. The order is locked by the caller, and by the operation that issues
 * its invoice, so that no refund falls between the two. Without an issued invoice nothing is issued.
 */
export const createCreditNotes = builtOnce(({ numbers, outbox, settings }: Deps) => {
  const notes = createCreditNotesRepository();
  const tcs = createTcsPosting({ settings });

  async function issue(
    tx: Tx,
    ctx: Context,
    invoice: CreditableInvoice,
    input: Omit<CreditNoteInput, 'issuedAt'> & { sourceId: string },
  ): Promise<void> {
    if (invoice.notes.some(({ sourceId }) => sourceId === input.sourceId)) return;
    // The invoice was issued without these pieces.
    if (invoice.snapshot.omittedRefunds?.includes(input.sourceId)) return;
    const number = formatSerial(invoice);
    const earlier = invoice.notes.map(({ snapshot }) => snapshot);
    const of = { ...invoice, number };
    const draft = buildCreditNote(of, earlier, { ...input, issuedAt: ctx.now });
    if (!draft) return;
    layoutCreditNote(draft, 'CN/0000/000001', PLAIN_TEMPLATE);
    const { subOrderId, orderId, vendorId } = invoice;
    const issuedAt = await lockSeries(tx, vendorId, 'credit_note');
    const snapshot = buildCreditNote(of, earlier, { ...input, issuedAt }) ?? draft;
    const year = financialYear(issuedAt, settings.get(storeSettings.timeZone));
    const serial = {
      prefix: settings.get(invoiceSettings.creditNotePrefix),
      financialYear: year,
      sequence: await numbers.next(tx, { counter: 'creditNote', of: vendorId, financialYear: year }),
    };
    const { cause, sourceId } = input;
    const { grandTotal: amount, tax } = snapshot.totals;
    const id = newId();
    const place = { subOrderId, orderId, vendorId };
    await notes.insert(tx, { id, ...place, ...serial, cause, sourceId, amount, tax, snapshot, issuedAt });
    await tcs.ofCreditNote(tx, ctx, { id, ...place, issuedAt }, snapshot);
    await creditNoteDocuments.request(tx, [{ creditNoteId: id }]);
    invoice.notes.push({ sourceId, snapshot });
    outbox.append(tx, ctx, invoicesEvents.creditNoteIssued, subOrderId, {
      orderVendorId: subOrderId,
      orderId,
      vendorId,
      creditNoteId: id,
      orderNumber: snapshot.orderNumber,
      cause,
      amount,
      creditNoteNumber: fileSerial(serial),
    });
  }

  return {
    /** Sub-orders were cancelled: everything that is left of their invoices is credited. */
    async ofCancellation(
      tx: Tx,
      ctx: Context,
      subOrderIds: readonly string[],
      reason: string,
    ): Promise<void> {
      for (const invoice of await notes.creditable(tx, subOrderIds)) {
        const sourceId = invoice.subOrderId;
        await issue(tx, ctx, invoice, { cause: 'cancellation', sourceId, reason, shares: null });
      }
    },

    /** A refund was processed; what a cancellation has credited is not credited again. */
    async ofRefund(
      tx: Tx,
      ctx: Context,
      { id: sourceId, cause, reason }: Pick<Refund, 'id' | 'cause' | 'reason'>,
      lines: readonly RefundLine[],
    ): Promise<void> {
      if (cause === 'surplus') return;
      const ids = new Set(lines.map(({ subOrderId }) => subOrderId));
      for (const invoice of await notes.creditable(tx, [...ids])) {
        const shares = lines
          .filter(({ subOrderId }) => subOrderId === invoice.subOrderId)
          .map(({ amount, platformDiscount, ...share }) => ({ ...share, amount: amount + platformDiscount }));
        await issue(tx, ctx, invoice, { cause, sourceId, reason, shares });
      }
    },

    /** A return was received that nothing was ever paid for. @param whole whether all of its sub-order came back */
    async ofUnpaidReturn(
      tx: Tx,
      ctx: Context,
      { id: sourceId, reason }: Pick<ReturnRequest, 'id' | 'reason'>,
      whole: boolean,
    ): Promise<void> {
      const returned = await notes.unpaidReturn(tx, sourceId);
      if (!returned) return;
      const shares = whole ? null : returned.shares;
      for (const invoice of await notes.creditable(tx, [returned.subOrderId]))
        await issue(tx, ctx, invoice, { cause: 'return', sourceId, reason, shares });
    },

    /** Nothing of a sub-order was delivered and nothing paid: what is left of its invoice, its shipping, is credited. */
    async ofUndelivered(
      tx: Tx,
      ctx: Context,
      { id: sourceId, subOrderId, reason }: { id: string; subOrderId: string; reason: string },
    ): Promise<void> {
      for (const invoice of await notes.creditable(tx, [subOrderId]))
        await issue(tx, ctx, invoice, { cause: 'return', sourceId, reason, shares: null });
    },

    /** An invoice was issued after money had gone back: the notes that it has none of. */
    async outstanding(tx: Tx, ctx: Context, subOrderId: string): Promise<void> {
      const due = await notes.outstanding(tx, subOrderId);
      if (due.length === 0) return;
      for (const invoice of await notes.creditable(tx, [subOrderId]))
        for (const note of due) await issue(tx, ctx, invoice, note);
    },
  };
});

export type CreditNotes = ReturnType<typeof createCreditNotes>;
