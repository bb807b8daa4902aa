import { textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import { type DiscountTargets, type TargetDimension, targetDimensions } from '#domain/discounts/discount.js';

export type DiscountReferences = DiscountTargets & { customerUserIds: string[] };

const tables: Record<TargetDimension, string> = {
  variants: 'products_variants',
  categories: 'taxonomy_categories',
  brands: 'taxonomy_brands',
  tags: 'taxonomy_tags',
  ingredients: 'taxonomy_ingredients',
  vendors: 'vendors',
};

/** The ids that a discount refers to, of which there is no live row, by the field that names them. */
export async function missingReferences(
  reader: Reader,
  references: DiscountReferences,
): Promise<Record<TargetDimension | 'customerUserIds', ReadonlySet<string>>> {
  const parts = targetDimensions.map(
    (dimension) => `select '${dimension}' as field, wanted.id from unnest(?::uuid[]) as wanted (id)
      where not exists (select from ${tables[dimension]} t where t.id = wanted.id and t.deleted_at is null)`,
  );
  parts.push(`select 'customerUserIds' as field, wanted.id from unnest(?::uuid[]) as wanted (id)
    where not exists (select from accounts_users u where u.id = wanted.id)`);
  const ids = targetDimensions.map((dimension) => references[dimension].map((entry) => entry.id));
  const rows = await query(reader, { field: textOf<TargetDimension | 'customerUserIds'>(), id: uuid })(
    parts.join(' union all '),
    [...ids, references.customerUserIds],
  );
  const missing = (field: string) => new Set(rows.filter((row) => row.field === field).map((row) => row.id));
  return {
    variants: missing('variants'),
    categories: missing('categories'),
    brands: missing('brands'),
    tags: missing('tags'),
    ingredients: missing('ingredients'),
    vendors: missing('vendors'),
    customerUserIds: missing('customerUserIds'),
  };
}
