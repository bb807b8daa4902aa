import type { AttentionKind } from '#db/kernel/attention-kind.js';

export const vendorsAttention: readonly AttentionKind[] = [
  {
    kind: 'vendorApplications',
    title: 'Vendor applications',
    remedy: 'Approve or reject: the applicant waits.',
    failed: false,
    permission: 'vendor:view',
    link: '/admin/vendor-applications?filters[]=status:eq:pending',
    sql: `select a.id::text, a.display_name as title,
            -- one registration has one series of invoices
            (select 'Has the GSTIN of ' || v.display_name from vendors v
             where v.gstin = a.gstin and v.status = 'active' and v.deleted_at is null limit 1) as reason, a.created_at as at,
            '/admin/vendor-applications/' || a.id as link
          from vendors_applications a where a.status = 'pending' order by a.created_at desc`,
  },
  {
    kind: 'vendorsWithoutNumber',
    title: 'Vendors that may not sell',
    remedy: 'Ask for a GSTIN or an enrolment number: without one of both their products are not in the shop.',
    failed: false,
    permission: 'vendor:view',
    link: '/admin/vendors?filters[]=status:eq:active',
    sql: `select v.id::text, v.display_name as title, 'Neither GSTIN nor enrolment number' as reason, v.created_at as at, '/admin/vendors/' || v.id as link
          from vendors v where v.deleted_at is null and v.status = 'active' and v.gstin is null and v.enrolment_number is null
          order by v.created_at desc`,
  },
];
