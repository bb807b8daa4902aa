import type { AttentionKind } from '#db/kernel/attention-kind.js';

export const accessAttention: readonly AttentionKind[] = [
  {
    kind: 'moneyApprovals',
    title: 'Acts with money to approve',
    remedy: 'Compare amount and receiver, then approve the act or refuse it.',
    failed: false,
    permission: 'money:approve',
    link: '/admin/money-approvals?filters[]=state:eq:waiting',
    sql: `select a.id::text, coalesce(v.display_name, o.order_number, replace(a.kind, '_', ' ')) as title,
            to_char(a.amount / 100.0, 'FM999,999,999,990.00') || ' ' || a.currency as reason, a.asked_at as at,
            '/admin/money-approvals/' || a.id as link
          from access_money_approvals a left join vendors v on v.id = a.vendor_id left join orders o on o.id = a.order_id
          where a.state = 'waiting' order by a.asked_at desc`,
  },
];
