import type { CountCache } from '#db/kernel/count-cache.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { ApprovalDetail, ListedApproval } from '#domain/product-approvals/listed-approval.js';

const columns = [
  'a.id',
  'a.product_id',
  'a.vendor_id',
  'a.kind',
  'a.state',
  'a.version',
  'a.title',
  'a.submitted_by_user_id',
  'a.submitted_at',
  'a.decided_by_user_id',
  'a.decided_at',
  'a.reasons',
  'a.note',
  'a.created_at',
  'a.updated_at',
  'v.display_name as vendor_name',
  'v.status as vendor_status',
];

const FIELDS = `array(select difference ->> 'field' from jsonb_array_elements(a.differences) as difference) as fields`;

const scoped = (knex: Reader, vendorId?: string) => {
  const base = knex('product_approvals as a').join('vendors as v', 'v.id', 'a.vendor_id');
  return vendorId ? base.where('a.vendor_id', vendorId) : base;
};

/** Of one vendor, or of all. */
export function listProductApprovals(
  knex: Knex,
  counts: CountCache,
  query: ListQuery,
  vendorId?: string,
): Promise<Page<ListedApproval>> {
  return listPage<ListedApproval>({
    base: scoped(knex, vendorId),
    query,
    idColumn: 'a.id',
    select: [...columns, knex.raw(FIELDS)],
    columns: {
      kind: 'a.kind',
      state: 'a.state',
      vendorId: 'a.vendor_id',
      productId: 'a.product_id',
      vendorStatus: 'v.status',
      submittedAt: 'a.submitted_at',
      updatedAt: 'a.updated_at',
      decidedAt: 'a.decided_at',
      title: 'a.title',
    },
    searchColumns: ['a.title'],
    counts: { cache: counts, name: 'product-approvals' },
  });
}

export async function readProductApproval(
  knex: Reader,
  id: string,
  vendorId?: string,
): Promise<ApprovalDetail | undefined> {
  return (await scoped(knex, vendorId)
    .where('a.id', id)
    .first([...columns, knex.raw(FIELDS), 'a.differences', 'a.proposed'])) as ApprovalDetail | undefined;
}
