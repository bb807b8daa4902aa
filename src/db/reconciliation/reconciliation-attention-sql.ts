import type { AttentionKind } from '#db/kernel/attention-kind.js';

const amountSql = (row: string) =>
  `${row}.currency || ' ' || to_char(${row}.amount / 100.0, 'FM999999999990.00')`;

export const reconciliationAttention: readonly AttentionKind[] = [
  {
    kind: 'disputes',
    title: 'Disputes that wait for evidence',
    remedy: 'Collect the evidence and hand it to the payment provider before its deadline.',
    failed: false,
    permission: 'reconciliation:view',
    link: '/admin/disputes?filters[]=state:eq:opened',
    sql: `select d.id::text, coalesce(o.order_number, d.provider_dispute_id) as title,
            ${amountSql('d')} || coalesce(', until ' || to_char(d.due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC', '') as reason,
            d.opened_at as at, '/admin/disputes/' || d.id as link
          from reconciliation_disputes d left join orders o on o.id = d.order_id
          where d.state = 'opened' and d.evidence_submitted_at is null order by d.opened_at desc, d.id desc`,
  },
  {
    kind: 'unmatchedMoney',
    title: 'Money without an explanation',
    remedy: 'Say what the money is of; until then vendors are held back and the books name the difference.',
    failed: true,
    permission: 'reconciliation:view',
    link: '/admin/unmatched-money?filters[]=state:eq:open',
    sql: `select i.id::text, coalesce(o.order_number, i.provider_ref) as title, ${amountSql('i')} || ': ' || i.reason as reason,
            i.created_at as at, '/admin/unmatched-money/' || i.id as link
          from reconciliation_items i left join orders o on o.id = i.order_id
          where i.state = 'open' order by i.created_at desc, i.id desc`,
  },
  {
    kind: 'providerBooks',
    title: 'Books of payment providers that could not be fetched',
    remedy: 'See what the provider said; the next run goes on where this one stopped.',
    failed: true,
    permission: 'reconciliation:view',
    link: '/admin/settlements',
    sql: `select f.provider_id as id, f.provider_id as title, f.error as reason, f.updated_at as at,
            '/admin/settlements' as link
          from reconciliation_fetches f where f.error is not null order by f.updated_at desc`,
  },
];
