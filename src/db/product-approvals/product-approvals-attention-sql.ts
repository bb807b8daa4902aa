import type { AttentionKind } from '#db/kernel/attention-kind.js';

export const productApprovalsAttention: readonly AttentionKind[] = [
  {
    kind: 'productApprovals',
    title: 'Products that wait for an approval',
    remedy:
      'Approve or reject: new products are not on sale, and changes are not seen by shoppers, until then.',
    failed: false,
    permission: 'productApproval:decide',
    link: '/admin/product-approvals?filters[]=state:eq:pending',
    sql: `select a.id::text, v.display_name || ': ' || a.title as title, null::text as reason, a.submitted_at as at,
            '/admin/product-approvals/' || a.id as link
          from product_approvals a join vendors v on v.id = a.vendor_id
            join products p on p.id = a.product_id and p.deleted_at is null
          where a.state = 'pending' order by a.submitted_at desc`,
  },
];
