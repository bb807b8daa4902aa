import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { Discount, DiscountPlatform, DiscountStatus } from '#domain/discounts/discount.js';

export interface DiscountFilter {
  status: DiscountStatus;
  platform?: DiscountPlatform;
  isActive?: boolean;
  /** Automatic offers alone, or coupons alone. */
  automatic?: boolean;
}

/** One page of the discounts in a listing state; `search` looks into names and codes. */
export function listDiscounts(
  knex: Knex,
  { status, platform, isActive, automatic }: DiscountFilter,
  query: ListQuery,
): Promise<Page<Discount>> {
  const base = knex('discounts');
  if (status === 'active') void base.whereNull('deletedAt').whereNull('archivedAt');
  if (status === 'archived') void base.whereNull('deletedAt').whereNotNull('archivedAt');
  if (status === 'deleted') void base.whereNotNull('deletedAt');
  if (platform) void base.where({ platform });
  if (isActive !== undefined) void base.where({ isActive });
  if (automatic !== undefined) void (automatic ? base.whereNotNull('offer') : base.whereNull('offer'));
  return listPage<Discount>({
    base,
    query,
    columns: {},
    idColumn: 'id',
    searchColumns: ['name', 'code'],
    select: ['*'],
  });
}
