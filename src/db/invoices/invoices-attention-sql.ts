import type { AttentionKind } from '#db/kernel/attention-kind.js';

export const invoicesAttention: readonly AttentionKind[] = [
  {
    kind: 'failedInvoices',
    title: 'Failed invoices',
    remedy: 'Correct what the reason names, then request the invoice again: its number stays.',
    failed: true,
    permission: 'invoice:view',
    link: '/admin/orders',
    sql: `select i.id::text, o.order_number as title, coalesce(i.error, i.issue_problem) as reason, i.updated_at as at,
            '/admin/orders/' || i.order_id as link
          from invoices i join orders o on o.id = i.order_id
          where i.status = 'failed' order by i.updated_at desc`,
  },
];
