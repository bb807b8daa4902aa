import type { AttentionKind } from '#db/kernel/attention-kind.js';
import { awaitsAwbSql, awaitsLabelSql } from './awaiting-sql.js';

export const shippingAttention: readonly AttentionKind[] = [
  {
    kind: 'failedShipments',
    title: 'Failed shipments',
    remedy: 'Correct what the carrier refused, then fulfil the sub-order again.',
    failed: true,
    permission: 'order:view',
    link: '/admin/shipping/shipments?filters[]=status:eq:failed',
    // Another attempt, or a sub-order that was sent or cancelled otherwise, leaves nothing to do.
    sql: `select s.id::text, o.order_number as title, s.error as reason, s.requested_at as at,
            '/admin/orders/' || s.order_id as link
          from shipping_shipments s
          join orders_sub_orders p on p.id = s.sub_order_id and p.status = 'pending'
          join orders o on o.id = s.order_id
          where s.status = 'failed'
            and not exists (select 1 from shipping_shipments l where l.sub_order_id = s.sub_order_id and l.attempt > s.attempt)
          order by s.requested_at desc`,
  },
  {
    kind: 'shipmentsWithoutAwb',
    title: 'Shipments without an AWB',
    remedy: 'Look the reference up at the carrier, then void the shipment and fulfil the sub-order again.',
    failed: true,
    permission: 'order:view',
    link: '/admin/shipping/shipments?filters[]=awaiting:eq:awb',
    sql: `select s.id::text, o.order_number as title, coalesce(s.error, 'The carrier gave no AWB') as reason, s.requested_at as at,
            '/admin/orders/' || s.order_id as link
          from shipping_shipments s join orders o on o.id = s.order_id
          where ${awaitsAwbSql('s')}
          order by s.requested_at desc`,
  },
  {
    kind: 'shipmentsWithoutLabel',
    title: 'Shipments without a label',
    remedy: 'Ask the carrier for the label, then fetch it again.',
    failed: true,
    permission: 'order:view',
    link: '/admin/shipping/shipments?filters[]=awaiting:eq:label',
    // Couriers print many labels some minutes late.
    sql: `select s.id::text, o.order_number as title, s.label_error as reason, s.label_since as at,
            '/admin/orders/' || s.order_id as link
          from shipping_shipments s join orders o on o.id = s.order_id
          where ${awaitsLabelSql('s')} and s.label_since < now() - interval '1 hour'
          order by s.label_since desc`,
  },
  {
    kind: 'contradictingShipments',
    title: 'Shipments whose reports contradict each other',
    remedy:
      'Compare the parcel with the carrier, then take over the AWB that was reported or dismiss the report.',
    failed: false,
    permission: 'order:view',
    link: '/admin/shipping/shipments?filters[]=attention:in:contradicting_codes,ambiguous_awb,foreign_awb',
    sql: `select s.id::text, o.order_number as title, s.attention_note as reason, s.attention_at as at,
            '/admin/orders/' || s.order_id as link
          from shipping_shipments s join orders o on o.id = s.order_id
          where s.attention is not null order by s.attention_at desc`,
  },
];
