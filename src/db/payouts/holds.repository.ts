import type { Reader, Tx } from '#db/kernel/unit-of-work.js';

export interface PayoutHold {
  until: Date;
  /** In words, for the operator. */
  reason: string;
}

/** Vendors whose payouts wait for a while, whatever their bank details. */
export function createHoldsRepository() {
  return {
    /** Holds payouts until an instant; a longer hold stays. */
    async hold(tx: Tx, vendorId: string, { until, reason }: PayoutHold): Promise<void> {
      await tx.raw(
        `insert into payouts_holds as h (vendor_id, until, reason) values (?, ?, ?)
         on conflict (vendor_id) do update set until = excluded.until, reason = excluded.reason, created_at = now()
         where excluded.until > h.until`,
        [vendorId, until, reason],
      );
    },

    async current(reader: Reader, vendorId: string, now: Date): Promise<PayoutHold | undefined> {
      return (await reader('payouts_holds')
        .where({ vendorId })
        .where('until', '>', now)
        .first('until', 'reason')) as PayoutHold | undefined;
    },

    /** Whether anything that was sold, refunded or charged has not been paid out: a balance, whichever sign it has. */
    async hasBalance(reader: Reader, vendorId: string): Promise<boolean> {
      return (await reader('ledger_open_entries').where({ vendorId }).first('vendorId')) !== undefined;
    },
  };
}
