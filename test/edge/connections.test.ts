import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mostConnections, readConnectionBudget } from '#db/kernel/connection-budget.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

it('the connections of all processes are held against what the server allows', async () => {
  const { knex } = kernel.container;
  const { rows } = await knex.raw<{ rows: { allowed: number }[] }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
       - current_setting('reserved_connections')::int as allowed`,
  );
  const budget = await readConnectionBudget(knex, { poolMax: 20, pooler: 'none' });
  expect(budget).toEqual({ most: 25, processes: 1, wanted: 25, available: rows[0]?.allowed });
  expect(mostConnections({ poolMax: 20, pooler: 'transaction' })).toBe(4);
});
