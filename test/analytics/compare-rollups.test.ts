import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createMarketplace, instantOf, orderArbitrary, writeOrders } from './marketplace.js';
import { referenceDashboard } from './reference.js';
import { refreshAt, storedDashboard } from './refreshing.js';
import { dayOf } from './wall-clock.js';

const zone = 'Asia/Kolkata';
let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
  const { container } = kernel;
  const market = await createMarketplace(container);
  const now = new Date();
  const plans = fc.sample(orderArbitrary, { numRuns: 40, seed: 2 });
  await writeOrders(container, market, plans, (item) => instantOf(item, now, dayOf(now, zone), zone));
  await refreshAt(kernel, container.operations.refreshStep, zone);
});
afterAll(() => kernel.stop());

async function compare() {
  const { unitOfWork, operations } = kernel.container;
  const compared = await unitOfWork.run(kernel.ctx, (tx) => operations.compareRollups(tx));
  if (compared === null || compared === 'busy') throw new Error('There was nothing to compare');
  return compared;
}

it('rollups that equal the raw rows differ nowhere', async () => {
  const compared = await compare();
  expect(compared).toMatchObject({ differing: [], sumsAgree: true });
  expect(compared.days).toBeGreaterThanOrEqual(40);
});

it('a changed rollup is found, told, and repaired by the next refresh', async () => {
  const { knex, operations } = kernel.container;
  const days = (await knex('analytics_days')
    .where('grossSales', '>', 0)
    .distinct('day')
    .orderBy('day', 'desc')) as {
    day: string;
  }[];
  const first = dayOf(new Date(Date.now() - 35 * 86_400_000), zone);
  const last = dayOf(new Date(Date.now() - 3 * 86_400_000), zone);
  const day = days.find((item) => item.day >= first && item.day <= last)?.day;
  await knex('analytics_days').where({ day }).increment('grossSales', 5);
  await knex.raw(
    `update analytics_months m set gross_sales = m.gross_sales + 5 from analytics_days d
     where d.day = ? and d.scope = m.scope and m.month = date_trunc('month', d.day)::date`,
    [day ?? ''],
  );
  const compared = await compare();
  expect(compared.differing).toEqual([day]);
  expect(await knex('analytics_state').first('comparedDays', 'differingDays', 'rebuild')).toMatchObject({
    comparedDays: compared.days,
    differingDays: 1,
  });
  // A marked day is left to the refresh.
  expect((await compare()).differing).toEqual([]);
  const [done] = (await refreshAt(kernel, operations.refreshStep, zone)).slice(-1);
  if (done?.kind !== 'done') throw new Error('The refresh is not done');
  expect(await compare()).toMatchObject({ differing: [] });
  const { platform } = await storedDashboard(kernel.container);
  expect(platform).toEqual(
    (await referenceDashboard(kernel.container, { now: new Date(done.computedAt), zone })).platform,
  );
});

it('sums that are not those of their days are made anew', async () => {
  const { knex, operations } = kernel.container;
  await knex('analytics_variant_totals').increment('units', 1);
  expect(await compare()).toMatchObject({ sumsAgree: false });
  await refreshAt(kernel, operations.refreshStep, zone);
  expect(await compare()).toMatchObject({ differing: [], sumsAgree: true });
});
