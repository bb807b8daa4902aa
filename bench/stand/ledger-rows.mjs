/** The first seeded sub-order that was paid and delivered, to clone. */
const template = `select to_jsonb(p) as sub_order from orders_sub_orders p
  where p.confirmed_at is not null and p.status = 'delivered' order by p.id limit 1`;

/**
 * SQL of a row like another one with some columns changed, as an item of a from clause: there the function runs once for
 * each row, in a select list it would run once for each column.
 * @param {string} seeded SQL of the other row, as JSON
 * @param {Record<string, string>} changes SQL by column
 */
function cloneOf(table, seeded, changes) {
  const pairs = Object.entries(changes).map(([column, sql]) => `'${column}', ${sql}`);
  return `jsonb_populate_record(null::${table}, ${seeded} || jsonb_build_object(${pairs.join(', ')})) as clone`;
}

/** SQL of an id that grows with `n`, as those of the platform grow with time; `kind` keeps the ids of tables apart. */
const idOf = (kind) => `('00000000-0000-7${kind}-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

/**
 * Clones a confirmed order with its sub-orders, lines and a payment of the provider `bench`, as they are before they are
 * paid. Triggers do not run: what they derive is not what is measured.
 */
export async function pendingOrders(stand, count, run) {
  const id = (what, of = 'c.n') => `md5('${run} ${what} ' || ${of})::uuid`;
  const order = cloneOf('orders', 'to_jsonb(o)', {
    id: 'c.id',
    order_number: `'BL-${run}-' || c.n`,
    cart_id: id('cart'),
    status: `'pending_payment'`,
    payment_status: `'unpaid'`,
    paid_at: 'null',
    confirmed_at: 'null',
    expires_at: `now() + interval '1 day'`,
    placed_at: 'now()',
    cancelled_at: 'null',
    refunded_total: '0',
  });
  const subOrder = cloneOf('orders_sub_orders', 'to_jsonb(p)', {
    id: id('part'),
    order_id: 'c.id',
    status: `'pending'`,
    confirmed_at: 'null',
    delivered_at: 'null',
    placed_at: 'now()',
  });
  const line = cloneOf('orders_lines', 'to_jsonb(l)', {
    id: id('line', `c.n || ' ' || l.position`),
    sub_order_id: id('part'),
  });
  await stand.query(`
    begin;
    set local session_replication_role = replica;
    create temp table cloned on commit drop as
      select o.id as old_id, n, ${id('order', 'n')} as id from (
        select o.id from orders o where o.status in ('confirmed', 'completed') and o.user_id is not null
          and (select count(*) from orders_sub_orders p where p.order_id = o.id) = 1
        order by o.id limit 1
      ) o, generate_series(1, ${count}) as n;
    insert into orders select clone.* from cloned c join orders o on o.id = c.old_id, ${order};
    insert into orders_sub_orders
    select clone.* from cloned c join orders_sub_orders p on p.order_id = c.old_id, ${subOrder};
    insert into orders_lines
    select clone.* from cloned c join orders_sub_orders p on p.order_id = c.old_id
      join orders_lines l on l.sub_order_id = p.id, ${line};
    insert into payments (id, order_id, provider_id, method, amount, currency, status)
    select ${id('payment')}, c.id, 'bench', 'bench', o.grand_total, o.currency, 'pending'
    from cloned c join orders o on o.id = c.id;
    commit;
  `);
  await stand.query('analyze orders, orders_sub_orders, orders_lines, payments');
}

/** So many vendors, clones of a seeded one. @returns their ids */
export async function ledgerVendors(stand, count) {
  const vendor = cloneOf('vendors', 'to_jsonb(v)', {
    id: `md5('vendor of ' || o.id)::uuid`,
    slug: 'o.slug',
    organization_id: 'o.id',
  });
  const rows = await stand.query(
    `with organizations as (
       insert into accounts_organizations (id, name, slug)
       select md5('ledger organization ' || n)::uuid, 'Bench ' || n, 'bench-ledger-' || n from generate_series(1, $1::integer) n
       returning id, slug
     )
     insert into vendors
     select clone.* from (select * from vendors where gstin is not null order by id limit 1) v, organizations o, ${vendor}
     returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/**
 * Fills the ledger up to so many entries of vendors, each the sale of its own delivered sub-order, in turns of the
 * vendors. The last of each vendor are open, as many as `open`. Triggers do not run.
 */
export async function ledgerEntries(stand, vendorIds, { from, to, open }) {
  const vendors = `array[${vendorIds.map((id) => `'${id}'`).join(',')}]::uuid[]`;
  const sold = `sold as (
    select n, ${idOf('001')} as transaction_id, ${idOf('002')} as entry_id, ${idOf('003')} as commission_id,
      ${idOf('004')} as receipts_id, ${idOf('005')} as sub_order_id, ${idOf('006')} as order_id,
      vendors[1 + n % ${vendorIds.length}] as vendor_id, now() - interval '20 days' + n * interval '1 millisecond' as at
    from generate_series(${from + 1}, ${to}) as n, (select ${vendors} as vendors) v
  )`;
  const subOrder = cloneOf('orders_sub_orders', 't.sub_order', {
    id: 'sold.sub_order_id',
    order_id: 'sold.order_id',
    vendor_id: 'sold.vendor_id',
    delivered_at: 'sold.at',
  });
  await stand.query(`
    begin;
    set local session_replication_role = replica;
    with ${sold} insert into orders_sub_orders select clone.* from sold, (${template}) t, ${subOrder};
    with ${sold} insert into ledger_transactions (id, kind, source_id, vendor_id, order_id, sub_order_id, provider_id,
      gross, commission, net, actor, posted_at)
    select transaction_id, 'sale', sub_order_id, vendor_id, order_id, sub_order_id, 'bench', 100000, 10000, 90000,
      '{"type":"system","id":"bench"}', at from sold;
    with ${sold} insert into ledger_entries (id, transaction_id, account, vendor_id, amount)
    select entry_id, transaction_id, 'vendor:' || vendor_id, vendor_id, 90000 from sold
    union all select commission_id, transaction_id, 'commission', null, 10000 from sold
    union all select receipts_id, transaction_id, 'receipts:bench', null, -100000 from sold;
    delete from ledger_open_entries where vendor_id = any(${vendors});
    with ${sold} insert into ledger_open_entries (entry_id, vendor_id, sub_order_id, kind, amount, posted_at)
    select entry_id, vendor_id, sub_order_id, 'sale', 90000, at from sold where n > ${to - open * vendorIds.length};
    commit;
  `);
  await stand.query(
    'vacuum analyze orders_sub_orders, ledger_transactions, ledger_entries, ledger_open_entries',
  );
}
