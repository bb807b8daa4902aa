import type { AttentionKind } from '#db/kernel/attention-kind.js';

export const reviewsAttention: readonly AttentionKind[] = [
  {
    kind: 'reviewsToModerate',
    title: 'Reviews to moderate',
    remedy: 'Approve, reject or mark as spam: until then nobody sees them.',
    failed: false,
    permission: 'review:moderate',
    link: '/admin/reviews?filters[]=status:eq:pending',
    sql: `select r.id::text, coalesce(r.title, left(r.text, 80), 'Review') as title, null::text as reason, r.created_at as at,
            '/admin/reviews?filters[]=status:eq:pending' as link
          from reviews r where r.status = 'pending' order by r.created_at desc`,
  },
];
