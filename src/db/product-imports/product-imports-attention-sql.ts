import type { AttentionKind } from '#db/kernel/attention-kind.js';

export const productImportsAttention: readonly AttentionKind[] = [
  {
    kind: 'importsWithErrors',
    title: 'Imports with refused rows',
    remedy:
      'Help the vendor with the problem report of the import; the same file, corrected, may be imported again.',
    failed: true,
    permission: 'vendor:view',
    link: '/admin/product-imports?filters[]=failed:gt:0',
    sql: `select i.id::text, v.display_name || ': ' || i.file_name as title,
            coalesce(i.error, i.rows_failed || ' rows were refused') as reason, i.finished_at as at,
            '/admin/product-imports/' || i.id as link
          from product_imports i join vendors v on v.id = i.vendor_id
          where (i.status = 'failed' or i.status = 'completed' and i.rows_failed > 0)
            and i.finished_at > now() - interval '7 days'
          order by i.finished_at desc`,
  },
];
