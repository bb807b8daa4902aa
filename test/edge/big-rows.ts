import pg from 'pg';

/** Rows of the tables that grow with every order and are never read whole. */
export interface BigRows {
  /** Events, each with one delivery. */
  events: number;
  /** Timeline entries, stock movements and mails, as many of each. */
  others: number;
}

/** Ids that grow with `n`, as those of the platform grow with time. */
const id = (kind: number) =>
  `('00000000-0000-7${String(kind).padStart(3, '0')}-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
/** Two a second, the last of them forty days ago: all are old enough to be swept. */
const at = `now() - interval '40 days' - make_interval(secs => ($3::bigint - n) / 2.0)`;
const rows = 'from generate_series($1::bigint, $2::bigint) as n';

const ofEvents = [
  `insert into outbox_events (id, type, entity_id, payload, actor, request_id, created_at)
   select ${id(31)}, (array['order.placed', 'order.confirmed', 'inventory.adjusted'])[1 + n % 3], ${id(32)}::text,
     jsonb_build_object('orderId', ${id(32)}, 'amount', n), '{"type":"system","id":"bulk"}', 'bulk', ${at} ${rows}`,
  `insert into outbox_deliveries (event_id, subscription, entity_id, state, attempts, next_attempt_at, delivered_at)
   select ${id(31)}, (array['search-products', 'mail', 'orders-follow', 'feeds'])[1 + n % 4], ${id(32)}::text, 'delivered', 1, ${at}, ${at}
   ${rows}`,
];
const ofOthers = [
  `insert into orders_timeline (id, order_id, event, to_status, actor, created_at)
   select ${id(33)}, gen_random_uuid(), 'order.confirmed', 'confirmed', '{"type":"system","id":"bulk"}', ${at} ${rows}`,
  `insert into inventory_movements (id, variant_id, vendor_id, reserved_delta, reason, reference_id, actor, created_at)
   select ${id(34)}, ('00000000-0000-7035-8000-' || lpad(to_hex(n % 20000), 12, '0'))::uuid, gen_random_uuid(), 1, 'reserved',
     gen_random_uuid(), '{"type":"system","id":"bulk"}', ${at} ${rows}`,
  `insert into mail_messages (id, template, role, recipient, dedupe_key, state, attempts, sent_at, created_at, updated_at)
   select ${id(36)}, 'order.confirmed', 'customer', 'buyer-' || n % 50000 || '@example.com', md5(n::text), 'sent', 1, ${at}, ${at}, ${at}
   ${rows}`,
];

export const bigTables = [
  'outbox_events',
  'outbox_deliveries',
  'orders_timeline',
  'inventory_movements',
  'mail_messages',
] as const;

const BATCH = 250_000;

/** Fills the tables up from one size to another, without triggers and foreign keys. */
export async function growTables(url: string, from: BigRows, to: BigRows): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      'set statement_timeout = 0; set session_replication_role = replica; set synchronous_commit = off',
    );
    const fill = async (statements: readonly string[], have: number, want: number) => {
      for (let first = have + 1; first <= want; first += BATCH) {
        const last = Math.min(first + BATCH - 1, want);
        for (const sql of statements) await client.query(sql, [first, last, want]);
      }
    };
    await fill(ofEvents, from.events, to.events);
    await fill(ofOthers, from.others, to.others);
    for (const table of bigTables) await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.end();
  }
}
