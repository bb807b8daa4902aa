import { integer } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { ProductApproval } from '#domain/product-approvals/product-approval.js';

type Written = Pick<
  ProductApproval,
  'productId' | 'vendorId' | 'kind' | 'title' | 'sections' | 'differences' | 'proposed' | 'submittedByUserId'
>;

const json = ({
  sections,
  differences,
  proposed,
}: Pick<Written, 'sections' | 'differences' | 'proposed'>) => ({
  sections: JSON.stringify(sections),
  differences: JSON.stringify(differences),
  proposed: JSON.stringify(proposed),
});

export function createProductApprovalsRepository() {
  return {
    /** What waits of a product, locked. The caller holds the product: decisions and submissions take that lock first. */
    async lockPending(tx: Tx, productId: string): Promise<ProductApproval | undefined> {
      return tx<ProductApproval>('product_approvals')
        .where({ productId, state: 'pending' })
        .forUpdate()
        .first();
    },

    /** What waits of several products, by product, locked as `lockPending` does. */
    async lockPendingOf(tx: Tx, productIds: readonly string[]): Promise<Map<string, ProductApproval>> {
      if (productIds.length === 0) return new Map();
      const rows = await tx<ProductApproval>('product_approvals')
        .whereIn('productId', [...productIds])
        .where({ state: 'pending' })
        .orderBy('id')
        .forUpdate();
      return new Map(rows.map((row) => [row.productId, row]));
    },

    /** What was decided last of a product. */
    async lastDecided(tx: Tx, productId: string): Promise<ProductApproval | undefined> {
      return tx<ProductApproval>('product_approvals')
        .where({ productId })
        .whereNotNull('decidedAt')
        .orderBy([
          { column: 'decidedAt', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .first();
    },

    /** Which of the products were approved once. */
    async passed(tx: Tx, productIds: readonly string[]): Promise<Set<string>> {
      if (productIds.length === 0) return new Set();
      const rows = await tx('product_approvals_passed')
        .whereIn('productId', [...productIds])
        .select('productId');
      return new Set(rows.map(({ productId }) => productId));
    },

    async pass(tx: Tx, productIds: readonly string[], now: Date): Promise<void> {
      if (productIds.length === 0) return;
      await tx.raw(
        `insert into product_approvals_passed (product_id, passed_at) select id, ?::timestamptz from unnest(?::uuid[]) as id
         on conflict do nothing`,
        [now, [...productIds]],
      );
    },

    async insert(tx: Tx, fields: Written, now: Date): Promise<ProductApproval> {
      const stamps = { submittedAt: now, createdAt: now, updatedAt: now };
      const [row] = (await tx('product_approvals')
        .insert({ ...fields, ...json(fields), ...stamps })
        .returning('*')) as ProductApproval[];
      if (!row) throw new Error('nothing was inserted');
      return row;
    },

    /** Replaces what waits, under a new version; it keeps its place in the queue. */
    async replace(
      tx: Tx,
      id: string,
      fields: Omit<Written, 'productId' | 'vendorId' | 'submittedByUserId'>,
      now: Date,
    ): Promise<ProductApproval> {
      const { kind, title } = fields;
      const [row] = (await tx('product_approvals')
        .where({ id, state: 'pending' })
        .update({ kind, title, ...json(fields), version: tx.raw('version + 1'), updatedAt: now })
        .returning('*')) as ProductApproval[];
      if (!row) throw new Error('what waits was decided although its product is locked');
      return row;
    },

    /** Shows the product as it would be now, under the same version: nothing that waits became another. */
    async refresh(tx: Tx, id: string, proposed: ProductApproval['proposed']): Promise<ProductApproval> {
      const [row] = (await tx('product_approvals')
        .where({ id, state: 'pending' })
        .update({ proposed: JSON.stringify(proposed) })
        .returning('*')) as ProductApproval[];
      if (!row) throw new Error('what waits was decided although its product is locked');
      return row;
    },

    /** Ends what waits, whatever becomes of it; undefined when it is not pending. */
    async decide(
      tx: Tx,
      id: string,
      {
        reasons = [],
        ...fields
      }: Pick<ProductApproval, 'state'> &
        Partial<Pick<ProductApproval, 'reasons' | 'note' | 'decidedByUserId'>>,
      now: Date,
    ): Promise<ProductApproval | undefined> {
      const [row] = (await tx('product_approvals')
        .where({ id, state: 'pending' })
        .update({ ...fields, reasons: JSON.stringify(reasons), decidedAt: now, updatedAt: now })
        .returning('*')) as ProductApproval[];
      return row;
    },

    /** Approvals of a vendor since its last rejection, counted up to `limit`. */
    async approvalsInARow(tx: Tx, vendorId: string, limit: number): Promise<number> {
      const rows = await query(tx, { count: integer })(
        `select count(*)::int as count from (
           select 1 from product_approvals where vendor_id = :vendorId and state = 'approved'
             and decided_at > coalesce((select max(decided_at) from product_approvals
               where vendor_id = :vendorId and state = 'rejected'), '-infinity')
           limit :limit) approved`,
        { vendorId, limit },
      );
      return rows[0]?.count ?? 0;
    },
  };
}
