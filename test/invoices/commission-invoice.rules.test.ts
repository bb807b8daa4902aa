import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildCommissionInvoice, type CommissionInput } from '#domain/invoices/build-commission-invoice.js';
import { layoutCommissionInvoice } from '#domain/invoices/commission-invoice-document.js';
import { PLAIN_TEMPLATE } from '#operations/invoices/plain-template.js';

const input: CommissionInput = {
  operator: {
    name: 'Haat Marketplace LLP',
    gstin: '27AAPFU0939F1ZV',
    addressLines: ['1 Hill Road', 'Mumbai 400050'],
  },
  operatorState: '27',
  vendor: {
    name: 'Kaveri Textiles LLP',
    gstin: '29AAGCB7383J1Z4',
    addressLines: ['2 MG Road', 'Bengaluru 560001'],
  },
  stateOfSupply: '29',
  month: '2026-10',
  issuedAt: new Date('2026-10-31T21:00:00Z'),
  timeZone: 'Asia/Kolkata',
  currency: 'INR',
  serviceCode: '996211',
  basisPoints: 1_800,
  against: { number: 'COM/2627/000007', issuedAt: '2026-09-30T21:00:00.000Z' },
};

describe('the commission invoice of a month', () => {
  it('names both parties, the service code and the period, with integrated tax between states', () => {
    const snapshot = buildCommissionInvoice(
      { commission: 100_000, tax: 18_000, postings: 4, untaxed: 0 },
      input,
    );
    expect(snapshot).toMatchObject({
      kind: 'invoice',
      taxableValue: 100_000,
      total: 118_000,
      against: null,
      taxes: [{ type: 'IGST', rate: 18, amount: 18_000 }],
    });
    if (!snapshot) throw new Error('There is a document');
    const view = layoutCommissionInvoice(snapshot, 'COM/2627/000008', PLAIN_TEMPLATE);
    expect(view.details).toEqual([
      { label: 'Invoice no.', value: 'COM/2627/000008' },
      { label: 'Invoice date', value: '01 Nov 2026' },
      { label: 'Period', value: 'October 2026' },
    ]);
    expect(view).toMatchObject({
      title: 'Tax Invoice',
      seller: { name: 'Haat Marketplace LLP', details: [{ label: 'GSTIN', value: '27AAPFU0939F1ZV' }] },
      billTo: { details: [{ label: 'GSTIN', value: '29AAGCB7383J1Z4' }] },
      shipTo: { name: 'October 2026', addressLines: ['01 Oct 2026 to 31 Oct 2026'] },
      grandTotal: { value: '1,180.00' },
    });
    expect(view.rows).toMatchObject([{ hsn: 'SAC 996211', taxableValue: '1,000.00', total: '1,180.00' }]);
    expect(view.supply[0]).toEqual({ label: 'Place of supply', value: 'Karnataka (29)' });
  });

  it('within a state has central and state tax, and names the rate that the month had', () => {
    const sums = { commission: 100_000, tax: 12_001, postings: 1, untaxed: 0 };
    const snapshot = buildCommissionInvoice(sums, { ...input, stateOfSupply: '27' });
    expect(snapshot?.taxes).toEqual([
      { type: 'CGST', rate: 6, amount: 6_001 },
      { type: 'SGST', rate: 6, amount: 6_000 },
    ]);
  });

  it('whose refunds took more back is a credit note against the invoice before it', () => {
    const snapshot = buildCommissionInvoice(
      { commission: -50_000, tax: -9_000, postings: 2, untaxed: 0 },
      input,
    );
    expect(snapshot).toMatchObject({ kind: 'credit_note', taxableValue: 50_000, total: 59_000 });
    if (!snapshot) throw new Error('There is a document');
    const view = layoutCommissionInvoice(snapshot, 'COMC/2627/000001', PLAIN_TEMPLATE);
    expect([view.title, view.grandTotal.label]).toEqual(['Credit Note', 'Credited']);
    expect(view.details).toContainEqual({ label: 'Against invoice', value: 'COM/2627/000007' });
  });

  it('of nothing is none, and any other adds up to the ledger', () => {
    expect(buildCommissionInvoice({ commission: 0, tax: 0, postings: 2, untaxed: 0 }, input)).toBeNull();
    const amounts = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(amounts, fc.constantFrom('27', '29', null), (commissions, stateOfSupply) => {
        const tax = commissions.reduce((sum, amount) => sum + Math.round(amount * 0.18), 0);
        const commission = commissions.reduce((sum, amount) => sum + amount, 0);
        const sums = { commission, tax, postings: commissions.length, untaxed: 0 };
        const snapshot = buildCommissionInvoice(sums, { ...input, stateOfSupply });
        const sign = snapshot?.kind === 'credit_note' ? -1 : 1;
        expect(sign * (snapshot?.total ?? 0)).toBe(commission + tax);
        const taxes = (snapshot?.taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
        if (snapshot) expect(snapshot.taxableValue + taxes).toBe(snapshot.total);
      }),
    );
  });
});
