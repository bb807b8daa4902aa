import type { AttentionKind } from '#db/kernel/attention-kind.js';

export const reportsAttention: readonly AttentionKind[] = [
  {
    kind: 'failedExports',
    title: 'Failed exports',
    remedy: 'Retry the export, or narrow its range.',
    failed: true,
    permission: 'reports:view',
    link: '/admin/report-exports?status=failed',
    // A cancelled one is what somebody wanted; one of last week nobody waits for.
    sql: `select e.id::text, e.file_name as title, e.error as reason, e.updated_at as at,
            '/admin/report-exports/' || e.id as link
          from reports_exports e
          where e.status = 'failed' and e.vendor_id is null and e.error <> 'Cancelled'
            and e.created_at > now() - interval '7 days'
          order by e.created_at desc`,
  },
];
