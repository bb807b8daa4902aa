import { describe, expect, it } from '@jest/globals';
import type { BankAccount, Payout } from '#domain/payouts/payout.js';
import { newId } from '#lib/ids.js';
import type { PayoutFile } from '#operations/plugins/plugin-ports.js';

const account: BankAccount = {
  accountHolder: 'Kaveri Crafts',
  accountNumber: '004205001234',
  ifsc: 'ICIC0000042',
  pan: 'ABCDE1234F',
};

function payoutOf(patch: Partial<Payout & { vendorName: string }> = {}): Payout & { vendorName: string } {
  const createdAt = new Date('2026-11-23T12:00:00Z');
  return {
    id: newId(),
    vendorId: newId(),
    amount: 123_450,
    currency: 'INR',
    status: 'pending',
    until: createdAt,
    bank: '',
    reference: null,
    failureReason: null,
    returnReference: null,
    awaitingApproval: false,
    paidAt: null,
    failedAt: null,
    createdAt,
    vendorName: 'Kaveri Crafts',
    ...patch,
  };
}

/** What the export of payouts relies on: call it in a test file with the file of the plugin. */
export function payoutFileContract(name: string, file: PayoutFile): void {
  describe(`the payout file ${name}`, () => {
    it('has a name and a type that a browser can save', () => {
      expect(file.fileName).toMatch(/^[\w.-]+\.\w+$/);
      expect(file.contentType).toMatch(/^[\w.+-]+\/[\w.+-]+(; ?charset=[\w-]+)?$/);
      expect(file.header === '' || file.header.endsWith('\n')).toBe(true);
    });

    it('has a line of its own for each payout, with the account and the payout', () => {
      const payout = payoutOf();
      const line = file.line(payout, account);
      expect(line.match(/\n/g)).toHaveLength(1);
      expect(line.endsWith('\n')).toBe(true);
      expect(line).toContain(account.accountNumber);
      expect(file.line(payoutOf(), account)).not.toBe(line);
    });

    it('keeps every subunit of an amount, small and large', () => {
      const id = newId();
      const amounts = [1, 9, 10, 99, 100, 101, 110, 12_345, 12_346, 99_999_999_99, 99_999_999_98];
      const lines = amounts.map((amount) => file.line(payoutOf({ id, amount }), account));
      expect(new Set(lines).size).toBe(amounts.length);
    });

    it('is the same for the same payout, and changes nothing of it', () => {
      const payout = Object.freeze(payoutOf());
      expect(file.line(payout, Object.freeze({ ...account }))).toBe(file.line({ ...payout }, { ...account }));
    });

    it.each(['=cmd()', 'Kaveri, "Crafts"', 'कावेरी', 'A|B;C\tD', "O'Brien"])(
      'stays one line for a vendor called %j',
      (vendorName) => {
        const line = file.line(payoutOf({ vendorName }), { ...account, accountHolder: vendorName });
        expect(line.match(/\n/g)).toHaveLength(1);
        expect(line).toContain(account.accountNumber);
      },
    );
  });
}
