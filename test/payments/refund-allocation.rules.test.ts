import { decimalUnits } from '#domain/_shared/decimal-units.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allocateAmount, allocatePieces, allocateRest, amountOf } from '#domain/payments/allocate-refund.js';
import { chooseRefund } from '#domain/payments/choose-refund.js';
import {
  subOrderLeft,
  piecesLeft,
  type RefundableSubOrder,
  type RefundLine,
} from '#domain/payments/refundable.js';

const subOrder: fc.Arbitrary<RefundableSubOrder> = fc
  .record({
    shippingTotal: fc.integer({ min: 0, max: 20_000 }),
    lines: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 7 }),
        net: fc.integer({ min: 0, max: 500_000 }),
        rate: fc.integer({ min: 0, max: 40 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ shippingTotal, lines }) => ({
    subOrderId: 'sub-order',
    vendorId: 'vendor',
    status: 'delivered',
    paid: true,
    shipping: [
      { shippingLineId: null, total: shippingTotal, taxes: [], refundedAmount: 0, refundedTaxes: [] },
    ],
    lines: lines.map(({ quantity, net, rate }, index) => {
      // Equal halves of GST, and a second tax in one amount.
      const gst = 2 * Math.round((net * rate) / 200);
      const cess = Math.round(net / 100);
      return {
        lineId: `line-${index}`,
        variantId: `variant-${index}`,
        quantity,
        taxes: [
          { type: 'GST', rate, amount: gst },
          { type: 'CESS', rate: 1, amount: cess },
        ],
        total: net + gst + cess,
        refundedAmount: 0,
        refundedTaxes: [0, 0],
        refundedPieces: 0,
        returningPieces: 0,
        cancelledPieces: 0,
        restockedPieces: 0,
      };
    }),
  }));

/** The sub-order after a refund. */
function after(of: RefundableSubOrder, refunded: readonly RefundLine[]): RefundableSubOrder {
  const sum = (lineId: string | null, name: 'amount' | 'tax' | 'quantity') =>
    refunded.filter((item) => item.lineId === lineId).reduce((total, item) => total + item[name], 0);
  const taxOf = (lineId: string, index: number) =>
    refunded
      .filter((item) => item.lineId === lineId)
      .reduce((total, item) => total + (item.taxes?.[index]?.amount ?? 0), 0);
  return {
    ...of,
    shipping: of.shipping.map((share) => ({
      ...share,
      refundedAmount: share.refundedAmount + sum(null, 'amount'),
    })),
    lines: of.lines.map((line) => ({
      ...line,
      refundedAmount: line.refundedAmount + sum(line.lineId, 'amount'),
      refundedTaxes: line.refundedTaxes.map((before, index) => before + taxOf(line.lineId, index)),
      refundedPieces: line.refundedPieces + sum(line.lineId, 'quantity'),
    })),
  };
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('amount' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    kind: fc.constant('pieces' as const),
    line: fc.nat(3),
    quantity: fc.integer({ min: 1, max: 7 }),
  }),
);

describe('refunds of a sub-order', () => {
  it('add up to the subunit, however it is split into pieces, amounts and the rest', () => {
    fc.assert(
      fc.property(subOrder, fc.array(step, { maxLength: 8 }), (whole, steps) => {
        let now = whole;
        const total = subOrderLeft(whole);
        let refunded = 0;
        const take = (lines: RefundLine[]) => {
          for (const line of lines) {
            expect(line.taxableValue + line.tax).toBe(line.amount);
            // Central and state tax go back in equal halves.
            expect((line.taxes?.[0]?.amount ?? 0) % 2).toBe(0);
          }
          refunded += amountOf(lines);
          now = after(now, lines);
          expect(subOrderLeft(now)).toBe(total - refunded);
        };
        for (const item of steps) {
          if (item.kind === 'amount') {
            const amount = Math.floor(item.share * subOrderLeft(now));
            const lines = allocateAmount([now], amount);
            expect(amountOf(lines)).toBe(amount);
            take(lines);
          } else {
            const line = now.lines[item.line];
            const quantity = Math.min(item.quantity, line ? piecesLeft(line) : 0);
            if (line && quantity > 0) take(allocatePieces([{ subOrder: now, line, quantity }]));
          }
        }
        take(allocateRest([now]));
        expect(refunded).toBe(total);
        for (const line of now.lines) {
          expect(line.refundedTaxes).toEqual(line.taxes.map(({ amount }) => amount));
          expect(line.refundedPieces).toBe(line.quantity);
        }
      }),
    );
  });

  it('piece by piece are the line', () => {
    fc.assert(
      fc.property(subOrder, (whole) => {
        let now = whole;
        const count = whole.lines[0]?.quantity ?? 0;
        let sum = 0;
        for (let piece = 0; piece < count; piece += 1) {
          const lines = chooseRefund([now], { lines: [{ lineId: 'line-0', quantity: 1 }] });
          sum += amountOf(lines);
          now = after(now, lines);
        }
        expect(sum).toBe(whole.lines[0]?.total);
        expect(() => chooseRefund([now], { lines: [{ lineId: 'line-0', quantity: 1 }] })).toThrow('0 pieces');
      }),
    );
  });

  it('of amount 0 takes nothing back of what the platform paid, where the buyer paid too', () => {
    fc.assert(
      fc.property(
        subOrder,
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 0, max: 99 }),
        (whole, share, before) => {
          const lines = whole.lines.map((line) => ({
            ...line,
            // So much that a piece is worth something behind every earlier refund.
            total: line.total + 200 * line.quantity,
            platformDiscount: Math.round((line.total * share) / 1_000),
            // An earlier refund whose share was rounded otherwise.
            refundedAmount: Math.floor((line.total * before) / 100),
            refundedDiscount: 0,
          }));
          const chosen = lines.map(({ lineId }) => ({ lineId, quantity: 1 }));
          for (const line of chooseRefund([{ ...whole, lines }], { lines: chosen, amount: 1 }))
            if (line.amount === 0) expect(line.platformDiscount).toBe(0);
        },
      ),
    );
  });

  it('never exceed what is named', () => {
    fc.assert(
      fc.property(subOrder, fc.integer({ min: 1, max: 100 }), (whole, more) => {
        const amount = subOrderLeft(whole) + more;
        expect(() => chooseRefund([whole], { amount })).toThrow(
          `At most ${decimalUnits(subOrderLeft(whole))} of this`,
        );
      }),
    );
  });
});
