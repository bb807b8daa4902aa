import { randomBytes } from 'node:crypto';
import knexLibrary from 'knex';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkTexts } from '#runtime/doctor/check-texts.js';
import { newId } from '#lib/ids.js';
import { adminQuery, provided } from '../_support/database.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';

let platform: TestPlatform;
let vendor: TestVendor;
beforeAll(async () => {
  platform = await startPlatform();
  vendor = await createVendor(platform.container);
});
afterAll(() => platform.stop());

/** As ICU's root collation has them: case and accents decide last, and each script follows its own alphabet. */
const ORDERED = [
  'apple diya',
  'Banarasi saree',
  'Éclair',
  'fan',
  'Venkatagiri',
  'zari',
  'कुर्ता',
  'दीया',
  'साड़ी',
  'பட்டு',
];

test('lists are sorted by title as people do, in pages, behind a search and far behind the start', async () => {
  for (const title of [...ORDERED].sort())
    await createProduct(platform.container, vendor.vendorId, { title: `${title} kx` });
  const http = platform.http.as(vendor.token);
  const titles = async (query: string) => {
    const { body } = await http.get<{ title: string }[]>(`/vendor/products?${query}`);
    return body.data.map(({ title }) => title.replace(' kx', ''));
  };
  expect(await titles('sort=title:asc')).toEqual(ORDERED);
  expect(await titles('sort=title:desc')).toEqual(ORDERED.toReversed());
  expect(await titles('search=kx&sort=title:asc')).toEqual(ORDERED);
  const pages = [];
  for (const page of [1, 2, 3, 4]) pages.push(...(await titles(`sort=title:asc&limit=3&page=${page}`)));
  expect(pages).toEqual(ORDERED);
});

test('a page by title is read from the index', async () => {
  const { knex } = platform.container;
  const explained = await knex.transaction(async (tx) => {
    await tx.raw('set local enable_seqscan = off');
    await tx.raw('set local enable_sort = off');
    const { rows } = await tx.raw<{ rows: { 'QUERY PLAN': string }[] }>(
      `explain select id from products where vendor_id = ? and deleted_at is null
       order by title collate "und-x-icu", id limit 20`,
      [newId()],
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(explained).toContain('products_vendor_title');
});

test('the doctor reports a changed collation, and a database that takes no letter of India for one', async () => {
  const { knex } = platform.container;
  expect(await checkTexts({ knex })).toEqual([]);
  await knex.raw(`update pg_collation set collversion = '1' where collname = 'und-x-icu'`);
  const [changed] = await checkTexts({ knex });
  expect(changed).toMatchObject({ check: 'texts', ids: expect.arrayContaining(['products_vendor_title']) });

  const name = `test_${randomBytes(8).toString('hex')}`;
  await adminQuery(
    `create database ${name} template template0 locale_provider libc locale 'C' encoding 'UTF8'`,
  );
  const url = new URL(provided('TEST_DATABASE_ADMIN_URL'));
  url.pathname = `/${name}`;
  const plain = knexLibrary({ client: 'pg', connection: url.href });
  try {
    await plain.raw('create extension pg_trgm');
    expect(await checkTexts({ knex: plain })).toMatchObject([{ check: 'texts', ids: ['LC_CTYPE'] }]);
  } finally {
    await plain.destroy();
    await adminQuery(`drop database ${name}`);
  }
});
