import { commissionDocuments } from '#db/invoices/commission-documents-tables.js';
import {
  createCommissionInvoicesRepository,
  type InvoicedVendor,
  type MonthRange,
} from '#db/invoices/commission-invoices.repository.js';
import { lockSeries, OPERATOR } from '#db/invoices/series.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { HOME_COUNTRY } from '#domain/_shared/address.js';
import type { Context } from '#domain/_shared/context.js';
import { buildCommissionInvoice } from '#domain/invoices/build-commission-invoice.js';
import type { CommissionMonth, CommissionParty } from '#domain/invoices/commission-invoice.js';
import { layoutCommissionInvoice } from '#domain/invoices/commission-invoice-document.js';
import { commissionSettings } from '#domain/invoices/commission.settings.js';
import { financialYear } from '#domain/invoices/financial-year.js';
import { printAddress } from '#domain/invoices/invoice-parties.js';
import { invoicesEvents } from '#domain/invoices/invoices.events.js';
import { fileSerial, formatSerial } from '#domain/invoices/serial.js';
import { ledgerSettings } from '#domain/ledger/ledger.settings.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { stateCodeOfGstin } from '#domain/tax/gstin.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { PLAIN_TEMPLATE } from './plain-template.js';

type Deps = Pick<OperationDeps, 'numbers' | 'outbox' | 'settings'>;

/** Numbers and freezes the operator's invoice of a vendor's month. */
export const createCommissionInvoices = builtOnce(({ numbers, outbox, settings }: Deps) => {
  const invoices = createCommissionInvoicesRepository();

  /** The operator as it is named; null until its name and address are set. Without a GSTIN it charges no GST. */
  function operator(): CommissionParty | null {
    const [name, gstin] = [
      settings.get(commissionSettings.legalName),
      settings.get(commissionSettings.gstin),
    ];
    const addressLines = settings.get(commissionSettings.addressLines);
    return name === '' || addressLines.length === 0
      ? null
      : { name, gstin: gstin === '' ? null : gstin, addressLines };
  }

  return {
    /** Whether the settings say who issues. */
    canIssue: () => operator() !== null,

    /**
     * @param month of a supplementary document the last of those that it covers
     * @returns false where the month was invoiced before, and where nothing is to be invoiced
     */
    async issue(
      tx: Tx,
      ctx: Context,
      month: Pick<MonthRange, 'firstDay'>,
      { vendorId, ...due }: CommissionMonth,
      supplementary?: { months: readonly string[] },
    ): Promise<boolean> {
      const issuer = operator();
      if (!issuer) return false;
      const vendor = await invoices.lockVendor(tx, vendorId);
      if (!supplementary && (await invoices.isIssued(tx, vendorId, month.firstDay))) return false;
      const latest = await invoices.latestInvoice(tx, vendorId);
      const timeZone = settings.get(storeSettings.timeZone);
      const basisPoints = settings.get(ledgerSettings.commissionGstBasisPoints);
      // Read again under the lock of the vendor: another run may have issued it meanwhile.
      const sums = supplementary
        ? (await invoices.leftOut(tx, { ...supplementary, timeZone, vendorId }, null, 1, basisPoints))[0]
        : due;
      if (!sums) return false;
      const first = supplementary?.months[0]?.slice(0, 7);
      const build = (issuedAt: Date) =>
        buildCommissionInvoice(sums, {
          operator: issuer,
          operatorState: issuer.gstin ? (stateCodeOfGstin(issuer.gstin) ?? '') : '',
          ...(first ? { supplementaryFrom: first } : {}),
          vendor: vendorParty(vendor),
          stateOfSupply: stateOf(vendor),
          month: month.firstDay.slice(0, 7),
          issuedAt,
          timeZone,
          currency: settings.get(storeSettings.currency),
          serviceCode: settings.get(commissionSettings.serviceCode),
          basisPoints,
          against: latest ? { number: formatSerial(latest), issuedAt: latest.issuedAt.toISOString() } : null,
        });
      const draft = build(ctx.now);
      if (!draft) return false;
      // Every rule is checked before a number is taken, so that none is wasted.
      layoutCommissionInvoice(draft, 'COM/0000/000001', PLAIN_TEMPLATE);
      const { kind, taxableValue, total } = draft;
      const issuedAt = await lockSeries(tx, OPERATOR, `commission_${kind}`);
      const snapshot = build(issuedAt) ?? draft;
      const year = financialYear(issuedAt, timeZone);
      const prefix = settings.get(
        kind === 'invoice' ? commissionSettings.invoicePrefix : commissionSettings.creditNotePrefix,
      );
      const serial = {
        prefix,
        financialYear: year,
        sequence: await numbers.next(tx, { counter: 'commission', of: kind, financialYear: year }),
      };
      const id = newId();
      await invoices.insert(tx, {
        ...serial,
        id,
        vendorId,
        month: month.firstDay,
        kind,
        taxableValue,
        tax: total - taxableValue,
        snapshot,
        issuedAt,
        supplementary: supplementary !== undefined,
      });
      await commissionDocuments.request(tx, [{ commissionInvoiceId: id }]);
      outbox.append(tx, ctx, invoicesEvents.commissionInvoiceIssued, vendorId, {
        commissionInvoiceId: id,
        vendorId,
        kind,
        month: snapshot.month,
        amount: total,
        commissionInvoiceNumber: fileSerial(serial),
      });
      return true;
    },
  };
});

function vendorParty({ displayName, legalName, gstin, address }: InvoicedVendor): CommissionParty {
  return { name: legalName ?? displayName, gstin, addressLines: address ? printAddress(address) : [] };
}

/** Of a registered recipient the state of its registration, else that of its address. */
function stateOf({ gstin, stateCode, address }: InvoicedVendor): string | null {
  if (gstin) return stateCodeOfGstin(gstin) ?? stateCode;
  if (address && address.country !== HOME_COUNTRY) return null;
  return stateCode ?? address?.stateCode ?? '';
}
