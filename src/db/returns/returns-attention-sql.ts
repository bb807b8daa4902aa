import type { AttentionKind } from '#db/kernel/attention-kind.js';

export const returnsAttention: readonly AttentionKind[] = [
  {
    kind: 'returnsToDecide',
    title: 'Returns to decide',
    remedy: 'Approve or reject: the buyer waits.',
    failed: false,
    permission: 'order:view',
    link: '/admin/return-requests?filters[]=status:eq:requested',
    sql: `select r.id::text, o.order_number as title, r.reason, r.created_at as at,
            '/admin/orders/' || r.order_id as link
          from returns_requests r join orders o on o.id = r.order_id
          where r.status = 'requested' order by r.created_at desc`,
  },
];
