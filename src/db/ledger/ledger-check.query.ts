/**
 * What must hold between the ledger and what it was posted for. Each statement returns the rows that break its rule, at
 * most a hundred.
 */
export interface LedgerRule {
  name: string;
  rule: string;
  sql: string;
}

/** Payments whose money belongs to their order, of orders that count as paid. */
const ownPayments = `payments p join orders o on o.id = p.order_id
  where not p.surplus and p.captured_at is not null and o.paid_at is not null`;

/** Sub-orders of unpaid cash orders that were sold with their own delivery. */
const soldForCash = `orders_sub_orders s join orders o on o.id = s.order_id and o.paid_at is null
  join payments p on p.order_id = o.id and p.status = 'accepted'
  where s.delivered_at is not null
    and exists (select from ledger_transactions t where t.kind = 'sale' and t.sub_order_id = s.id)`;

export const ledgerRules: readonly LedgerRule[] = [
  {
    name: 'balanced',
    rule: 'Every transaction sums to zero, and its vendor entry is its net amount',
    sql: `select t.id as transaction_id, coalesce(sum(e.amount), 0)::bigint as sum,
        coalesce(sum(e.amount) filter (where e.vendor_id is not null), 0)::bigint as vendor_amount, t.net
      from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id
      group by t.id having coalesce(sum(e.amount), 0) <> 0
        or coalesce(sum(e.amount) filter (where e.vendor_id is not null), 0) <> t.net
      limit 100`,
  },
  {
    name: 'receipts',
    rule: 'Receipts of a provider are what it captured, or took in cash for orders that are not paid yet, less what was refunded, cash that vendors hold and store credit; what was refunded to store credit stays',
    sql: `select coalesce(booked.provider_id, held.provider_id) as provider_id,
        coalesce(booked.amount, 0)::bigint as booked, coalesce(held.amount, 0)::bigint as held
      from (select substr(e.account, 10) as provider_id, -sum(e.amount) as amount
            from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
            where e.account like 'receipts:%' and not starts_with(t.kind, 'provider_') group by 1) booked
      full join (
        select provider_id, sum(amount) as amount from (
          select p.provider_id, p.captured_amount - p.store_credit - p.refunded_total as amount from ${ownPayments}
          union all
          select p.provider_id, r.store_credit from payments_refunds r, ${ownPayments}
            and p.id = r.payment_id and r.status = 'processed'
          union all
          select p.provider_id, s.total - s.cancelled_total - s.store_credit from ${soldForCash}
          union all
          select provider_id, net from ledger_transactions where kind = 'cash_collected'
        ) each group by 1
      ) held on held.provider_id = booked.provider_id
      where coalesce(booked.amount, 0) <> coalesce(held.amount, 0)
      limit 100`,
  },
  {
    name: 'provider_books',
    rule: 'What a provider said of its balance beside sales and refunds is posted once: movements, fees, disputes, settlements',
    sql: `select coalesce(posted.provider_id, said.provider_id) as provider_id, coalesce(posted.kind, said.kind) as kind,
        coalesce(posted.amount, 0)::bigint as posted, coalesce(said.amount, 0)::bigint as said
      from (select t.provider_id, t.kind, sum(e.amount) as amount from ledger_transactions t
            join ledger_entries e on e.transaction_id = t.id and e.account = 'receipts:' || t.provider_id
            where starts_with(t.kind, 'provider_')
              and not exists (select from payments_refunds r where r.id = t.source_id) group by 1, 2) posted
      full join (
        select provider_id, 'provider_booked' as kind, -sum(booked) as amount from reconciliation_movements group by 1
        union all
        select provider_id, 'provider_fee', sum(fees) from (
          select provider_id, fee_booked + fee_tax_booked as fees from reconciliation_movements
          union all
          -- of cash, couriers say the fee with the transfer
          select s.provider_id, s.line_fees + s.line_tax from reconciliation_settlements s where s.provider_id = 'cod'
        ) each group by 1
        union all
        select provider_id, 'provider_dispute', sum(deducted) from reconciliation_disputes group by 1
        union all
        select provider_id, 'provider_settlement', sum(booked + fees + tax) from reconciliation_settlements
        where booking_id is not null group by 1
      ) said on said.provider_id = posted.provider_id and said.kind = posted.kind
      where coalesce(posted.amount, 0) <> coalesce(said.amount, 0)
      limit 100`,
  },
  {
    name: 'holds',
    rule: 'Vendors are held back by what waits for an allocation, and by nothing else',
    sql: `select posted.provider_id, posted.amount, coalesce(held.amount, 0) as held
      from (select split_part(account, ':', 2) as provider_id, sum(amount)::bigint as amount from ledger_entries
            where starts_with(account, 'held:') group by 1) posted
      left join (select m.provider_id, sum(h.value::bigint)::bigint as amount from reconciliation_movements m
            cross join jsonb_each_text(m.held) h group by 1) held on held.provider_id = posted.provider_id
      where posted.amount <> coalesce(held.amount, 0)
      limit 100`,
  },
  {
    name: 'sales',
    rule: 'The sales of a payment are what it captured',
    sql: `select p.id as payment_id, p.order_id, p.captured_amount, coalesce(s.gross, 0)::bigint as gross
      from (select p.id, p.order_id, p.captured_amount from ${ownPayments}) p
      full join (select payment_id, sum(gross) as gross from ledger_transactions where kind = 'sale'
          and sub_order_id not in (select s.id from ${soldForCash}) group by 1) s
        on s.payment_id = p.id
      where coalesce(s.gross, 0) <> coalesce(p.captured_amount, 0)
      limit 100`,
  },
  {
    name: 'parts',
    rule: 'A sale is the total of its sub-order, with the commission frozen on it',
    sql: `select t.id as transaction_id, t.sub_order_id from ledger_transactions t
      left join orders_sub_orders sub_order on sub_order.id = t.sub_order_id
      where t.kind = 'sale' and (sub_order.total is distinct from t.gross
        or sub_order.platform_discount is distinct from t.platform_discount or sub_order.commission_total is distinct from t.commission)
      limit 100`,
  },
  {
    name: 'store_credit',
    rule: 'A balance of store credit is the sum of its movements, and the ledger owes the sum of all balances',
    sql: `select a.user_id, a.currency, a.balance, coalesce(sum(m.amount), 0)::bigint as other
      from store_credit_accounts a
      left join store_credit_movements m on m.user_id = a.user_id and m.currency = a.currency
      group by a.user_id, a.currency having a.balance <> coalesce(sum(m.amount), 0)
      union all
      select null, null, owed.balance, booked.amount from (
        select coalesce(sum(balance), 0)::bigint as balance from store_credit_accounts) owed,
        (select coalesce(sum(amount), 0)::bigint as amount from ledger_entries where account = 'store_credit') booked
      where owed.balance <> booked.amount
      limit 100`,
  },
  {
    name: 'payouts',
    rule: 'A payout is the sum of its entries, and stands in the ledger while it is paid',
    sql: `select p.id as payout_id, p.amount, p.status, coalesce(e.amount, 0)::bigint as entries,
        coalesce(t.net, 0)::bigint as posted
      from payouts p
      left join (select payout_id, sum(amount) as amount from payouts_entries group by 1) e on e.payout_id = p.id
      left join (select source_id, sum(net) as net from ledger_transactions where kind in ('payout', 'payout_failed')
        group by 1) t on t.source_id = p.id
      where coalesce(e.amount, 0) <> p.amount
        or coalesce(t.net, 0) <> case when p.status = 'paid' then -p.amount else 0 end
      limit 100`,
  },
  {
    name: 'open',
    rule: 'An entry of a vendor is either open or in one payout',
    sql: `select e.id as entry_id from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.vendor_id is not null and t.kind not in ('payout', 'payout_failed')
        and (select count(*) from ledger_open_entries o where o.entry_id = e.id)
          + (select count(*) from payouts_entries p where p.entry_id = e.id and p.released_at is null) <> 1
      limit 100`,
  },
];
