/** What a person or an API key does with money by hand. */
export const moneyActKinds = ['refund_created', 'refund_paid', 'payout_paid'] as const;
export type MoneyActKind = (typeof moneyActKinds)[number];

export interface MoneyAct {
  kind: MoneyActKind;
  /** The refund or the payout. */
  entityId: string;
  /** Subunits. */
  amount: number;
  currency: string;
}

/** Acts of one kind and currency by one actor. */
export interface MoneyActSum {
  kind: MoneyActKind;
  currency: string;
  count: number;
  /** Subunits. */
  amount: number;
  /** E-mail address of the person, or name of the API key; its id where it is gone. */
  actor: string;
}
