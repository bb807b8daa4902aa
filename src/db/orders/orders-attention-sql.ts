import type { AttentionKind } from '#db/kernel/attention-kind.js';

export const ordersAttention: readonly AttentionKind[] = [
  {
    kind: 'overdueOrders',
    title: 'Unpaid orders past their time',
    remedy: 'Compare the order with its payment at the provider, then cancel it or mark it as paid.',
    failed: true,
    permission: 'order:view',
    link: '/admin/orders?filters[]=status:eq:pending_payment',
    // Ten minutes are for the last look at the provider, after which the order's own run settles it.
    sql: `select o.id::text, o.order_number as title, 'The time to pay is over' as reason, o.expires_at as at,
            '/admin/orders/' || o.id as link
          from orders o
          where o.status = 'pending_payment' and o.expires_at < now() - interval '10 minutes'
          order by o.placed_at desc`,
  },
];
