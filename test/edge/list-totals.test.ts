import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { listPage } from '#db/kernel/list-page.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

const ROWS = 60_000;
let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
  await kernel.container.knex.raw(`
    create table many (id integer primary key, name text not null);
    insert into many select n, 'name ' || n % 3 from generate_series(1, ${ROWS}) n;
    analyze many;
  `);
});
afterAll(() => kernel.stop());

const schema = listQuerySchema({ filters: { name: 'string' }, sort: ['id'] });

async function metadata(query: Record<string, unknown>) {
  const page = await listPage<{ id: number }>({
    base: kernel.container.knex('many'),
    query: schema.parse(query),
    columns: {},
    idColumn: 'id',
    select: ['id'],
  });
  const { data, options } = pageReply(page, ({ id }) => id);
  return { ids: data, ...(options.metadata as object) };
}

it('are exact, unless an estimate was asked for and the matches are many', async () => {
  expect(await metadata({ limit: '2' })).toEqual({
    ids: [ROWS, ROWS - 1],
    total: ROWS,
    limit: 2,
    offset: 0,
    hasMore: true,
  });
  const estimated = (await metadata({ limit: '2', total: 'estimated' })) as unknown as { total: number };
  expect(estimated).toMatchObject({ totalExact: false, hasMore: true });
  expect(Math.abs(estimated.total - ROWS)).toBeLessThan(ROWS / 10);
  const few = await metadata({ limit: '2', total: 'estimated', 'filters[]': 'name:eq:name 1' });
  expect(few).toMatchObject({ total: ROWS / 3, hasMore: true });
  expect(few).not.toHaveProperty('totalExact');
  expect(schema.safeParse({ total: 'roughly' }).success).toBe(false);
});

it('have more exactly while a row follows', async () => {
  expect(await metadata({ limit: '100', page: '600' })).toMatchObject({ hasMore: false, offset: 59_900 });
  expect(await metadata({ limit: '100', page: '599' })).toMatchObject({ hasMore: true });
  expect(await metadata({ limit: '100', page: '601' })).toMatchObject({ ids: [], hasMore: false });
});
