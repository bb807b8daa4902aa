import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createRefreshStep } from '#operations/analytics/refresh-step.js';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import {
  createMarketplace,
  instantOf,
  type Marketplace,
  orderArbitrary,
  writeOrders,
} from './marketplace.js';
import { referenceDashboard } from './reference.js';
import { refreshAt, removeRawRows, storedDashboard } from './refreshing.js';
import { dayOf } from './wall-clock.js';

const zone = 'Asia/Kolkata';
const DAY_MS = 86_400_000;
const step = createRefreshStep();
let kernel: TestKernel;
let market: Marketplace;

beforeAll(async () => {
  kernel = await startKernel();
  market = await createMarketplace(kernel.container);
});
afterAll(() => kernel.stop());
beforeEach(() => reset());

const reset = () => removeRawRows(kernel.container);

async function expectRaw(now: Date, at = zone): Promise<void> {
  const stored = await storedDashboard(kernel.container);
  const expected = await referenceDashboard(kernel.container, { now, zone: at });
  expect(stored.platform).toEqual(expected.platform);
  expect(stored.vendors).toEqual(expected.vendors);
}

const change = fc.record({
  kind: fc.constantFrom(
    'place',
    'confirm',
    'move',
    'refund',
    'adopt',
    'cancel',
    'delete',
    'surplus' as const,
  ),
  which: fc.nat(50),
  amount: fc.integer({ min: 1, max: 9_000 }),
  plan: orderArbitrary,
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** One change of the raw rows, as services make them. */
async function apply(now: Date, { kind, which, amount, plan }: Change): Promise<void> {
  const { knex } = kernel.container;
  const ids = ((await knex('orders').orderBy('id').select('id')) as { id: string }[]).map(({ id }) => id);
  const id = ids[which % Math.max(ids.length, 1)] ?? null;
  if (kind === 'place' || id === null) {
    await writeOrders(kernel.container, market, [plan], (item) =>
      instantOf(item, now, dayOf(now, zone), zone),
    );
  } else if (kind === 'confirm') {
    await knex('orders').where({ id }).whereNull('confirmedAt').update({ confirmedAt: now });
  } else if (kind === 'move') {
    const changes = { status: 'delivered', fulfilledAt: now, deliveredAt: now };
    await knex('orders_sub_orders').where({ orderId: id }).update(changes);
  } else if (kind === 'cancel') {
    await knex('orders_sub_orders').where({ orderId: id }).update({ status: 'cancelled' });
  } else if (kind === 'adopt') {
    await knex('orders').where({ id }).update({ userId: market.buyers[0], guest: false });
  } else if (kind === 'delete') {
    await knex('orders').where({ id }).delete();
  } else if (kind === 'surplus') {
    await knex('payments').where({ orderId: id }).update({ surplus: true });
  } else {
    const payment = (await knex('payments').where({ orderId: id }).first('id')) as { id: string };
    const processedAt = instantOf(plan.at, now, dayOf(now, zone), zone);
    await knex('payments_refunds').insert({
      id: newId(),
      paymentId: payment.id,
      orderId: id,
      amount,
      reason: 'Late',
      status: 'processed',
      processedAt,
      actor: '{}',
    });
  }
}

describe('rollups-equal-raw: rollups after any changes', () => {
  it('equal the raw rows after each refresh', async () => {
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(orderArbitrary, { minLength: 3, maxLength: 12 }),
        fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 }),
        async (plans, rounds) => {
          await reset();
          let now = new Date('2026-10-14T15:30:00Z');
          await writeOrders(kernel.container, market, plans, (item) =>
            instantOf(item, now, dayOf(now, zone), zone),
          );
          await refreshAt(kernel, step, zone, now);
          for (const round of rounds) {
            for (const item of round) await apply(now, item);
            now = new Date(now.getTime() + 7 * 3_600_000);
            await refreshAt(kernel, step, zone, now);
            await expectRaw(now);
          }
          counted += (await storedDashboard(kernel.container)).platform[3]?.ordersCount ?? 0;
        },
      ),
      { numRuns: 8 },
    );
    expect(counted).toBeGreaterThan(0);
  });

  it('leave nothing marked, and write nothing when nothing has changed', async () => {
    const now = new Date('2026-10-14T15:30:00Z');
    const plans = fc.sample(orderArbitrary, { numRuns: 10, seed: 7 });
    await writeOrders(kernel.container, market, plans, (item) =>
      instantOf(item, now, dayOf(now, zone), zone),
    );
    await refreshAt(kernel, step, zone, now);
    const { knex } = kernel.container;
    expect(await knex('analytics_dirty')).toEqual([]);
    const versions = async () =>
      ((await knex.raw('select day, scope, xmin from analytics_days order by 1, 2')) as { rows: object[] })
        .rows;
    const before = await versions();
    expect(before.length).toBeGreaterThan(0);
    await knex('analytics_dirty').insert({ at: new Date(now.getTime() - 3 * DAY_MS) });
    await refreshAt(kernel, step, zone, now);
    expect(await versions()).toEqual(before);
  });
});

it('late-refund-corrects-its-day: a late refund changes the day of the refund alone', async () => {
  const now = new Date('2026-10-14T15:30:00Z');
  const [plan] = fc.sample(orderArbitrary, { numRuns: 1, seed: 3 });
  if (!plan) throw new Error('A sample has an order');
  const counted = { ...plan, confirmed: true, refunds: [], at: { daysAgo: 20, place: 600 } };
  const [orderId] = await writeOrders(kernel.container, market, [counted], (item) =>
    instantOf(item, now, dayOf(now, zone), zone),
  );
  await refreshAt(kernel, step, zone, now);
  const { knex } = kernel.container;
  const payment = (await knex('payments').where({ orderId }).first('id')) as { id: string };
  const processedAt = new Date('2026-10-02T20:00:00Z');
  await knex('payments_refunds').insert({
    paymentId: payment.id,
    orderId,
    amount: 777,
    reason: 'Late',
    status: 'processed',
    processedAt,
    actor: '{}',
  });
  expect(await knex('analytics_dirty')).toHaveLength(1);
  await refreshAt(kernel, step, zone, now);
  const day = await knex('analytics_days').where({ refunds: 777 }).distinct('day');
  expect(day).toEqual([{ day: '2026-10-03' }]);
  await expectRaw(now);
});

it('a payout that the bank returned is no payout: payoutsPaid falls on the day of the return', async () => {
  const { knex } = kernel.container;
  const now = new Date('2026-10-14T15:30:00Z');
  const { vendorId } = market.vendors[0] ?? { vendorId: '' };
  const of = { vendorId, sourceId: newId(), gross: 0, commission: 0, actor: '{}' };
  const payoutsOf = async (scope: string) =>
    (await knex('analytics_days')
      .where({ scope })
      .whereNot({ payouts: 0 })
      .orderBy('day')
      .select('day', 'payouts')) as object[];
  const before = await allTimePayouts(now);
  const days = await payoutsOf(vendorId);
  await knex('ledger_transactions').insert({
    ...of,
    kind: 'payout',
    net: -50_000,
    postedAt: new Date('2026-05-02T10:00:00Z'),
  });
  expect(await allTimePayouts(now)).toEqual(before.map((total) => total + 50_000));
  await knex('ledger_transactions').insert({
    ...of,
    kind: 'payout_failed',
    net: 50_000,
    postedAt: new Date('2026-05-06T10:00:00Z'),
  });
  expect(await allTimePayouts(now)).toEqual(before);
  expect(await payoutsOf(vendorId)).toEqual([
    { day: '2026-05-02', payouts: 50_000 },
    { day: '2026-05-06', payouts: -50_000 },
    ...days,
  ]);
  await expectRaw(now);

  async function allTimePayouts(at: Date): Promise<number[]> {
    await refreshAt(kernel, step, zone, at);
    const { platform, vendors } = await storedDashboard(kernel.container);
    return [platform[3]?.payoutsPaid ?? NaN, vendors.get(vendorId)?.[3]?.payoutsPaid ?? NaN];
  }
});

it('zone-change-rebuilds: a changed time zone computes every day again', async () => {
  const now = new Date('2026-10-14T15:30:00Z');
  const plans = fc.sample(orderArbitrary, { numRuns: 20, seed: 11 });
  await writeOrders(kernel.container, market, plans, (item) => instantOf(item, now, dayOf(now, zone), zone));
  await refreshAt(kernel, step, zone, now);
  const steps = await refreshAt(kernel, step, 'Pacific/Auckland', now);
  expect(steps.map(({ kind }) => kind)).toContain('more');
  await expectRaw(now, 'Pacific/Auckland');
});

it('recent changes need no mark: placing, paying and refunding today appends none', async () => {
  const { knex } = kernel.container;
  const plans = fc
    .sample(orderArbitrary, { numRuns: 8, seed: 5 })
    .map((plan) => ({ ...plan, confirmed: false, at: { daysAgo: 0, place: 0 } }));
  const fresh = () => new Date(Date.now() - 60_000);
  await refreshAt(kernel, step, zone);
  await writeOrders(kernel.container, market, plans, fresh);
  await knex('orders').update({ confirmedAt: fresh(), paidAt: fresh(), paymentStatus: 'paid' });
  expect(await knex('analytics_dirty')).toEqual([]);
  const [result] = (await refreshAt(kernel, step, zone)).slice(-1);
  if (result?.kind !== 'done') throw new Error('The refresh is not done');
  await expectRaw(new Date(result.computedAt));
});

it('a statement that inserts many rows marks two instants of each day', async () => {
  const { knex } = kernel.container;
  await refreshAt(kernel, step, zone, new Date('2026-10-14T15:30:00Z'));
  await knex('analytics_dirty').delete();
  const { vendorId } = market.vendors[0] ?? { vendorId: '' };
  await knex.raw(
    `insert into ledger_transactions (kind, source_id, vendor_id, net, actor, posted_at)
     select 'adjustment', gen_random_uuid(), ?, 1, '{}', '2026-09-01T00:10:00Z'::timestamptz + n * interval '10 minutes'
     from generate_series(0, 430) as n`,
    [vendorId],
  );
  const marked = (await knex('analytics_dirty').pluck<Date[]>('at')).map((mark) => dayOf(mark, zone));
  expect(marked).toHaveLength(6);
  // Three days in UTC lie in four days in India.
  expect([...new Set(marked)].sort()).toEqual(['2026-09-01', '2026-09-02', '2026-09-03', '2026-09-04']);
});
