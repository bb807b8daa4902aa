import { integer } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { CreditMovement } from '#domain/store-credit/credit-movement.js';

const COLUMNS =
  'id, user_id, currency, kind, amount, balance, order_id, refund_id, reason, actor, created_at';

/** Balances of store credit: each change is one conditional statement with its movement. */
export function createStoreCreditRepository() {
  return {
    async balance(reader: Reader, userId: string, currency: string): Promise<number> {
      const row = await reader('store_credit_accounts').where({ userId, currency }).first('balance');
      return row?.balance ?? 0;
    },

    /** What a user has, by currency. */
    async balancesOf(reader: Reader, userId: string): Promise<{ currency: string; balance: number }[]> {
      return reader('store_credit_accounts')
        .where({ userId })
        .where('balance', '>', 0)
        .select('currency', 'balance');
    },

    /**
     * Whether there is somebody to hold a balance: not a user whose account is deleted, or being deleted. The lock has an
     * erasure that begins meanwhile wait, and forfeit what is credited.
     */
    async lockOwner(tx: Tx, userId: string): Promise<boolean> {
      if (!(await tx('accounts_users').where({ id: userId }).forShare().first('id'))) return false;
      // A separate statement: it sees an erasure that began while the lock was waited for.
      const erasure = await tx('personal_data_erasures').where({ userId, status: 'erasing' }).first('id');
      return erasure === undefined;
    },

    /**
     * Changes a balance, and says so in its statement. The row is locked until the transaction ends.
     * @returns the balance after it; null where it would be below zero
     */
    async move(tx: Tx, movement: Omit<CreditMovement, 'balance'>): Promise<number | null> {
      const { id, userId, currency, kind, amount, orderId, refundId, reason, actor, createdAt } = movement;
      const changed =
        amount > 0
          ? `insert into store_credit_accounts as a (user_id, currency, balance) values (?, ?, ?)
             on conflict (user_id, currency) do update set balance = a.balance + excluded.balance, updated_at = now()`
          : `update store_credit_accounts set balance = balance + ?, updated_at = now()
             where user_id = ? and currency = ? and balance + ? >= 0`;
      const bindings = amount > 0 ? [userId, currency, amount] : [amount, userId, currency, amount];
      const rows = await query(tx, { balance: integer })(
        `with account as (${changed} returning balance)
         insert into store_credit_movements (${COLUMNS})
         select ?::uuid, ?::uuid, ?, ?, ?::bigint, account.balance, ?::uuid, ?::uuid, ?, ?::jsonb, ?::timestamptz from account
         returning balance`,
        [
          ...bindings,
          id,
          userId,
          currency,
          kind,
          amount,
          orderId,
          refundId,
          reason,
          JSON.stringify(actor),
          createdAt,
        ],
      );
      return rows[0] ? Number(rows[0].balance) : null;
    },

    /** What an order has taken from the balance of its buyer and not given back; read it under the lock of the order. */
    async heldBy(reader: Reader, orderId: string): Promise<number> {
      const row = await reader('store_credit_movements')
        .where({ orderId })
        .whereIn('kind', ['spent', 'released'])
        .sum({ amount: 'amount' })
        .first();
      return -Number(row?.amount ?? 0);
    },
  };
}
