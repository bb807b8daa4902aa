import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startKernel, type TestKernel } from '../_support/kernel.js';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

const vendors = 'vendors are suspended or marked as deleted, never removed';
const products =
  'products are marked as deleted, never removed; an index of the live ones serves what is read';
const taxonomy =
  'taxonomy is marked as deleted, never removed; an index of the live ones serves what is read';

/**
 * Foreign keys without their own index, each with its reason: the removal of a row makes the database look for
 * all that refer to it. Before rows of one of these parents are ever removed, its keys leave this list.
 */
const reasons: Record<string, string> = {
  'accounts_sessions.active_organization_id':
    'organizations stay as long as their vendors, which are never removed',
  'carts_items.variant_id': 'variants are marked as deleted, never removed, and items are read by their cart',
  'orders_timeline.sub_order_id': 'sub-orders are never removed, and steps are read by their order',
  'outbound_webhooks_endpoints.vendor_id': vendors,
  'payments_refund_lines.shipping_line_id': 'lines are never removed, and those of a refund are read by it',
  'payouts_reports.payout_id': 'payouts are never removed, and reports are read by their event',
  'products.brand_id': taxonomy,
  'products.primary_category_id': taxonomy,
  'products.vendor_id': vendors,
  'products_tabs.product_id': products,
  'products_variants.product_id': products,
  'taxonomy_categories.parent_id': taxonomy,
  'vendors_applications.vendor_id': vendors,
  'wishlists_items.product_id': products,
  'wishlists_items.variant_id':
    'variants are marked as deleted, never removed, and items are read by their list',
};

it('every foreign key begins an index of all rows, or stands here with its reason', async () => {
  // A key of two columns begins with the id of its parent, which is enough to find rows by.
  const { rows } = await kernel.container.knex.raw<{ rows: { name: string }[] }>(
    `select c.conrelid::regclass || '.' || a.attname as name
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
       select from pg_index i where i.indrelid = c.conrelid and i.indisvalid and i.indkey[0] = c.conkey[1]
         and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || quote_ident(a.attname) || ' IS NOT NULL)'))
     group by 1 order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(reasons).sort());
});
