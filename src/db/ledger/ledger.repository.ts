import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type {
  CreditTransaction,
  LedgerEntry,
  LedgerTransaction,
  ProviderTransaction,
} from '#domain/ledger/ledger.js';
import { newId } from '#lib/ids.js';

export interface NewPosting {
  transaction: LedgerTransaction | CreditTransaction | ProviderTransaction;
  /** By default each entry has a new id. */
  entries: readonly (LedgerEntry & { id?: string })[];
}

const COLUMNS = `id, kind, source_id, vendor_id, order_id, sub_order_id, payment_id, provider_id, gross, platform_discount, commission,
  commission_tax, tcs, tcs_accrued, tds, net, reason, actor, posted_at`;

/** Writes the ledger: nothing in it is ever changed. */
export function createLedgerRepository() {
  return {
    /**
     * Posts transactions with their entries in one statement, leaving out those that were posted before. Entries of vendor
     * accounts are open until a payout takes them; those of payouts are not.
     */
    async post(tx: Tx, postings: readonly NewPosting[]): Promise<void> {
      if (postings.length === 0) return;
      const transactions = postings.map(({ transaction: item }) => ({
        id: item.id,
        kind: item.kind,
        source_id: item.sourceId,
        vendor_id: item.vendorId,
        order_id: item.orderId,
        sub_order_id: item.subOrderId,
        payment_id: item.paymentId,
        provider_id: item.providerId,
        gross: item.gross,
        commission: item.commission,
        platform_discount: item.platformDiscount,
        commission_tax: item.commissionTax,
        tcs: item.tcs,
        tds: item.tds,
        net: item.net,
        tcs_accrued: item.tcsAccrued,
        reason: item.reason,
        actor: item.actor,
        posted_at: item.postedAt,
      }));
      const entries = postings.flatMap(({ transaction, entries: sides }) =>
        sides.map(({ id = newId(), account, vendorId, amount }) => ({
          id,
          transaction_id: transaction.id,
          account,
          vendor_id: vendorId,
          amount,
        })),
      );
      await tx.raw(
        `with given as (
             select ${COLUMNS} from jsonb_populate_recordset(null::ledger_transactions, ?::jsonb)
           ), posted as (
             insert into ledger_transactions (${COLUMNS}) select ${COLUMNS} from given
             on conflict (kind, source_id, vendor_id) do nothing returning id
           ), entered as (
             insert into ledger_entries (id, transaction_id, account, vendor_id, amount)
             select e.id, e.transaction_id, e.account, e.vendor_id, e.amount
             from jsonb_populate_recordset(null::ledger_entries, ?::jsonb) e join posted on posted.id = e.transaction_id
             returning id, transaction_id, vendor_id, amount
           )
           insert into ledger_open_entries (entry_id, vendor_id, sub_order_id, kind, amount, posted_at)
           select e.id, e.vendor_id, g.sub_order_id, g.kind, e.amount, g.posted_at
           from entered e join given g on g.id = e.transaction_id
           where e.vendor_id is not null and g.kind not in ('payout', 'payout_failed')`,
        [JSON.stringify(transactions), JSON.stringify(entries)],
      );
    },

    /** The sub-orders of an order whose sales are posted. */
    async soldOf(reader: Reader, orderId: string): Promise<Set<string>> {
      const rows = (await reader('ledger_transactions')
        .where({ orderId, kind: 'sale' })
        .select('subOrderId')) as { subOrderId: string }[];
      return new Set(rows.map(({ subOrderId }) => subOrderId));
    },
  };
}

export type LedgerRepository = ReturnType<typeof createLedgerRepository>;
