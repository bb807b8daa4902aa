import pg from 'pg';
import type { Container } from '#runtime/container.js';
import { createMarketplace } from '../analytics/marketplace.js';
import { writeBulkOrders } from '../../bench/stand/bulk-orders.js';

/** Ids as `writeBulkOrders` makes them, from the number of the order and a kind. */
const id = (kind: number) =>
  `('00000000-0000-7${String(kind).padStart(3, '0')}-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

const numbered = `(select o.*, p.id as sub_order_id, p.vendor_id, p.total as sub_total, substr(o.order_number, 3)::bigint as n
  from orders o join orders_sub_orders p on p.order_id = o.id) as o`;
const pick = (list: readonly string[]) =>
  `(array[${list.map((text) => `'${text}'`).join(', ')}])[1 + n % ${list.length}]`;

/** What follows from orders, one row each or for one in so many: `$1` is the number of orders. */
const statements = [
  `insert into accounts_users (id, name, email, created_at)
   select ${id(9)}, 'Buyer ' || n, 'buyer-' || n || '@example.com', now() - make_interval(mins => n::integer)
   from generate_series(0, $1::bigint / 5) as n`,
  `insert into shipping_shipments (id, order_id, sub_order_id, vendor_id, attempt, reference, lines, provider_id, method, status, awb,
     label_key, tracking_status, void_status, attention, attention_at, actor, requested_at, created_at)
   select ${id(10)}, id, sub_order_id, vendor_id, 1, 'R-' || n, '[]', 'carrier', 'carrier',
     case when n % 500 = 0 then 'cancelled' when n % 700 = 0 then 'failed' else 'created' end, 'AWB' || n,
     case when n % 300 > 0 then 'label' end, case when n % 40 = 0 then 'in_transit' else 'delivered' end,
     case when n % 1000 = 0 then 'voided' end, case when n % 5000 = 0 then 'foreign_awb' end, case when n % 5000 = 0 then placed_at end,
     '{}', placed_at, placed_at
   from ${numbered} where confirmed_at is not null`,
  `insert into invoices (id, sub_order_id, order_id, vendor_id, status, financial_year, sequence, prefix, snapshot, issued_at, created_at)
   select ${id(11)}, sub_order_id, id, vendor_id, case when n % 100 = 0 then 'failed' else 'ready' end, '2627', n, 'INV',
     '{"totals":{"grandTotal":100,"tax":10}}', placed_at, placed_at
   from ${numbered} where confirmed_at is not null`,
  `insert into invoices_credit_notes (id, sub_order_id, order_id, vendor_id, cause, source_id, prefix, financial_year, sequence, amount,
     tax, snapshot, issued_at)
   select ${id(12)}, sub_order_id, id, vendor_id, ${pick(['refund', 'return', 'cancellation'])}, ${id(5)}, 'CN', '2627', n, 1 + n % 90000,
     1, '{"reason":"Bulk","invoice":{"number":"INV"},"currency":"INR"}', placed_at
   from ${numbered} where confirmed_at is not null and n % 10 = 1`,
  `insert into returns_requests (id, order_id, sub_order_id, vendor_id, origin, status, reason, created_at)
   select ${id(13)}, id, sub_order_id, vendor_id, ${pick(['buyer', 'carrier'])},
     ${pick(['refunded', 'received', 'rejected', 'cancelled', 'refunded', 'refunded', 'requested'])}, 'Bulk', placed_at
   from ${numbered} where confirmed_at is not null and n % 20 = 1`,
  `insert into payouts (id, vendor_id, amount, currency, status, until, bank, actor, created_at)
   select ${id(14)}, vendor_id, 1 + n % 90000, 'INR', ${pick(['paid', 'paid', 'paid', 'failed'])}, placed_at, '', '{}', placed_at
   from ${numbered} where n % 20 = 1`,
  `insert into outbox_events (id, type, entity_id, payload, actor, request_id, created_at)
   select ${id(15)}, ${pick(['order.confirmed', 'order.placed'])}, id::text, '{}', '{}', 'bulk', placed_at from ${numbered} where n % 4 = 0`,
  `insert into outbox_deliveries (event_id, subscription, entity_id, state, next_attempt_at)
   select e.id, s.name, e.entity_id, 'delivered', e.created_at
   from outbox_events e cross join (values ('mail'), ('search')) as s(name) order by e.created_at`,
  `insert into audit_entries (id, actor_type, actor_id, request_id, entity, entity_id, action, vendor_id, created_at)
   select ${id(16)}, ${pick(['user', 'system'])}, 'actor-' || n % 50, 'bulk', ${pick(['order', 'product'])}, id::text, 'update', vendor_id, placed_at
   from ${numbered} where n % 4 = 0 order by n`,
  `insert into discounts (id, name, code, discount_type, value)
   select ${id(17)}, 'Bulk ' || n, 'BULK' || n, 'PERCENTAGE', 10 from generate_series(1, 20) as n`,
  `insert into discounts_redemptions (id, discount_id, order_id, customer_key, code, name, amount, state, redeemed_at)
   select ${id(18)}, (select id from discounts where code = 'BULK1'), id, email, 'BULK1', 'Bulk', 1 + n % 9000,
     case when n % 50 = 0 then 'released' else 'held' end, placed_at
   from ${numbered} where n % 10 = 0`,
  `insert into discounts_codes (code, discount_id, order_id, created_at)
   select 'C' || md5(n::text), (select id from discounts where code = 'BULK1'), case when n % 20 = 0 then id end, placed_at
   from ${numbered} where n % 10 = 0`,
  `insert into media_files (id, key, vendor_id, file_name, content_type, size, created_by, created_at)
   select ${id(19)}, 'media/' || n, vendor_id, 'photo-' || n || '.jpg', 'image/jpeg', 1000 + n % 900000, 'bulk', placed_at
   from ${numbered} where n % 20 = 0`,
  `insert into inventory_movements (id, variant_id, vendor_id, on_hand_delta, reason, actor, created_at)
   select ${id(20)}, v.id, v.vendor_id, 1, 'adjustment', '{"type":"system","id":"bulk"}', o.placed_at
   from ${numbered} cross join (select id, vendor_id from products_variants order by id limit 1) as v where n % 5 = 0`,
  `insert into mail_suppressions (address, reason, source, created_at)
   select 'gone-' || n || '@example.com', ${pick(['hard_bounce', 'complaint', 'unsubscribe'])}, 'provider', now() - make_interval(mins => n::integer)
   from generate_series(1, $1::bigint / 20) as n`,
  `insert into outbound_webhooks_endpoints (id, vendor_id, url, events, secret_encrypted, contact_email)
   select ${id(21)}, case n when 2 then (select p.vendor_id from orders o join orders_sub_orders p on p.order_id = o.id
       where o.confirmed_at is not null order by o.id desc limit 1) end, 'https://example.com/hooks', '{order.*}', '', 'a@example.com'
   from generate_series(1, 2) as n`,
  `insert into outbound_webhooks_messages (id, source_id, event, vendor_id, entity_id, created_at)
   select ${id(22)}, ${id(15)}, ${pick(['order.confirmed', 'order.placed'])}, vendor_id, id::text, placed_at from ${numbered} where n % 4 = 0`,
  `insert into outbound_webhooks_deliveries (id, message_id, endpoint_id, event, state, attempts, next_attempt_at, last_status, delivered_at,
     created_at)
   select uuidv7(), m.id, e.id, m.event, case when m.n % 1000 = 0 then 'failed' else 'delivered' end, 1, m.created_at,
     case when m.n % 1000 = 0 then 500 else 200 end, m.created_at, m.created_at
   from (select m.*, ('x' || right(id::text, 8))::bit(32)::bigint as n from outbound_webhooks_messages m) as m
   cross join outbound_webhooks_endpoints e order by m.created_at`,
];

const tables = [
  'accounts_users',
  'shipping_shipments',
  'invoices',
  'invoices_credit_notes',
  'returns_requests',
  'payouts',
  'outbox_events',
  'outbox_deliveries',
  'audit_entries',
  'discounts',
  'discounts_redemptions',
  'discounts_codes',
  'media_files',
  'inventory_movements',
  'mail_suppressions',
  'outbound_webhooks_messages',
  'outbound_webhooks_deliveries',
  'orders',
  'orders_sub_orders',
  'ledger_transactions',
];

/** So many orders of three vendors with what grows with them, triggers off. */
export async function writeListRows(container: Container, orders: number): Promise<void> {
  await createMarketplace(container);
  await writeBulkOrders(container.config.DATABASE_URL, { orders, perDay: 1_000, until: new Date() });
  const client = new pg.Client({ connectionString: container.config.DATABASE_URL });
  await client.connect();
  try {
    await client.query(
      'set statement_timeout = 0; set session_replication_role = replica; set synchronous_commit = off',
    );
    await client.query(`set maintenance_work_mem = '512MB'; set work_mem = '256MB'`);
    for (const sql of statements) await client.query(sql, sql.includes('$1') ? [orders] : []);
    await client.query(
      `insert into invoices_credit_note_documents (credit_note_id) select id from invoices_credit_notes`,
    );
    await client.query(
      'create index orders_search on orders using gin (order_number gin_trgm_ops, email gin_trgm_ops)',
    );
    for (const table of tables) await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.end();
  }
}
