/**
 * What the ledger adds to the days of `d (day, from_at, to_at)`, by day and vendor, each posting by its own time. The
 * figures commission, net earnings, payouts and the change of the commission come from here alone: the commission of
 * sales, what sales and refunds change on the account of the vendor, and payouts marked as paid less those that the bank
 * returned afterwards.
 */
export const ledgerRowsSql = `
  select d.day, t.vendor_id,
    case when t.kind = 'sale' then t.commission else 0 end as commission,
    case when t.kind in ('sale', 'refund') then t.net else 0 end as net_earnings,
    case when t.kind in ('payout', 'payout_failed') then -t.net else 0 end as payouts
  from d join ledger_transactions t on t.posted_at >= d.from_at and t.posted_at < d.to_at and t.vendor_id is not null`;
