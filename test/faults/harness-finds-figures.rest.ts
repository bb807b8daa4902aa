import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { storeSettings } from '#domain/settings/store.settings.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { dashboardEqualsRawRows } from './harness/checks/dashboard.js';
import { problemsOf } from './harness/finding.js';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

it('a figure of the dashboard that the raw rows do not give is found', async () => {
  const { container, ctx } = kernel;
  await createConfirmedOrder(container, { placedAt: new Date(Date.now() - 5 * 86_400_000) });
  const look = async () =>
    (await dashboardEqualsRawRows({ container })).map((item) => problemsOf(item).length);
  expect(await look()).toEqual([0, 0]);
  await container.unitOfWork.run(ctx, (tx) =>
    container.operations.refreshStep(tx, storeSettings.timeZone.default),
  );
  await container.knex('analytics_days').where('units', '>', 0).increment('units', 1);
  const [wrong] = await look();
  expect(wrong).toBeGreaterThan(0);
  expect(await look()).toEqual([0, 0]);
});
