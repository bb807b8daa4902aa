import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createRefreshStep } from '#operations/analytics/refresh-step.js';
import { boundedPeriods, periods } from '#domain/analytics/periods.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createBulkShop } from './bulk-shop.js';
import { rawFigures } from './raw-figures.js';
import { refreshAt, storedDashboard } from './refreshing.js';
import { dayOf, plusDays, startOf } from './wall-clock.js';

const ORDERS = Number(process.env['ORDERS'] ?? 1_000_000);
const zone = 'Asia/Kolkata';
const step = createRefreshStep();
let kernel: TestKernel;
const until = new Date();

beforeAll(async () => {
  kernel = await startKernel();
  await createBulkShop(kernel, { orders: ORDERS, until });
});
afterAll(() => kernel.stop());

/** Every figure that can be summed by one plain statement, for all windows. */
async function expectRaw(now: Date): Promise<void> {
  const { platform, vendors } = await storedDashboard(kernel.container);
  const today = dayOf(now, zone);
  for (const [index, window] of periods.entries()) {
    const from =
      window === 'all_time' ? new Date(0) : startOf(plusDays(today, 1 - boundedPeriods[window]), zone);
    const range = { from, to: startOf(plusDays(today, 1), zone) };
    expect([window, platform[index]]).toMatchObject([window, await rawFigures(kernel.container, range)]);
    for (const [vendorId, snapshots] of vendors)
      expect([window, vendorId, snapshots[index]]).toMatchObject([
        window,
        vendorId,
        await rawFigures(kernel.container, range, vendorId),
      ]);
  }
}

it('rollups of a million orders equal the raw rows, after a rebuild and after changes anywhere', async () => {
  const { knex } = kernel.container;
  const steps = await refreshAt(kernel, step, zone, until);
  expect(steps.reduce((sum, done) => sum + ('days' in done ? done.days : 0), 0)).toBeGreaterThanOrEqual(
    ORDERS / 1_000,
  );
  expect(Number((await knex('orders').count({ n: '*' }))[0]?.['n'])).toBe(ORDERS);
  await expectRaw(until);

  const subOrdersOf = (every: number, rest: number) =>
    knex('orders_sub_orders').whereRaw(`('x' || right(id::text, 12))::bit(48)::bigint % ? = ?`, [
      every,
      rest,
    ]);
  const refunded = await knex.raw<{ rowCount: number }>(
    `with chosen as (select id, payment_id, order_id from payments_refunds order by md5(id::text) limit 40)
     update payments_refunds r set amount = r.amount + 7 from chosen where chosen.id = r.id`,
  );
  const moved = await subOrdersOf(ORDERS / 40 + 13, 4)
    .whereNot({ status: 'cancelled' })
    .update({ status: 'returned' });
  expect([refunded.rowCount, moved > 30]).toEqual([40, true]);
  const later = new Date(until.getTime() + 1_000);
  const again = await refreshAt(kernel, step, zone, later);
  expect(again.reduce((sum, done) => sum + ('days' in done ? done.days : 0), 0)).toBeLessThan(120);
  await expectRaw(later);
  expect(await knex('analytics_dirty').count({ n: '*' })).toEqual([{ n: 0 }]);
});
