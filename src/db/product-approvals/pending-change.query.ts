import { instant, integer, textOf, texts, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { PendingChange } from '#domain/products/pending-change.js';

/** What waits of a product, as its vendor is shown it. */
export async function readPendingChange(reader: Reader, productId: string): Promise<PendingChange | null> {
  const rows = await query(reader, {
    id: uuid,
    kind: textOf<Omit<PendingChange, 'submittedAt'>['kind']>(),
    version: integer,
    fields: texts,
    submittedAt: instant,
  })(
    `select id, kind, version, submitted_at,
       array(select difference ->> 'field' from jsonb_array_elements(differences) as difference) as fields
     from product_approvals where product_id = ? and state = 'pending'`,
    [productId],
  );
  const [row] = rows;
  return row ? { ...row, submittedAt: row.submittedAt.toISOString() } : null;
}
