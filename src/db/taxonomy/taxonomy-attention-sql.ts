import type { AttentionKind } from '#db/kernel/attention-kind.js';

export const taxonomyAttention: readonly AttentionKind[] = [
  {
    kind: 'catalogRequests',
    title: 'Requests of vendors for the catalog',
    remedy: 'Approve or reject: the products of the vendor wait for the entry.',
    failed: false,
    permission: 'catalogRequest:view',
    link: '/admin/catalog/requests/brands?filters[]=status:eq:pending',
    sql: `select r.id::text, r.taxonomy || ': ' || r.title as title, null::text as reason, r.created_at as at,
            '/admin/catalog/requests/' || r.taxonomy || '/' || r.id as link
          from taxonomy_requests r where r.status = 'pending' order by r.id desc`,
  },
];
