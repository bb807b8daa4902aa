import type { AttentionKind } from '#db/kernel/attention-kind.js';

export const reportsAttention: readonly AttentionKind[] = [
  {
    kind: 'failedExports',
    title: 'Failed exports',
    remedy: 'Retry the export, or narrow its range.',
    failed: true,
    permission: 'reports:view',
    link: '/admin/report-exports?status=failed',
    // A cancelled one is what somebody wanted; one of last week nobody waits for, nor for one that was requested again.
    sql: `select e.id::text, e.file_name as title, e.error as reason, e.updated_at as at,
            '/admin/report-exports/' || e.id as link
          from reports_exports e
          where e.status = 'failed' and e.vendor_id is null and e.error <> 'Cancelled'
            and e.created_at > now() - interval '7 days'
            and not exists (select 1 from reports_exports l where l.report_key = e.report_key and l.format = e.format
              and l.params = e.params and l.vendor_id is null and l.created_at > e.created_at)
          order by e.created_at desc`,
  },
];
