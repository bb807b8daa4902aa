import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildCreditNote } from '#domain/invoices/build-credit-note.js';
import type { CreditedShare } from '#domain/invoices/credited-share.js';
import { layoutCreditNote } from '#domain/invoices/credit-note-document.js';
import type { CreditNoteSnapshot } from '#domain/invoices/credit-note-snapshot.js';
import { taxAdjustableUntil } from '#domain/invoices/financial-year.js';
import { sumOf } from '#domain/invoices/sum-of.js';
import { makeSettings, makeSnapshot } from './invoice-factory.js';

const number = 'INV/2627/000001';
const invoiceOf = (snapshot = makeSnapshot()) => ({
  snapshot,
  number,
  lineIds: snapshot.lines.map((_line, index) => `line-${index}`),
});
const refund = (shares: CreditedShare[] | null, issuedAt = new Date('2026-12-01T06:00:00Z')) => ({
  cause: 'refund' as const,
  reason: 'Damaged',
  issuedAt,
  shares,
});
const taxOf = ({ lines }: CreditNoteSnapshot, type: string) =>
  sumOf(lines, ({ taxes }) => sumOf(taxes, (tax) => (tax.type === type ? tax.amount : 0)));

describe('a credit note', () => {
  it('of everything says what the invoice says, with its taxes split as there', () => {
    const invoice = invoiceOf(makeSnapshot({ shipping: 5_000, lines: [{ unitPrice: 10_005, quantity: 3 }] }));
    const note = buildCreditNote(invoice, [], refund(null));
    const { totals } = invoice.snapshot;
    expect(note).toMatchObject({
      totals: { tax: totals.tax, shipping: 5_000, grandTotal: totals.grandTotal },
      taxAdjusted: true,
      placeOfSupply: '29',
      invoice: { number },
    });
    // The odd subunit of the halves is on the central one, as on the invoice.
    expect(note && [taxOf(note, 'CGST'), taxOf(note, 'SGST')]).toEqual([
      Math.ceil(totals.tax / 2),
      Math.floor(totals.tax / 2),
    ]);
    expect(buildCreditNote(invoice, note ? [note] : [], refund(null))).toBeNull();
  });

  it('never exceeds the invoice with those before it, and the last one leaves nothing', () => {
    const lines = fc.array(
      fc.record({
        unitPrice: fc.integer({ min: 1, max: 100_000 }),
        quantity: fc.integer({ min: 1, max: 5 }),
        taxes: fc.constantFrom<{ type: string; rate: number }[]>(
          [],
          [{ type: 'GST', rate: 18 }],
          [
            { type: 'GST', rate: 12 },
            { type: 'CESS', rate: 3 },
          ],
        ),
      }),
      { minLength: 1, maxLength: 4 },
    );
    const steps = fc.array(
      fc.record({ line: fc.nat(4), part: fc.double({ min: 0, max: 1, noNaN: true }), quantity: fc.nat(2) }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        lines,
        fc.boolean(),
        fc.integer({ min: 0, max: 9_999 }),
        steps,
        (made, home, shipping, cuts) => {
          const placeOfSupply = home ? '29' : '27';
          const address = { ...makeSnapshot().shippingAddress, stateCode: placeOfSupply };
          const snapshot = makeSnapshot({ lines: made, shipping, placeOfSupply, shippingAddress: address });
          const invoice = invoiceOf(snapshot);
          const notes: CreditNoteSnapshot[] = [];
          const issue = (shares: CreditedShare[] | null) => {
            const note = buildCreditNote(invoice, notes, refund(shares));
            if (note) notes.push(note);
          };
          const gone = new Map<number, number>();
          for (const { line, part, quantity } of cuts) {
            const index = line % snapshot.lines.length;
            const of = snapshot.lines[index];
            const before = gone.get(index) ?? 0;
            if (!of || of.total === 0) continue;
            const amount = Math.floor((of.total - before) * part);
            gone.set(index, before + amount);
            issue([{ lineId: `line-${index}`, shippingLineId: null, quantity, amount, taxes: null }]);
          }
          issue(null);
          expect(sumOf(notes, (note) => note.totals.grandTotal)).toBe(snapshot.totals.grandTotal);
          expect(sumOf(notes, (note) => note.totals.tax)).toBe(snapshot.totals.tax);
          for (const note of notes) {
            expect(note.totals.grandTotal).toBeGreaterThan(0);
            for (const line of note.lines) {
              expect(line.taxableValue).toBeGreaterThanOrEqual(0);
              for (const { amount } of line.taxes) expect(amount).toBeGreaterThanOrEqual(0);
            }
            layoutCreditNote(note, 'CN/2627/000001', makeSettings());
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('after 30 November following the financial year of the invoice adjusts no tax, and says so', () => {
    const invoice = invoiceOf();
    const until = taxAdjustableUntil(new Date(invoice.snapshot.issuedAt), 'Asia/Kolkata');
    expect(until.toISOString()).toBe('2027-11-30T18:29:59.999Z');
    const last = buildCreditNote(invoice, [], refund(null, until));
    expect(last).toMatchObject({ taxAdjusted: true });
    const late = buildCreditNote(invoice, [], refund(null, new Date(until.getTime() + 1)));
    const { grandTotal } = invoice.snapshot.totals;
    expect(late).toMatchObject({
      taxAdjusted: false,
      totals: { tax: 0, taxableValue: grandTotal, grandTotal },
    });
    const view = late && layoutCreditNote(late, 'CN/2728/000001', makeSettings());
    expect(view?.notices.join(' ')).toContain('no adjustment of tax');
    expect(view?.taxHeadings).toEqual([]);
    const taken = layoutCreditNote(last as CreditNoteSnapshot, 'CN/2728/000001', makeSettings());
    expect(taken.notices.join(' ')).not.toContain('no adjustment');
  });

  it.each([
    ['2027-03-31T18:29:59Z', '2027-11-30T18:29:59.999Z'],
    ['2027-03-31T18:30:00Z', '2028-11-30T18:29:59.999Z'],
  ])('against an invoice of %s can adjust tax until %s', (invoiced, until) => {
    expect(taxAdjustableUntil(new Date(invoiced), 'Asia/Kolkata').toISOString()).toBe(until);
  });
});
