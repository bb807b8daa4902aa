export const payoutRunStates = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type PayoutRunState = (typeof payoutRunStates)[number];

/** A run that creates the payouts of all vendors. Amounts in subunits. */
export interface PayoutRun {
  id: string;
  until: Date;
  minimum: number;
  state: PayoutRunState;
  /** The vendor that was decided last. */
  cursor: string | null;
  /** Vendors that were decided. */
  vendors: number;
  /** Payouts that were created, and their sum. */
  created: number;
  amount: number;
  /** Vendors that were left out: without complete bank details, or held because they changed them. */
  withoutBank: number;
  onHold: number;
  error: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  createdAt: Date;
}

/** What a run made of a vendor. */
export type VendorOutcome =
  | { kind: 'created'; amount: number }
  | { kind: 'nothing' | 'without_bank' | 'on_hold' };
