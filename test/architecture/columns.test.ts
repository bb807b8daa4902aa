import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  boolean,
  type ColumnKind,
  type Columns,
  instant,
  integer,
  listOf,
  nullable,
  text,
  uuid,
} from '#domain/_shared/columns.js';
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
import { execute, query } from '#db/kernel/query.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

/** What the database calls the types that a kind may have. */
const types: Record<ColumnKind, readonly string[]> = {
  uuid: ['uuid'],
  text: ['text', 'varchar', 'citext'],
  integer: ['int2', 'int4', 'int8'],
  number: ['float8'],
  boolean: ['bool'],
  instant: ['timestamptz'],
  day: ['date'],
  decimal: ['numeric'],
  integers: ['_int2', '_int4', '_int8'],
  bytes: ['bytea'],
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

describe('a statement', () => {
  const two = `select * from (values ('018f0000-0000-7000-8000-000000000001'::uuid, 'Asha', now()),
    ('018f0000-0000-7000-8000-000000000002'::uuid, null, now())) as person (user_id, full_name, created_at)`;
  const person = { userId: uuid, fullName: nullable(text), createdAt: instant };
  const faultOf = (columns: Columns, sql: string) =>
    query(kernel.container.knex, columns, sql).then(
      () => 'none',
      (error: unknown) => (error as Error).message.replace(/, in: .*/s, '').replace(/^.*: /, ''),
    );

  it('returns the rows that its columns describe', async () => {
    const [first, second] = await query(kernel.container.knex, person, two);
    expect(first).toMatchObject({ fullName: 'Asha', createdAt: expect.any(Date) });
    expect(second?.fullName).toBeNull();
  });

  it.each<[fault: string, columns: Columns, sql: string]>([
    ['"fullName" is described and not selected', person, two.replace('*', 'user_id, created_at')],
    [
      '"fullName" is described and not selected; "fulName" is selected and not described',
      person,
      two.replace('*', 'user_id, full_name as ful_name, created_at'),
    ],
    ['"createdAt" is selected and not described', { userId: uuid, fullName: nullable(text) }, two],
    ['two columns have the same name', { id: integer }, 'select 1 as id, 2 as id'],
    [
      '"total" is described as integer and comes as string (type 1700)',
      { total: integer },
      'select sum(1::int8) as total',
    ],
    [
      '"at" is described as instant and comes as string (type 1082)',
      { at: instant },
      'select current_date as at',
    ],
    ['"fullName" is described as not null and is null', { ...person, fullName: text }, two],
    ['"found" is described as not null and is null', { found: boolean }, 'select null::boolean as found'],
    [
      '"lines.quantity" is no integer; "lines.title" is not described',
      { lines: listOf({ quantity: integer }) },
      `select jsonb_build_array(jsonb_build_object('title', 'Soap', 'quantity', null)) as lines`,
    ],
  ])('throws: %s', async (fault, columns, sql) => {
    expect(await faultOf(columns, sql)).toBe(fault);
  });

  it('says what it changed', async () => {
    expect(await execute(kernel.container.knex, 'select 1 union all select 2')).toBe(2);
  });
});
