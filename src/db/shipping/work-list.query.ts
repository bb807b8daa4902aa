import { integer, type RowOf } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { awaitsAwbSql, awaitsLabelSql } from './awaiting-sql.js';
import { cameBackSql } from './came-back-sql.js';
import type { Reader } from '#db/kernel/unit-of-work.js';

/** How many shipments wait for a person, by what they wait for. */
const workListCountsColumns = {
  attention: integer,
  awaitingAwb: integer,
  awaitingLabel: integer,
  voidRefused: integer,
  movedAfterCancel: integer,
  returning: integer,
};
export type WorkListCounts = RowOf<typeof workListCountsColumns>;

/** Older ones were decided on or given up. */
const RECENT = `interval '30 days'`;

/** @param since an AWB or a label that is waited for since then is late */
export async function readWorkListCounts(reader: Reader, since: Date): Promise<WorkListCounts> {
  const late = 's.created_at < ?';
  const rows = await query(reader, workListCountsColumns)(
    `select count(*) filter (where s.attention is not null)::int as attention,
       count(*) filter (where ${late} and ${awaitsAwbSql('s')})::int as awaiting_awb,
       count(*) filter (where ${late} and ${awaitsLabelSql('s')})::int as awaiting_label,
       count(*) filter (where s.void_status = 'refused')::int as void_refused,
       count(*) filter (where s.status = 'cancelled' and s.tracking_status <> 'pending'
         and p.awaiting_return)::int as moved_after_cancel,
       count(*) filter (where s.tracking_status = 'returned' and s.status = 'created'
         and case when s.counted then not ${cameBackSql('s')} else p.status = 'fulfilled' end)::int as returning
     from shipping_shipments s join orders_sub_orders p on p.id = s.sub_order_id
     where s.provider_id = 'carrier' and s.requested_at > now() - ${RECENT}`,
    [since, since],
  );
  return (
    rows[0] ?? {
      attention: 0,
      awaitingAwb: 0,
      awaitingLabel: 0,
      voidRefused: 0,
      movedAfterCancel: 0,
      returning: 0,
    }
  );
}
