import { systemContext } from '#domain/_shared/context.js';
import type { CreditNoteSnapshot } from '#domain/invoices/credit-note-snapshot.js';
import { issueAt } from '../_support/invoice-clock.js';
import type { Container } from '#runtime/container.js';

/** Issues the invoice of a sub-order without rendering it. @param at needs `holdInvoiceClock` @returns its number */
export async function issueInvoiceOf(
  { unitOfWork, operations }: Container,
  subOrderId: string,
  at?: Date,
): Promise<string> {
  const ctx = systemContext({ name: 'test' }, at ?? new Date());
  const number = await unitOfWork.run(ctx, async (tx) => {
    await tx.raw(
      'select o.id from orders o join orders_sub_orders p on p.order_id = o.id where p.id = ? for update of o',
      [subOrderId],
    );
    if (at) await issueAt(tx, at);
    return operations.invoiceNumberOf(tx, ctx, subOrderId);
  });
  if (number === null) throw new Error('The invoice of the sub-order breaks a rule');
  return number;
}

export interface NoteRow {
  id: string;
  cause: string;
  sourceId: string;
  vendorId: string;
  prefix: string;
  financialYear: string;
  sequence: number;
  amount: number;
  tax: number;
  snapshot: CreditNoteSnapshot;
}

export async function notesOf({ knex }: Container, subOrderId: string): Promise<NoteRow[]> {
  return (await knex('invoices_credit_notes').where({ subOrderId }).orderBy('id')) as NoteRow[];
}
