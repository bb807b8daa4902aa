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
  productColumns,
  productSummaryColumns,
  variantColumns,
  vendorVariantColumns,
} from '#domain/products/product.js';
import { camelCase, snakeCase } from '#db/kernel/case-mapping.js';
import { execute, query } from '#db/kernel/query.js';
import { tables } from '#db/tables.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

/** What the database calls the types that a kind may have. */
const types: Record<ColumnKind, readonly string[]> = {
  uuid: ['uuid'],
  text: ['text', 'varchar', 'citext', 'tsvector'],
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

/** Selections of the columns of a table that more than one row is read by. */
const selections: readonly (readonly [table: string, columns: Columns])[] = [
  ['products', productColumns],
  ['products', productSummaryColumns],
  ['products_variants', variantColumns],
  ['products_variants', vendorVariantColumns],
];

/** Columns that the table would let be null, and why they never are. */
const neverNull: Record<string, string> = {
  'orders_lines.product_id': 'every order writes it, and products are only marked as deleted',
};

/** Made at run time, one for each version of the search documents. */
const madeAtRunTime = /^(schema_migrations|search_docs_|search_words_)/;

interface Present {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
}

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

async function presentColumns(): Promise<Map<string, Present[]>> {
  const rows = await query(kernel.container.knex, { table: text, name: text, type: text, nullable: boolean })(
    `select c.relname as "table", a.attname as name, t.typname as type, not a.attnotnull as nullable
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`,
  );
  const present = new Map<string, Present[]>();
  for (const row of rows)
    if (!madeAtRunTime.test(row.table)) present.set(row.table, [...(present.get(row.table) ?? []), row]);
  return present;
}

function wrongColumns(table: string, columns: Columns, present: readonly Present[]): string[] {
  return Object.entries(columns).flatMap(([name, { kind, nullable: mayBeNull }]) => {
    const column = present.find((item) => item.name === snakeCase(name));
    if (!column) return `${table} has no column for ${name}`;
    const place = `${table}.${column.name}`;
    const agrees = mayBeNull === column.nullable || (place in neverNull && column.nullable);
    return types[kind].includes(column.type) && agrees
      ? []
      : `${place} is ${column.type}${column.nullable ? '' : ' not null'}, and is described as ${kind}${mayBeNull ? '' : ' not null'}`;
  });
}

it('every table is described, column by column, as it is', async () => {
  const present = await presentColumns();
  const described: Readonly<Record<string, Columns>> = tables;
  const missing = [...present.keys()].filter((table) => !(table in described));
  expect(missing.map((table) => `${table} has no columns in src/db/<slug>/columns.ts`)).toEqual([]);
  const wrong = Object.entries(described).flatMap(([table, columns]) => {
    const there = present.get(table);
    if (!there) return `${table} is no table`;
    const left = there.filter(({ name }) => !(camelCase(name) in columns));
    return [
      ...left.map(({ name }) => `${table}.${name} is not described`),
      ...wrongColumns(table, columns, there),
    ];
  });
  expect(wrong).toEqual([]);
});

it.each(selections)('a selection of %s is as the table', async (table, columns) => {
  expect(wrongColumns(table, columns, (await presentColumns()).get(table) ?? [])).toEqual([]);
});

describe('a statement', () => {
  const two = `select * from (values ('018f0000-0000-7000-8000-000000000001'::uuid, 'Asha', now()),
    ('018f0000-0000-7000-8000-000000000002'::uuid, null, now())) as person (user_id, full_name, created_at)`;
  const person = { userId: uuid, fullName: nullable(text), createdAt: instant };
  const faultOf = (columns: Columns, sql: string) =>
    query(
      kernel.container.knex,
      columns,
    )(sql).then(
      () => 'none',
      (error: unknown) => (error as Error).message.replace(/, in: .*/s, '').replace(/^.*: /, ''),
    );

  it('returns the rows that its columns describe', async () => {
    const [first, second] = await query(kernel.container.knex, person)(two);
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
