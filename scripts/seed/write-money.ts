import { type CounterOf, createCountersRepository } from '#db/invoices/counters.repository.js';
import { createCreditNotesRepository } from '#db/invoices/credit-notes.repository.js';
import { readInvoiceSource } from '#db/invoices/invoice-source.query.js';
import { createInvoiceNumbers } from '#db/invoices/invoices.repository.js';
import { createLedgerRepository } from '#db/ledger/ledger.repository.js';
import { createPayoutsRepository } from '#db/payouts/payouts.repository.js';
import { createReturnsRepository } from '#db/returns/returns.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { buildCreditNote } from '#domain/invoices/build-credit-note.js';
import { buildSnapshot } from '#domain/invoices/build-snapshot.js';
import { financialYear } from '#domain/invoices/financial-year.js';
import { fileSerial, formatSerial } from '#domain/invoices/serial.js';
import { entriesOf, NO_FIGURES } from '#domain/ledger/ledger.js';
import type { Payout } from '#domain/payouts/payout.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { Container } from '#runtime/container.js';
import { createPastLedger } from './post-past-sales.js';
import type { MoneyPlan, PlannedInvoice, PlannedPayout, PlannedReturn } from './plan-money.js';

const timeZone = storeSettings.timeZone.default;
const HOLD_MS = 7 * 24 * 60 * 60 * 1_000;
const bank = {
  accountHolder: 'Demo account',
  accountNumber: '001122334455',
  ifsc: 'HDFC0001234',
  pan: 'AAPFU0939F',
};

/** Writes the books of the past: sales and refunds, returns, credit notes, payouts. Nobody is notified of them. */
export async function writeMoney(
  tx: Tx,
  ctx: Context,
  plan: MoneyPlan,
  { keyring }: Pick<Container, 'keyring'>,
): Promise<void> {
  await writeReturns(tx, plan.returns);
  const next = createPastLedger();
  for (let after: string | null = null; ;) {
    const batch: { last: string } | null = await next(tx, ctx, after);
    if (!batch) break;
    after = batch.last;
  }
  for (const invoice of plan.invoices) await writeInvoice(tx, invoice);
  for (const payout of plan.payouts) await writePayout(tx, ctx, payout, keyring);
}

async function writeReturns(tx: Tx, planned: readonly PlannedReturn[]): Promise<void> {
  const returns = createReturnsRepository();
  for (const { subOrder, line, refundId, receivedAt, note, ...request } of planned) {
    const isBack = receivedAt !== null;
    const { orderId, id: subOrderId, vendorId } = subOrder;
    const lines = [{ lineId: line.id, quantity: line.quantity, sellable: isBack ? false : null }];
    await returns.insert(tx, {
      ...request,
      orderId,
      subOrderId,
      vendorId,
      origin: 'buyer',
      shipmentId: null,
      refundTo: 'original',
      lines,
    });
    await returns.move(tx, request.id, [request.status], { note, refundId, receivedAt });
    if (isBack) await tx('orders_lines').where({ id: line.id }).update({ returnedQuantity: line.quantity });
  }
}

/** Without a mark in the file storage: demo data are loaded in one transaction, and the first number after them marks all. */
async function nextSequence(tx: Tx, counter: CounterOf, of: string, year: string): Promise<number> {
  const { lastSequence } = await createCountersRepository().next(tx, { counter, of, financialYear: year });
  return lastSequence;
}

/** An issued invoice that nobody has printed, with a credit note for each refund of its sub-order. */
async function writeInvoice(tx: Tx, { id, subOrder, issuedAt, newNoteId }: PlannedInvoice): Promise<void> {
  const invoices = createInvoiceNumbers();
  const source = await readInvoiceSource(tx, subOrder.id);
  if (!source) throw new Error('A sub-order of the demo data is gone');
  const year = financialYear(issuedAt, timeZone);
  const snapshot = buildSnapshot(source, issuedAt, timeZone);
  const { orderId, vendorId } = subOrder;
  await tx('invoices').insert({ id, subOrderId: subOrder.id, orderId, vendorId, status: 'requested' });
  const sequence = await nextSequence(tx, 'invoice', vendorId, year);
  const serial = { prefix: 'INV', financialYear: year, sequence };
  await invoices.issue(tx, id, serial, snapshot);
  await writeNotes(tx, subOrder.id, newNoteId);
}

async function writeNotes(tx: Tx, subOrderId: string, newNoteId: () => string): Promise<void> {
  const notes = createCreditNotesRepository();
  const [invoice] = await notes.creditable(tx, [subOrderId]);
  if (!invoice) return;
  for (const { cause, sourceId, reason, shares } of await notes.outstanding(tx, subOrderId)) {
    const issuedAt = await instantOf(tx, sourceId);
    const number = formatSerial(invoice);
    const earlier = invoice.notes.map((issued) => issued.snapshot);
    const snapshot = buildCreditNote({ ...invoice, number }, earlier, { cause, reason, issuedAt, shares });
    if (!snapshot) continue;
    const { vendorId, orderId } = invoice;
    const year = financialYear(issuedAt, timeZone);
    const serial = {
      prefix: 'CN',
      financialYear: year,
      sequence: await nextSequence(tx, 'creditNote', vendorId, year),
    };
    const id = newNoteId();
    const { grandTotal: amount, tax } = snapshot.totals;
    const of = { subOrderId, orderId, vendorId };
    await notes.insert(tx, { id, ...of, ...serial, cause, sourceId, amount, tax, snapshot, issuedAt });
    // As after a file that was lost: it is printed when somebody downloads it.
    const storageKey = `credit-notes/${vendorId}/${fileSerial(serial)}.pdf`;
    await tx('invoices_credit_note_documents').insert({ creditNoteId: id, storageKey, doneRev: 1 });
    invoice.notes.push({ sourceId, snapshot });
  }
}

/** When a refund was processed, or a sub-order cancelled. */
async function instantOf(tx: Tx, sourceId: string): Promise<Date> {
  const { rows } = await tx.raw<{ rows: { at: Date }[] }>(
    `select processed_at as at from payments_refunds where id = ?
     union all select coalesce(sub_order.cancelled_at, o.cancelled_at)
     from orders_sub_orders sub_order join orders o on o.id = sub_order.order_id where sub_order.id = ?`,
    [sourceId, sourceId],
  );
  if (!rows[0]) throw new Error('A refund of the demo data is gone');
  return rows[0].at;
}

async function writePayout(
  tx: Tx,
  ctx: Context,
  planned: PlannedPayout,
  keyring: Container['keyring'],
): Promise<void> {
  const { id, vendorId, until, createdAt, end, endedAt, reference, transactionId, newEntryId } = planned;
  const payouts = createPayoutsRepository();
  const currency = storeSettings.currency.default;
  const row = { id, vendorId, currency, until, createdAt, bank: keyring.encrypt(JSON.stringify(bank)) };
  const cutOff = new Date(createdAt.getTime() - HOLD_MS);
  const amount = await payouts.create(tx, row, { cutOff, minimum: 1, actor: ctx.actor });
  if (amount < 1) throw new Error('A vendor of the demo data has nothing to be paid');
  if (end === 'failed') {
    const failed: Partial<Payout> = { status: 'failed', failureReason: 'The account does not exist' };
    await payouts.move(tx, id, ['pending'], { ...failed, failedAt: endedAt });
    await payouts.release(tx, id, endedAt);
  }
  if (end !== 'paid') return;
  await payouts.move(tx, id, ['pending'], { status: 'paid', reference, paidAt: endedAt });
  const transaction = {
    ...NO_FIGURES,
    id: transactionId,
    kind: 'payout' as const,
    sourceId: id,
    vendorId,
    orderId: null,
    subOrderId: null,
    paymentId: null,
    providerId: null,
    net: -amount,
    reason: null,
    actor: ctx.actor,
    postedAt: endedAt,
  };
  const entries = entriesOf(transaction).map((entry) => ({ ...entry, id: newEntryId() }));
  await createLedgerRepository().post(tx, [{ transaction, entries }]);
  const storageKey = `payouts/${vendorId}/${id}.pdf`;
  await tx('payouts_statements').insert({ payoutId: id, storageKey, doneRev: 1 });
}
