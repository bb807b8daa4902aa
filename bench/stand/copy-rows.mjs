import { rmSync } from 'node:fs';

const ofProducts = (group) => `select id from products where handle like 'bench-${group}-%'`;
const ofVariants = (group) => `select id from products_variants where product_id in (${ofProducts(group)})`;

/** What a product file becomes. */
const tables = (group) => ({
  products: `id in (${ofProducts(group)})`,
  products_options: `product_id in (${ofProducts(group)})`,
  products_option_values: `option_id in (select id from products_options where product_id in (${ofProducts(group)}))`,
  products_variants: `product_id in (${ofProducts(group)})`,
  products_categories: `product_id in (${ofProducts(group)})`,
  products_tags: `product_id in (${ofProducts(group)})`,
  inventory_levels: `variant_id in (${ofVariants(group)})`,
  inventory_movements: `variant_id in (${ofVariants(group)})`,
});

/**
 * Loads the rows that an import wrote once more by `COPY`, into empty tables of the same shape with the same indexes
 * but without what ties tables together: the least that loading them can cost.
 */
export async function copyRows(stand, group) {
  const [{ data_directory: folder }] = await stand.query('show data_directory');
  const copied = [];
  for (const [table, where] of Object.entries(tables(group))) {
    const file = `${folder}/bench-${table}.copy`;
    await stand.query(`copy (select * from ${table} where ${where}) to '${file}'`);
    await stand.query(`create table bench_${table} (like ${table} including all)`);
    const began = performance.now();
    await stand.query(`copy bench_${table} from '${file}'`);
    const milliseconds = Math.round(performance.now() - began);
    const [{ count }] = await stand.query(`select count(*) from bench_${table}`);
    copied.push({ table, rows: Number(count), milliseconds });
    await stand.query(`drop table bench_${table}`);
    rmSync(file);
  }
  return { tables: copied, seconds: copied.reduce((sum, item) => sum + item.milliseconds, 0) / 1000 };
}
