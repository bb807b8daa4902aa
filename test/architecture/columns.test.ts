import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ColumnKind, type Columns } from '#domain/_shared/columns.js';
import {
  orderColumns,
  orderDiscountColumns,
  orderLineColumns,
  subOrderColumns,
} from '#domain/orders/order.js';
import { paymentColumns } from '#domain/payments/payment.js';
import {
  productColumns,
  productSummaryColumns,
  variantColumns,
  vendorVariantColumns,
} from '#domain/products/product.js';
import { snakeCase } from '#db/kernel/case-mapping.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

/** What the database calls the types that a kind may have. */
const types: Record<ColumnKind, readonly string[]> = {
  uuid: ['uuid'],
  text: ['text', 'varchar', 'citext'],
  integer: ['int2', 'int4', 'int8'],
  number: ['float8'],
  boolean: ['bool'],
  instant: ['timestamptz'],
  uuids: ['_uuid'],
  texts: ['_text'],
  json: ['jsonb'],
};

const descriptions: readonly (readonly [table: string, columns: Columns])[] = [
  ['orders', orderColumns],
  ['orders_discounts', orderDiscountColumns],
  ['orders_lines', orderLineColumns],
  ['orders_sub_orders', subOrderColumns],
  ['payments', paymentColumns],
  ['products', productColumns],
  ['products', productSummaryColumns],
  ['products_variants', variantColumns],
  ['products_variants', vendorVariantColumns],
];

/** Columns that the table would let be null, and why they never are. */
const neverNull: Record<string, string> = {
  'orders_lines.product_id': 'every order writes it, and products are only marked as deleted',
};

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

it.each(descriptions)('%s is as its description says', async (table, columns) => {
  const { rows } = await kernel.container.knex.raw<{
    rows: { name: string; type: string; nullable: boolean }[];
  }>(
    `select column_name as name, udt_name as type, is_nullable = 'YES' as nullable
     from information_schema.columns where table_schema = 'public' and table_name = ?`,
    [table],
  );
  const present = new Map(rows.map((row) => [row.name, row]));
  const wrong = Object.entries(columns).flatMap(([name, { kind, nullable }]) => {
    const column = present.get(snakeCase(name));
    if (!column) return `${table} has no column for ${name}`;
    const place = `${table}.${column.name}`;
    const agrees = nullable === column.nullable || (place in neverNull && column.nullable);
    return types[kind].includes(column.type) && agrees
      ? []
      : `${place} is ${column.type}${column.nullable ? '' : ' not null'}, and is described as ${kind}${nullable ? '' : ' not null'}`;
  });
  expect(wrong).toEqual([]);
});
