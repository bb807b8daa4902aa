import { instant, integer, nullable } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { payableSql } from '#db/ledger/payable-sql.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { VendorBalance } from '#domain/payouts/payout.js';

/** What a vendor is owed, over its open entries. */
export async function readBalance(
  reader: Reader,
  vendorId: string,
  at: { now: Date; holdDays: number },
): Promise<VendorBalance> {
  const cutOff = new Date(at.now.getTime() - at.holdDays * 86_400_000);
  const rows = await query(reader, {
    available: integer,
    held: integer,
    negative: integer,
    nextDelivered: nullable(instant),
  })(
    `select coalesce(sum(e.amount) filter (where e.payable), 0)::bigint as available,
       coalesce(sum(e.amount) filter (where not e.payable), 0)::bigint as held,
       coalesce(sum(e.amount) filter (where e.amount < 0), 0)::bigint as negative,
       min(sub_order.delivered_at) filter (where not e.payable and sub_order.delivered_at > ?::timestamptz) as next_delivered
     from (select e.*, ${payableSql('?::timestamptz')} as payable from ledger_open_entries e where e.vendor_id = ?) e
     left join orders_sub_orders sub_order on sub_order.id = e.sub_order_id`,
    [cutOff, cutOff, vendorId],
  );
  const [row] = rows;
  if (!row) throw new Error('The balance has no row');
  const { nextDelivered, ...balance } = row;
  const heldUntil = nextDelivered && new Date(nextDelivered.getTime() + at.holdDays * 86_400_000);
  return { ...balance, heldUntil };
}
