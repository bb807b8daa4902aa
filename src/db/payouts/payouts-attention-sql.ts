import type { AttentionKind } from '#db/kernel/attention-kind.js';

export const payoutsAttention: readonly AttentionKind[] = [
  {
    kind: 'failedPayouts',
    title: 'Failed payouts',
    remedy: 'Correct the bank account of the vendor: the next run pays what is open.',
    failed: true,
    permission: 'payout:view',
    link: '/admin/payouts?filters[]=status:eq:failed',
    // A later payout of the vendor has taken the money along.
    sql: `select p.id::text, v.display_name as title, p.failure_reason as reason, p.failed_at as at,
            '/admin/payouts/' || p.id as link
          from payouts p join vendors v on v.id = p.vendor_id
          where p.status = 'failed'
            and not exists (select 1 from payouts l where l.vendor_id = p.vendor_id and l.created_at > p.created_at)
          order by p.created_at desc`,
  },
  {
    kind: 'payoutProblems',
    title: 'Payouts with a problem at their provider',
    remedy: 'Compare the payout with the books of the provider: it is asked again by itself.',
    failed: true,
    permission: 'payout:view',
    link: '/admin/payouts',
    sql: `select p.id::text, v.display_name as title, t.problem as reason, t.updated_at as at,
            '/admin/payouts/' || p.id as link
          from payouts_transfers t join payouts p on p.id = t.payout_id join vendors v on v.id = p.vendor_id
          where t.problem is not null order by t.updated_at desc`,
  },
  {
    kind: 'payoutAccounts',
    title: 'Bank details that payouts cannot go to',
    remedy: 'Have the vendor correct its bank details, or try them again.',
    failed: true,
    permission: 'payout:view',
    link: '/admin/payout-accounts?filters[]=state:eq:failed',
    sql: `select a.id::text, v.display_name as title, coalesce(a.problem, a.reason) as reason, a.updated_at as at,
            '/admin/payout-accounts?vendorId=' || a.vendor_id as link
          from payouts_accounts a join vendors v on v.id = a.vendor_id
          where a.state = 'failed' or a.problem is not null order by a.updated_at desc`,
  },
];
