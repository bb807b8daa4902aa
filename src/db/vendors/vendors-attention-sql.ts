import type { AttentionKind } from '#db/kernel/attention-kind.js';

export const vendorsAttention: readonly AttentionKind[] = [
  {
    kind: 'vendorApplications',
    title: 'Vendor applications',
    remedy: 'Approve or reject: the applicant waits.',
    failed: false,
    permission: 'vendor:view',
    link: '/admin/vendor-applications?filters[]=status:eq:pending',
    sql: `select a.id::text, a.display_name as title, null::text as reason, a.created_at as at,
            '/admin/vendor-applications/' || a.id as link
          from vendors_applications a where a.status = 'pending' order by a.created_at desc`,
  },
];
