import { readInvoiceSource } from '#db/invoices/invoice-source.query.js';
import type { InvoiceRow, InvoicesRepository } from '#db/invoices/invoices.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import { buildSnapshot, type InvoiceSource } from '#domain/invoices/build-snapshot.js';
import { financialYear } from '#domain/invoices/financial-year.js';
import { layoutInvoice } from '#domain/invoices/invoice-document.js';
import { InvoiceRuleError } from '#domain/invoices/invoice-rule-error.js';
import { invoicesEvents } from '#domain/invoices/invoices.events.js';
import { invoiceSettings } from '#domain/invoices/invoices.settings.js';
import { fileSerial, formatSerial, type SerialParts } from '#domain/invoices/serial.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { Platform } from '#operations/platform.js';

/** One rendering that is due. */
export interface InvoiceRevision {
  invoiceId: string;
  orderId: string;
  revision: number;
}

type Deps = Pick<Platform, 'unitOfWork' | 'outbox' | 'live' | 'operations' | 'settings' | 'clock'> & {
  invoices: InvoicesRepository;
};

/** Stands in for the pictures of the settings, which have no say in whether an invoice may be issued. */
const PLAIN_TEMPLATE = {
  title: '',
  logoUrl: null,
  currencySymbol: '',
  declarationText: '',
  customerCareLines: [],
  showAuthorizedSignatory: false,
  authorizedSignatoryLabel: '',
  authorizedSignatoryImage: null,
  showQr: false,
  qrImage: null,
  footerNote: '',
};

/** The steps of an invoice on our own database. */
export function createInvoicesActivities(deps: Deps) {
  const { unitOfWork, outbox, live, settings, clock, invoices } = deps;
  const mails = deps.operations.invoiceMails;
  const context = (origin: Origin) => systemContext(origin, clock.now());

  /** Numbers and freezes the invoice. Every rule is checked before a number is taken, so that none is wasted. */
  async function issue(tx: Tx, origin: Origin, row: InvoiceRow, source: InvoiceSource): Promise<void> {
    const timeZone = settings.get(storeSettings.timeZone);
    const issuedAt = clock.now();
    const snapshot = buildSnapshot(source, issuedAt, timeZone);
    layoutInvoice(snapshot, 'INV/0000/000001', PLAIN_TEMPLATE);
    const year = financialYear(issuedAt, timeZone);
    const serial: SerialParts = {
      prefix: settings.get(invoiceSettings.numberPrefix),
      financialYear: year,
      sequence: await invoices.nextSequence(tx, row.vendorId, year),
    };
    await invoices.issue(tx, row.id, serial, snapshot);
    const withoutHsn = snapshot.lines.filter((line) => !line.hsnCode);
    const { vendorId, orderId, orderVendorId } = row;
    const { orderNumber } = source;
    outbox.append(tx, origin, invoicesEvents.issued, orderVendorId, {
      ...{ orderId, orderNumber, orderVendorId, vendorId },
      invoiceNumber: fileSerial(serial),
      linesWithoutHsn: withoutHsn.length,
    });
    await mails.hsnMissing(tx, origin, {
      ...{ vendorId, orderNumber, issuedAt, timeZone },
      invoiceNumber: formatSerial(serial),
      titles: withoutHsn.map((line) => line.title),
    });
  }

  return {
    /**
     * Makes sure that the invoice has its number and its frozen content, and says which revision is to be rendered:
     * null when nothing is left to do, `problem` when the rules forbid the invoice (it is marked failed then).
     */
    async issueInvoice(input: {
      orderVendorId: string;
      origin: Origin;
    }): Promise<InvoiceRevision | { problem: string } | null> {
      return unitOfWork.run(context(input.origin), async (tx) => {
        const row = await invoices.lock(tx, input.orderVendorId);
        if (!row || row.status !== 'pending' || row.doneRev >= row.requestedRev) return null;
        const todo = { invoiceId: row.id, orderId: row.orderId, revision: row.requestedRev };
        if (row.sequence !== null) return todo;
        const source = await readInvoiceSource(tx, input.orderVendorId);
        if (!source) return null;
        try {
          await issue(tx, input.origin, row, source);
          return todo;
        } catch (error) {
          if (!(error instanceof InvoiceRuleError)) throw error;
          await invoices.fail(tx, { id: row.id, revision: row.requestedRev, error: error.message });
          await live.publish(tx, 'invoice', row.orderId);
          return { problem: error.message };
        }
      });
    },

    /** Notes the stored document of a revision and tells whoever waits for it. */
    async completeInvoice(
      input: InvoiceRevision & { storageKey: string; fileSize: number; origin: Origin },
    ): Promise<void> {
      const { invoiceId: id, orderId, revision, storageKey, fileSize } = input;
      await unitOfWork.run(context(input.origin), async (tx) => {
        if (await invoices.complete(tx, { id, revision, storageKey, fileSize })) {
          await live.publish(tx, 'invoice', orderId);
        }
      });
    },

    /** Notes why a revision could not be rendered and tells whoever waits for it. */
    async failInvoice(input: InvoiceRevision & { error: string; origin: Origin }): Promise<void> {
      const { invoiceId: id, orderId, revision, error } = input;
      await unitOfWork.run(context(input.origin), async (tx) => {
        if (await invoices.fail(tx, { id, revision, error })) await live.publish(tx, 'invoice', orderId);
      });
    },

    /** Notes why nobody renders what is pending of a part's invoice, whether it has its number or not. */
    async failPendingInvoice(input: { orderVendorId: string; error: string; origin: Origin }): Promise<void> {
      const { orderVendorId, error, origin } = input;
      await unitOfWork.run(context(origin), async (tx) => {
        const orderId = await invoices.failPending(tx, { orderVendorId, error });
        if (orderId !== undefined) await live.publish(tx, 'invoice', orderId);
      });
    },
  };
}

export type InvoicesActivities = ReturnType<typeof createInvoicesActivities>;
