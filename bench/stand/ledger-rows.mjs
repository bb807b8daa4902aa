/** The first seeded sub-order that was paid and delivered, to clone. */
const template = `select * from orders_vendors where confirmed_at is not null and status = 'delivered' order by id limit 1`;

/**
 * Clones a confirmed order with its sub-orders, lines and a payment of the provider `bench`, as they are before they are
 * paid. Triggers do not run: what they derive is not what is measured.
 */
export async function pendingOrders(stand, count, run) {
  await stand.query(`
    begin;
    set local session_replication_role = replica;
    create temp table cloned on commit drop as
      select o.id as old_id, n, md5('${run} order ' || n)::uuid as id from (
        select o.id from orders o where o.status in ('confirmed', 'completed') and o.user_id is not null
          and (select count(*) from orders_vendors p where p.order_id = o.id) = 1
        order by o.id limit 1
      ) o, generate_series(1, ${count}) as n;
    insert into orders
    select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object(
      'id', c.id, 'order_number', 'BL-${run}-' || c.n, 'cart_id', md5('${run} cart ' || c.n)::uuid,
      'status', 'pending_payment', 'payment_status', 'unpaid', 'paid_at', null, 'confirmed_at', null,
      'expires_at', now() + interval '1 day', 'placed_at', now(), 'cancelled_at', null, 'refunded_total', 0))).*
    from cloned c join orders o on o.id = c.old_id;
    insert into orders_vendors
    select (jsonb_populate_record(null::orders_vendors, to_jsonb(p) || jsonb_build_object(
      'id', md5('${run} part ' || c.n)::uuid, 'order_id', c.id, 'status', 'pending', 'confirmed_at', null,
      'delivered_at', null, 'placed_at', now()))).*
    from cloned c join orders_vendors p on p.order_id = c.old_id;
    insert into orders_lines
    select (jsonb_populate_record(null::orders_lines, to_jsonb(l) || jsonb_build_object(
      'id', md5('${run} line ' || c.n || ' ' || l.position)::uuid, 'order_vendor_id', md5('${run} part ' || c.n)::uuid))).*
    from cloned c join orders_vendors p on p.order_id = c.old_id join orders_lines l on l.order_vendor_id = p.id;
    insert into payments (id, order_id, provider_id, method, amount, currency, status)
    select md5('${run} payment ' || c.n)::uuid, c.id, 'bench', 'bench', o.grand_total, o.currency, 'pending'
    from cloned c join orders o on o.id = c.id;
    commit;
  `);
  await stand.query('analyze orders, orders_vendors, orders_lines, payments');
}

/** So many vendors, clones of a seeded one. @returns their ids */
export async function ledgerVendors(stand, count) {
  const rows = await stand.query(
    `with organizations as (
       insert into accounts_organizations (id, name, slug)
       select md5('ledger organization ' || n)::uuid, 'Bench ' || n, 'bench-ledger-' || n from generate_series(1, $1::integer) n
       returning id, slug
     )
     insert into vendors
     select (jsonb_populate_record(null::vendors, to_jsonb(v) || jsonb_build_object(
       'id', md5('vendor of ' || o.id)::uuid, 'slug', o.slug, 'organization_id', o.id))).*
     from (select * from vendors where gstin is not null order by id limit 1) v, organizations o
     returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/**
 * Fills the ledger up to so many entries of vendors, each the sale of a delivered sub-order of its own, in turns of the
 * vendors. The last of each vendor are open, as many as `open`. Triggers do not run.
 */
export async function ledgerEntries(stand, vendorIds, { from, to, open }) {
  const vendors = `array[${vendorIds.map((id) => `'${id}'`).join(',')}]::uuid[]`;
  const sold = `sold as (
    select n, md5('sale ' || n)::uuid as transaction_id, md5('entry ' || n)::uuid as entry_id,
      md5('sold part ' || n)::uuid as part_id, md5('sold order ' || n)::uuid as order_id,
      vendors[1 + n % ${vendorIds.length}] as vendor_id, now() - interval '20 days' + n * interval '1 millisecond' as at
    from generate_series(${from + 1}, ${to}) as n, (select ${vendors} as vendors) v
  )`;
  await stand.query(`
    begin;
    set local session_replication_role = replica;
    with ${sold} insert into orders_vendors
    select (jsonb_populate_record(null::orders_vendors, to_jsonb(t) || jsonb_build_object(
      'id', sold.part_id, 'order_id', sold.order_id, 'vendor_id', sold.vendor_id, 'delivered_at', sold.at))).*
    from sold, (${template}) t;
    with ${sold} insert into ledger_transactions (id, kind, source_id, vendor_id, order_id, order_vendor_id, provider_id,
      gross, commission, net, actor, posted_at)
    select transaction_id, 'sale', part_id, vendor_id, order_id, part_id, 'bench', 100000, 10000, 90000,
      '{"type":"system","id":"bench"}', at from sold;
    with ${sold} insert into ledger_entries (id, transaction_id, account, vendor_id, amount)
    select entry_id, transaction_id, 'vendor:' || vendor_id, vendor_id, 90000 from sold
    union all select md5('commission ' || n)::uuid, transaction_id, 'commission', null, 10000 from sold
    union all select md5('receipts ' || n)::uuid, transaction_id, 'receipts:bench', null, -100000 from sold;
    delete from ledger_open_entries where vendor_id = any(${vendors});
    with ${sold} insert into ledger_open_entries (entry_id, vendor_id, order_vendor_id, kind, amount, posted_at)
    select entry_id, vendor_id, part_id, 'sale', 90000, at from sold where n > ${to - open * vendorIds.length};
    commit;
  `);
  await stand.query(
    'vacuum analyze orders_vendors, ledger_transactions, ledger_entries, ledger_open_entries',
  );
}
