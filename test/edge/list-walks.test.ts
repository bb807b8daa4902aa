import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { COLLECTED } from '#db/kernel/list-matches.js';
import { listPage } from '#db/kernel/list-page.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

const ROWS = COLLECTED * 2 + 2_000;
let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
  await kernel.container.knex.raw(`
    create table texts (id integer primary key, name text not null, code text not null);
    insert into texts select n, 'name ' || n % 2, 'C' || n from generate_series(1, ${ROWS}) n;
    analyze texts;
  `);
});
afterAll(() => kernel.stop());

const schema = listQuerySchema({ filters: { name: 'string' }, sort: ['id'] });

async function ids(query: Record<string, unknown>) {
  const page = await listPage<{ id: number }>({
    base: kernel.container.knex('texts'),
    query: schema.parse(query),
    columns: {},
    idColumn: 'id',
    searchColumns: ['name', 'code'],
    exactColumns: ['code'],
    select: ['id'],
  });
  return { ids: page.rows.map(({ id }) => id), total: page.total, hasMore: page.hasMore };
}

it('a text that very many rows contain is walked in the order of the list', async () => {
  expect(await ids({ limit: '2', search: 'name' })).toEqual({
    ids: [ROWS, ROWS - 1],
    total: ROWS,
    hasMore: true,
  });
  expect(await ids({ limit: '2', 'filters[]': 'name:like:ame 1' })).toEqual({
    ids: [ROWS - 1, ROWS - 3],
    total: ROWS / 2,
    hasMore: true,
  });
});

it('a text that equals a code finds it alone, any other what contains it', async () => {
  expect(await ids({ search: 'c17' })).toEqual({ ids: [17], total: 1, hasMore: false });
  expect(await ids({ search: `${ROWS}` })).toEqual({ ids: [ROWS], total: 1, hasMore: false });
});

it('statements: a page that is not full needs no count', async () => {
  const { knex } = kernel.container;
  const sent: string[] = [];
  const note = ({ sql }: { sql: string }) => sent.push(sql);
  knex.on('query', note);
  expect((await ids({ limit: '100', page: '50', sort: 'id:asc' })).ids).toHaveLength(100);
  expect(await ids({ search: 'c17' })).toMatchObject({ total: 1 });
  expect(await ids({ limit: '2', 'filters[]': 'name:eq:nobody' })).toEqual({
    ids: [],
    total: 0,
    hasMore: false,
  });
  knex.removeListener('query', note);
  expect(sent.filter((sql) => sql.startsWith('select count('))).toHaveLength(1);
});
