import { createLedgerRepository } from '#db/ledger/ledger.repository.js';
import { createTcsSuppliesRepository, type TcsBooks } from '#db/ledger/tcs-supplies.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { readVendorCollected } from '#db/shipping/vendor-collected.query.js';
import type { Context } from '#domain/_shared/context.js';
import { commissionSettings } from '#domain/invoices/commission.settings.js';
import type { CreditNoteSnapshot } from '#domain/invoices/credit-note-snapshot.js';
import { creditNoteDocument, invoiceDocument } from '#domain/invoices/gst-return-document.js';
import type { InvoiceSnapshot } from '#domain/invoices/invoice-snapshot.js';
import { entriesOf, type LedgerTransaction, netOf, NO_FIGURES } from '#domain/ledger/ledger.js';
import { ledgerSettings } from '#domain/ledger/ledger.settings.js';
import { tcsOn, tcsReversalOf, type TcsSupply, tcsSupplyOf } from '#domain/ledger/tcs-supply.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { collectTcs } from './collect-tcs.js';
import { isPostedWithSupply } from './tcs-day.js';

interface Posted {
  /** The invoice or credit note. */
  id: string;
  subOrderId: string;
  orderId: string;
  vendorId: string;
  issuedAt: Date;
}

/**
 * Posts the tax collected at source with the supply (CGST Act 2017, section 52): with the invoice on what it supplies, with each credit
 * note back. Documents, GSTR-8 and table 14(a) of the supplier then have one date. Nothing is posted where the vendor takes the cash
 * itself, where taxes are not withheld, and of sales that the tax was withheld from before the day of `tax.tcs_by_supply_from`.
 */
export const createTcsPosting = builtOnce(({ settings }: Pick<OperationDeps, 'settings'>) => {
  const ledger = createLedgerRepository();
  const supplies = createTcsSuppliesRepository();

  async function post(
    tx: Tx,
    ctx: Context,
    of: Posted,
    {
      kind,
      accrued,
      supply,
      books,
    }: { kind: 'tcs' | 'tcs_reversed'; accrued: number; supply: TcsSupply; books: TcsBooks },
    operatorGstin: string | null,
  ): Promise<void> {
    const figures = { ...NO_FIGURES, tcs: accrued };
    const draft: LedgerTransaction = {
      ...figures,
      id: newId(),
      kind,
      sourceId: of.id,
      vendorId: of.vendorId,
      orderId: of.orderId,
      subOrderId: of.subOrderId,
      paymentId: null,
      providerId: null,
      net: netOf(figures),
      reason: null,
      actor: ctx.actor,
      postedAt: of.issuedAt,
    };
    const timeZone = settings.get(storeSettings.timeZone);
    const [transaction = draft] = await collectTcs(tx, [draft], { at: of.issuedAt, timeZone });
    await ledger.post(tx, [{ transaction, entries: entriesOf(transaction) }]);
    const { registered, within, taxableValue, igst, cgst, sgst, cess } = supply;
    await supplies.insert(tx, {
      transactionId: transaction.id,
      vendorId: of.vendorId,
      operatorGstin,
      supplierGstin: books.supplierGstin ?? '',
      registered,
      within,
      taxableValue,
      igst,
      cgst,
      sgst,
      cess,
      postedAt: of.issuedAt,
    });
  }

  /** The registration of the operator in the State of the supplier; the ordinary one where none is set. */
  function registrationOf({ supplierGstin, supplierState }: TcsBooks): string | null {
    const state = supplierGstin?.slice(0, 2) ?? supplierState ?? '';
    return (
      settings.get(commissionSettings.tcsGstins)[state] ?? (settings.get(commissionSettings.gstin) || null)
    );
  }

  return {
    async ofInvoice(tx: Tx, ctx: Context, of: Posted, snapshot: InvoiceSnapshot): Promise<void> {
      if (!settings.get(ledgerSettings.withholdTaxes) || !isPostedWithSupply(settings, of.issuedAt)) return;
      const books = await supplies.booksOf(tx, of.subOrderId);
      if (books.supplierGstin === null || books.withheldFromSale || books.collected) return;
      const supply = tcsSupplyOf(invoiceDocument(snapshot, '', books.exempt), books);
      const accrued = tcsOn(supply.taxableValue, settings.get(ledgerSettings.tcsBasisPoints));
      if (supply.taxableValue === 0) return;
      if (books.payOnDelivery && (await readVendorCollected(tx, [of.subOrderId])).size > 0) return;
      await post(tx, ctx, of, { kind: 'tcs', accrued, supply, books }, registrationOf(books));
    },

    async ofCreditNote(tx: Tx, ctx: Context, of: Posted, snapshot: CreditNoteSnapshot): Promise<void> {
      const books = await supplies.booksOf(tx, of.subOrderId);
      const { collected, reversed } = books;
      if (!collected) return;
      const composition = snapshot.seller.composition ?? false;
      const supply = tcsSupplyOf(creditNoteDocument(snapshot, '', 0, new Map()), { composition });
      if (supply.taxableValue === 0) return;
      const accrued = -tcsReversalOf(collected, reversed, supply.taxableValue);
      await post(tx, ctx, of, { kind: 'tcs_reversed', accrued, supply, books }, collected.operatorGstin);
    },
  };
});
