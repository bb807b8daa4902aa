import { readInvoiceSource } from '#db/invoices/invoice-source.query.js';
import type { InvoicesRepository } from '#db/invoices/invoices.repository.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import { invoicesEvents } from '#domain/invoices/invoices.events.js';
import { InvoiceRuleError } from '#domain/invoices/invoice-rule-error.js';
import type { Platform } from '#operations/platform.js';

/** One rendering that is due. */
export interface InvoiceRevision {
  invoiceId: string;
  orderId: string;
  revision: number;
}

type Deps = Pick<Platform, 'unitOfWork' | 'live' | 'operations' | 'clock' | 'outbox'> & {
  invoices: InvoicesRepository;
};

/** The steps of an invoice on our own database. */
export function createInvoicesActivities(deps: Deps) {
  const { unitOfWork, live, clock, outbox, invoices } = deps;
  const issue = deps.operations.issueInvoice;
  const context = (origin: Origin) => systemContext(origin, clock.now());

  return {
    /**
     * Makes sure that the invoice has its number and its frozen content, and says which revision is to be rendered:
     * null when nothing is left to do, `problem` when the rules forbid the invoice (it is marked failed then).
     */
    async issueInvoice(input: {
      subOrderId: string;
      origin: Origin;
    }): Promise<InvoiceRevision | { problem: string } | null> {
      return unitOfWork.run(context(input.origin), async (tx) => {
        // Before the invoice, as refunds and cancellations do: none of them falls between the issue and its credit notes.
        await invoices.lockOrder(tx, input.subOrderId);
        const row = await invoices.lock(tx, input.subOrderId);
        if (!row || row.status !== 'pending' || row.doneRev >= row.requestedRev) return null;
        const todo = { invoiceId: row.id, orderId: row.orderId, revision: row.requestedRev };
        if (row.sequence !== null) return todo;
        const source = await readInvoiceSource(tx, input.subOrderId);
        if (!source) return null;
        try {
          await issue(tx, context(input.origin), row, source);
          return todo;
        } catch (error) {
          if (!(error instanceof InvoiceRuleError)) throw error;
          await invoices.fail(tx, { id: row.id, revision: row.requestedRev, error: error.message });
          await live.publish(tx, 'invoice', row.orderId);
          return { problem: error.message };
        }
      });
    },

    /** Records the stored document of a revision and notifies the requests that wait for it. */
    async completeInvoice(
      input: InvoiceRevision & { storageKey: string; fileSize: number; origin: Origin },
    ): Promise<void> {
      const { invoiceId: id, orderId, revision, storageKey, fileSize } = input;
      await unitOfWork.run(context(input.origin), async (tx) => {
        if (!(await invoices.complete(tx, { id, revision, storageKey, fileSize }))) return;
        await live.publish(tx, 'invoice', orderId);
        const invoice = await invoices.find(tx, id);
        if (!invoice) return;
        const { subOrderId: orderVendorId, vendorId } = invoice;
        outbox.append(tx, context(input.origin), invoicesEvents.ready, orderVendorId, {
          invoiceId: id,
          orderId,
          orderVendorId,
          vendorId,
        });
      });
    },

    /** Records why a revision could not be rendered and notifies the requests that wait for it. */
    async failInvoice(input: InvoiceRevision & { error: string; origin: Origin }): Promise<void> {
      const { invoiceId: id, orderId, revision, error } = input;
      await unitOfWork.run(context(input.origin), async (tx) => {
        if (await invoices.fail(tx, { id, revision, error })) await live.publish(tx, 'invoice', orderId);
      });
    },

    /** Records why nobody renders what is pending of a sub-order's invoice, whether it has its number or not. */
    async failPendingInvoice(input: { subOrderId: string; error: string; origin: Origin }): Promise<void> {
      const { subOrderId, error, origin } = input;
      await unitOfWork.run(context(origin), async (tx) => {
        const orderId = await invoices.failPending(tx, { subOrderId, error });
        if (orderId !== undefined) await live.publish(tx, 'invoice', orderId);
      });
    },
  };
}

export type InvoicesActivities = ReturnType<typeof createInvoicesActivities>;
