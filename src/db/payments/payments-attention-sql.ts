import type { AttentionKind } from '#db/kernel/attention-kind.js';

export const paymentsAttention: readonly AttentionKind[] = [
  {
    kind: 'failedRefunds',
    title: 'Failed refunds',
    remedy: 'Retry the refund, or pay the buyer by hand and record it as paid.',
    failed: true,
    permission: 'refund:view',
    link: '/admin/refunds?filters[]=status:eq:failed',
    sql: `select r.id::text, o.order_number as title, r.failure_reason as reason, r.updated_at as at,
            '/admin/orders/' || r.order_id as link
          from payments_refunds r join orders o on o.id = r.order_id
          where r.status = 'failed' and r.given_up_at is null order by r.updated_at desc`,
  },
  {
    kind: 'refundsByHand',
    title: 'Refunds to pay by hand',
    remedy: 'Pay the buyer, then record the refund as paid with its reference.',
    failed: false,
    permission: 'refund:view',
    link: '/admin/refunds?filters[]=status:eq:pending&filters[]=byHand:eq:true',
    sql: `select r.id::text, o.order_number as title, null::text as reason, r.created_at as at,
            '/admin/orders/' || r.order_id as link
          from payments_refunds r join orders o on o.id = r.order_id
          where r.status = 'pending' and r.by_hand and not r.awaiting_approval order by r.created_at desc`,
  },
];
