/**
 * Fills a vendor up to so many variants, three of a product, and so many sub-orders, from rows that it has. Triggers do
 * not run: what they derive is not what is measured.
 */
export async function fillVendor(stand, vendorId, { variants, orders }) {
  const products = Math.ceil(variants / 3);
  await stand.query(`
    begin;
    set local session_replication_role = replica;
    with template as (
      select * from products where vendor_id = '${vendorId}' and deleted_at is null order by id limit 1
    )
    insert into products
    select (jsonb_populate_record(null::products, to_jsonb(t) || jsonb_build_object(
      'id', md5('product ' || n)::uuid, 'title', 'Bench article ' || md5(n::text), 'slug', 'bench-vendor-' || n,
      'handle', 'bench-vendor-' || n, 'created_at', now() - n * interval '1 minute', 'updated_at', now()))).*
    from template t, generate_series(1, ${products}) as n
    on conflict do nothing;

    with template as (
      select * from products_variants where vendor_id = '${vendorId}' and deleted_at is null order by id limit 1
    )
    insert into products_variants
    select (jsonb_populate_record(null::products_variants, to_jsonb(t) || jsonb_build_object(
      'id', md5('variant ' || n || ' ' || k)::uuid, 'product_id', md5('product ' || n)::uuid, 'option_value_ids', '{}',
      'sku', 'BV-' || md5(n || ' ' || k), 'created_at', now() - n * interval '1 minute', 'sort_order', k))).*
    from template t, generate_series(1, ${products}) as n, generate_series(1, 3) as k
    on conflict do nothing;

    insert into inventory_levels (variant_id, vendor_id, on_hand, updated_at)
    select md5('variant ' || n || ' ' || k)::uuid, '${vendorId}', n % 50, now() - n * interval '1 second'
    from generate_series(1, ${products}) as n, generate_series(1, 3) as k
    on conflict do nothing;

    with template as (
      select o.* from orders o join orders_sub_orders p on p.order_id = o.id
      where p.vendor_id = '${vendorId}' and p.confirmed_at is not null order by o.id limit 1
    )
    insert into orders
    select (jsonb_populate_record(null::orders, to_jsonb(t) || jsonb_build_object(
      'id', md5('order ' || n)::uuid, 'order_number', 'BV-' || n, 'placed_at', now() - n * interval '1 minute'))).*
    from template t, generate_series(1, ${orders}) as n
    on conflict do nothing;

    with template as (
      select * from orders_sub_orders where vendor_id = '${vendorId}' and confirmed_at is not null order by id limit 1
    )
    insert into orders_sub_orders
    select (jsonb_populate_record(null::orders_sub_orders, to_jsonb(t) || jsonb_build_object(
      'id', md5('part ' || n)::uuid, 'order_id', md5('order ' || n)::uuid,
      'placed_at', now() - n * interval '1 minute'))).*
    from template t, generate_series(1, ${orders}) as n
    on conflict do nothing;
    commit;
  `);
  await stand.query(
    'vacuum analyze products, products_variants, inventory_levels, orders, orders_sub_orders',
  );
}
