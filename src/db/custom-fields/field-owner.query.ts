import { execute } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import { onSaleSql } from '#db/products/offered-sql.js';
import type { CustomFieldEntity } from '#domain/_shared/custom-field.js';
import type { FieldScope } from '#domain/custom-fields/declared-fields.js';

const NOBODY = 'false';

/** Which rows there are for each kind: of all, of a vendor, of a customer, on the storefront. */
const sources: Record<
  CustomFieldEntity,
  { from: string; ofVendor: string; ofCustomer: string; onStorefront: string }
> = {
  product: {
    from: 'products r',
    ofVendor: 'r.vendor_id = :vendorId',
    ofCustomer: NOBODY,
    onStorefront: onSaleSql('r', 'now()'),
  },
  productVariant: {
    from: 'products_variants r join products p on p.id = r.product_id',
    ofVendor: 'p.vendor_id = :vendorId',
    ofCustomer: NOBODY,
    onStorefront: `r.deleted_at is null and ${onSaleSql('p', 'now()')}`,
  },
  order: {
    from: 'orders r',
    ofVendor:
      'exists (select from orders_sub_orders s where s.order_id = r.id and s.vendor_id = :vendorId and s.confirmed_at is not null)',
    ofCustomer: 'r.user_id = :userId',
    onStorefront: NOBODY,
  },
  vendor: {
    from: 'vendors r',
    ofVendor: 'r.id = :vendorId',
    ofCustomer: NOBODY,
    onStorefront: `r.status = 'active' and r.deleted_at is null`,
  },
  user: {
    from: 'accounts_users r',
    ofVendor: NOBODY,
    ofCustomer: 'r.id = :userId',
    onStorefront: NOBODY,
  },
  category: {
    from: 'taxonomy_categories r',
    ofVendor: NOBODY,
    ofCustomer: NOBODY,
    onStorefront: 'r.deleted_at is null',
  },
};

/** Whether the row is there for whom it is asked. Nothing is locked: a row may be deleted right afterwards. */
export async function rowExists(
  reader: Reader,
  { entity, entityId }: { entity: CustomFieldEntity; entityId: string },
  { vendorId, userId, onStorefront }: FieldScope,
): Promise<boolean> {
  const source = sources[entity];
  const scope = [
    ...(vendorId ? [source.ofVendor] : []),
    ...(userId ? [source.ofCustomer] : []),
    ...(onStorefront ? [source.onStorefront] : []),
  ];
  const bindings = { entityId, ...(vendorId && { vendorId }), ...(userId && { userId }) };
  const found = await execute(
    reader,
    `select 1 from ${source.from} where r.id = :entityId and ${['true', ...scope].join(' and ')}`,
    bindings,
  );
  return found > 0;
}

/** Whose product it is; undefined where there is none. */
export async function vendorOfProduct(reader: Reader, productId: string): Promise<string | undefined> {
  const row = await reader('products').where({ id: productId }).first('vendor_id');
  return row?.vendorId;
}

/** The live product that a live product or variant is, or belongs to. */
export async function productOfRow(
  reader: Reader,
  { entity, entityId }: { entity: 'product' | 'productVariant'; entityId: string },
): Promise<string | undefined> {
  const products = reader('products as p').where('p.id', entityId);
  const variants = reader('products as p')
    .join('products_variants as v', 'v.product_id', 'p.id')
    .where('v.id', entityId)
    .whereNull('v.deleted_at');
  const row = await (entity === 'product' ? products : variants).whereNull('p.deleted_at').first('p.id');
  return (row as { id: string } | undefined)?.id;
}
