import { ledgerRules } from '#db/ledger/ledger-check.query.js';

const promised = `
  select l.variant_id, sum(l.quantity) as quantity from orders_lines l join orders_sub_orders p on p.id = l.sub_order_id
  where p.status = 'pending' group by l.variant_id`;

/** Rows that no marketplace may hold: what each rule says, and the statements that find what breaks it. */
export const marketplaceRules: Readonly<Record<string, readonly string[]>> = {
  'stock is the sum of its movements, covers what is promised, and open orders hold it': [
    `select l.variant_id from inventory_levels l
     left join inventory_movements m on m.variant_id = l.variant_id
     group by l.variant_id
     having l.on_hand <> coalesce(sum(m.on_hand_delta), 0) or l.reserved <> coalesce(sum(m.reserved_delta), 0)
       or l.on_hand < l.reserved`,
    `select l.variant_id from inventory_levels l full join (${promised}) open on open.variant_id = l.variant_id
     where coalesce(l.reserved, 0) <> coalesce(open.quantity, 0)`,
    'select id from products_variants v where not exists (select from inventory_levels where variant_id = v.id)',
  ],
  'products know how many variants they have, and their prices': [
    `select p.id from products p
     left join products_variants v on v.product_id = p.id and v.deleted_at is null
     group by p.id
     having (p.variant_count, p.price_start, p.price_end) is distinct from (count(v.id), min(v.price), max(v.price))`,
  ],
  'products have what their attribute group requires, and nothing twice': [
    `select p.id from products p join product_attributes_members m on m.group_id = p.attribute_group_id
     join product_attributes a on a.id = m.attribute_id and a.is_required
     where not exists (select from products_attributes given where given.product_id = p.id and given.attribute_id = a.id)`,
    `select given.id from products_attributes given join product_attributes_values v on v.id = given.value_id
     where v.attribute_id <> given.attribute_id`,
  ],
  'reviews are of products that were delivered to their buyer, and ratings count the approved ones': [
    `select r.id from reviews r where not exists (
       select from orders o join orders_sub_orders sub_order on sub_order.order_id = o.id
       join orders_lines line on line.sub_order_id = sub_order.id
       where o.user_id = r.user_id and line.product_id = r.product_id and sub_order.status = 'delivered')`,
    `select p.id from products p left join reviews r on r.product_id = p.id and r.status = 'approved'
     group by p.id having p.rating_count <> count(r.id) or p.rating_sum <> coalesce(sum(r.rating), 0)`,
    'select id from reviews where created_at > now() or moderated_at < created_at or moderated_at > now()',
  ],
  'uses of a coupon are the live orders that show it, within its limits': [
    `select d.id from discounts d where
       (select coalesce(sum(uses), 0) from discounts_uses u where u.discount_id = d.id and u.customer_key <> '')
         <> (select count(*) from discounts_redemptions r where r.discount_id = d.id and r.state = 'held')
       or (select count(*) from discounts_redemptions r where r.discount_id = d.id and r.state = 'held')
         <> (select count(*) from orders_discounts s join orders o on o.id = s.order_id
             where s.discount_id = d.id and o.status <> 'cancelled')
       or exists (select from discounts_uses u where u.discount_id = d.id and u.customer_key = ''
         and (u.uses > d.total_usage_limit or u.uses <>
           (select count(*) from discounts_redemptions r where r.discount_id = d.id and r.state = 'held')))
       or exists (select from discounts_uses u where u.discount_id = d.id and u.customer_key <> ''
         and u.uses > d.usage_limit_per_customer)`,
    `select o.id from orders o left join orders_discounts s on s.order_id = o.id
     group by o.id having o.discount_total <> coalesce(sum(s.amount), 0)`,
    `select l.id from orders_lines l
     where l.discount_total <> (select coalesce(sum((d ->> 'amount')::bigint), 0) from jsonb_array_elements(l.discounts) d)`,
  ],
  'every order adds up: lines, sub-orders, order, payment, refunds': [
    `select l.id from orders_lines l
     where line_subtotal <> unit_price * quantity or total <> line_subtotal - discount_total + tax_total
       or tax_total <> (select coalesce(sum((t ->> 'amount')::bigint), 0) from jsonb_array_elements(taxes) t)`,
    `select p.id from orders_sub_orders p join orders_lines l on l.sub_order_id = p.id group by p.id
     having p.subtotal <> sum(l.line_subtotal) or p.tax_total <> sum(l.tax_total) + p.shipping_tax_total
       or p.total <> sum(l.total) + p.shipping_total + p.shipping_tax_total`,
    `select o.id from orders o join orders_sub_orders p on p.order_id = o.id group by o.id
     having o.subtotal <> sum(p.subtotal) or o.grand_total <> sum(p.total) or o.tax_total <> sum(p.tax_total)
       or o.shipping_total <> sum(p.shipping_total) or o.grand_total <= 0`,
    `select o.id from orders o join payments y on y.order_id = o.id
     left join payments_refunds r on r.payment_id = y.id
     group by o.id, y.id
     having y.amount <> o.grand_total or coalesce(y.captured_amount, y.amount) <> o.grand_total
       or (o.payment_status in ('paid', 'partially_refunded', 'refunded')) <> (y.status in ('captured', 'refunded'))
       or o.refunded_total <> coalesce(sum(r.amount) filter (where r.status = 'processed'), 0) or y.refunded_total <> o.refunded_total`,
    'select id from orders o where (select count(*) from payments where order_id = o.id) <> 1',
  ],
  'the past is in order: nothing before its cause, nothing in the future, the last weeks alone': [
    `select o.id from orders o join orders_sub_orders p on p.order_id = o.id
     where o.placed_at < now() - interval '62 days' or o.placed_at > now() or o.confirmed_at < o.placed_at
       or o.cancelled_at < o.placed_at or p.fulfilled_at < o.confirmed_at or p.delivered_at < p.fulfilled_at
       or greatest(o.confirmed_at, o.cancelled_at, p.fulfilled_at, p.delivered_at, o.paid_at) > now()
       or (o.expires_at > now()) is distinct from (case when o.status = 'pending_payment' then true end)`,
    `select l.id from orders_lines l join orders o on o.id = l.order_id join products p on p.id = l.product_id
     where p.created_at > o.placed_at`,
    `select id from inventory_movements where created_at > now() + interval '1 minute'`,
  ],
  'what happened is read in the order in which it happened': [
    ['orders_timeline', 'order_id'],
    ['inventory_movements', 'variant_id'],
  ].map(
    ([table, whose]) => `select id from (
       select id, created_at, lag(created_at) over (partition by ${whose} order by id) as before from ${table}
     ) as step where created_at < before`,
  ),
  'parcels agree with their sub-orders and their scans': [
    `select s.id from shipping_shipments s join orders_sub_orders p on p.id = s.sub_order_id
     where (s.status <> 'creating' or p.status <> 'pending') and s.status <> (case when p.status in ('fulfilled', 'delivered', 'returned') then 'created'
         when p.status = 'cancelled' then 'cancelled' else 'failed' end)
       or (s.tracking_status = 'delivered' and p.status <> 'delivered')
       or s.requested_at < p.confirmed_at or greatest(s.requested_at, s.created_at, s.last_scan_at) > now()`,
    `select s.id from shipping_shipments s left join lateral (
       select normalized_status, occurred_at from shipping_events e where e.shipment_id = s.id order by occurred_at desc limit 1
     ) last on true
     where s.tracking_status <> coalesce(last.normalized_status, 'pending') or s.last_scan_at is distinct from last.occurred_at`,
  ],
  'invoice numbers have no gaps': [
    `select c.vendor_id from invoices_counters c left join invoices i
       on i.vendor_id = c.vendor_id and i.financial_year = c.financial_year and i.sequence is not null
     group by c.vendor_id, c.financial_year, c.last_sequence having count(i.id) <> c.last_sequence`,
  ],
  'nothing waits to be told but what is of now': [
    `select d.id from outbox_deliveries d join outbox_events e on e.id = d.event_id
     where d.state = 'parked' or (d.state = 'due' and e.created_at < now() - interval '1 day')`,
  ],
  'the books are right: every rule of the ledger check, and credit notes within their invoices': [
    ...ledgerRules.map(({ sql }) => sql),
    `select i.id from invoices i join invoices_credit_notes n on n.sub_order_id = i.sub_order_id group by i.id
     having sum(n.amount) > (i.snapshot -> 'totals' ->> 'grandTotal')::bigint`,
  ],
};
