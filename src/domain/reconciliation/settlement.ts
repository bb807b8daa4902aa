import type { SettlementLine } from '#domain/payments/provider-books.js';

export const settlementStates = ['created', 'processed', 'failed'] as const;
export type SettlementState = (typeof settlementStates)[number];

/** What the lines of a settlement add up to, before fees. Subunits; what went out of the balance is negative. */
export interface SettlementSums {
  captures: number;
  refunds: number;
  disputes: number;
  adjustments: number;
  transfers: number;
  reserves: number;
  lineFees: number;
  lineTax: number;
  lines: number;
}

/** A transfer of the balance at a provider to the bank. Amounts in subunits. */
export interface Settlement extends SettlementSums {
  id: string;
  providerId: string;
  providerSettlementId: string;
  state: SettlementState;
  amount: number;
  currency: string;
  fees: number;
  tax: number;
  /** What its lines add up to, less its amount; null until they were read. */
  difference: number | null;
  reference: string | null;
  booked: number;
  bookingId: string | null;
  issuedAt: Date;
  processedAt: Date | null;
}

export const NO_SUMS: SettlementSums = {
  captures: 0,
  refunds: 0,
  disputes: 0,
  adjustments: 0,
  transfers: 0,
  reserves: 0,
  lineFees: 0,
  lineTax: 0,
  lines: 0,
};

/** What moved, before the fee on it. */
export function movedBy({ credit, debit, fee, tax }: SettlementLine): number {
  return credit - debit + fee + tax;
}

/** Adds a line to the sums of its settlement. */
export function addLine(sums: SettlementSums, line: SettlementLine): SettlementSums {
  const kinds = {
    payment: 'captures',
    refund: 'refunds',
    dispute: 'disputes',
    transfer: 'transfers',
    reserve: 'reserves',
    adjustment: line.providerDisputeId === null ? 'adjustments' : 'disputes',
    fee: 'adjustments',
    other: 'adjustments',
  } as const;
  const kind = kinds[line.kind];
  return {
    ...sums,
    [kind]: sums[kind] + movedBy(line),
    lineFees: sums.lineFees + line.fee,
    lineTax: sums.lineTax + line.tax,
    lines: sums.lines + 1,
  };
}

/** Captures less refunds, more or less adjustments, less fees and their tax, less transfers and reserves: what is settled. */
export function expectedAmount(sums: SettlementSums): number {
  const { captures, refunds, disputes, adjustments, transfers, reserves, lineFees, lineTax } = sums;
  return captures + refunds + disputes + adjustments + transfers + reserves - lineFees - lineTax;
}
