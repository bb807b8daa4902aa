import { randomInt } from 'node:crypto';
import { newId } from '#lib/ids.js';
import { addressOf } from '../_support/vendors.js';
import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const invoicesEntities: EntityFactories = {
  creditNote: async ({ container, rows, vendor }) => {
    const row = await insertedRow(container, 'invoices_credit_notes', {
      orderId: rows.get('order')?.id,
      subOrderId: rows.get('subOrder')?.id,
      vendorId: vendor.vendorId,
      cause: 'refund',
      sourceId: newId(),
      prefix: 'CN',
      financialYear: '2627',
      sequence: randomInt(1, 10_000_000),
      amount: 100,
      tax: 0,
      issuedAt: new Date(),
      snapshot: JSON.stringify({
        reason: 'Damaged',
        taxAdjusted: true,
        currency: 'INR',
        invoice: { number: 'INV/2627/000001', issuedAt: new Date().toISOString() },
        seller: { gstin: null, stateCode: '27' },
        buyer: { name: 'Asha Rao' },
        placeOfSupply: '27',
        billingAddress: addressOf(),
        shippingAddress: addressOf(),
        issuedAt: new Date().toISOString(),
        timeZone: 'Asia/Kolkata',
        lines: [],
        shipping: 0,
        totals: { taxableValue: 0, tax: 0, shipping: 0, grandTotal: 0 },
      }),
    });
    const storageKey = `credit-notes/${row.id}.pdf`;
    const file = Buffer.from('%PDF-1.7\n%%EOF\n');
    await container.storage.put(storageKey, file, { contentType: 'application/pdf' });
    const document = { creditNoteId: row.id, storageKey, fileSize: file.byteLength, doneRev: 1 };
    await container.knex('invoices_credit_note_documents').insert(document);
    return row;
  },
  commissionInvoice: async ({ container, vendor }) => {
    // A vendor has one document for each month.
    const month = `${randomInt(2_000, 9_999)}-${String(randomInt(1, 13)).padStart(2, '0')}-01`;
    const row = await insertedRow(container, 'invoices_commission', {
      vendorId: vendor.vendorId,
      month,
      kind: 'invoice',
      taxableValue: 1_000,
      tax: 180,
      prefix: 'COM',
      financialYear: '2627',
      sequence: randomInt(1, 10_000_000),
      issuedAt: new Date(),
      snapshot: JSON.stringify({ currency: 'INR' }),
    });
    const storageKey = `commission-invoices/${row.id}.pdf`;
    const file = Buffer.from('%PDF-1.7\n%%EOF\n');
    await container.storage.put(storageKey, file, { contentType: 'application/pdf' });
    const document = { commissionInvoiceId: row.id, storageKey, fileSize: file.byteLength, doneRev: 1 };
    await container.knex('invoices_commission_documents').insert(document);
    return row;
  },
};
