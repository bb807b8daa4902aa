/** Parcels of the platform's account, of sub-orders that have none; those of the vendor account first. */
export const writeParcels = (stand, count) =>
  stand.query(
    `insert into shipping_shipments (order_id, sub_order_id, vendor_id, attempt, reference, lines, provider_id, method,
       credential_source, courier_code, cp_id, account_code, status, awb, tracking_code, actor, requested_at, sent_at, created_at)
     select order_id, id, vendor_id, 1, id::text, '[]', 'carrier', 'courier', 'platform', 'delhivery', 4, 'DELHIVERY_SURFACE',
       'created', 'B' || row_number() over (), 'B' || row_number() over (), '{"type":"system","id":"bench"}', now(), now(), now()
     from (select p.* from orders_sub_orders p where p.status in ('fulfilled', 'delivered') and p.confirmed_at is not null
       and not exists (select from shipping_shipments s where s.sub_order_id = p.id)
       order by p.vendor_id <> (select v.id from vendors v where slug = 'kaveri-handlooms'), p.id limit $1) sub_orders
     returning id, sub_order_id, awb, vendor_id`,
    [count],
  );
