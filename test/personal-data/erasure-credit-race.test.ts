import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createErasuresActivities } from '#activities/personal-data/erasures.activities.js';
import { createErasuresRepository } from '#db/personal-data/erasures.repository.js';
import { createPersonalExportsRepository } from '#db/personal-data/personal-exports.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { eventually } from '../_support/eventually.js';
import { waitingStatements } from '../_support/gate.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createBuyer, type TestBuyer } from '../_support/orders.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { grantCredit } from '../store-credit/granted-credit.js';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'test' };
const deleted = expect.objectContaining({ code: 'CONFLICT', status: 409 });

/** The steps of an erasure that is due. */
async function scheduled(buyer: TestBuyer) {
  const { container } = kernel;
  const { knex } = container;
  const id = newId();
  await knex('personal_data_erasures').insert({
    id,
    userId: buyer.userId,
    email: buyer.email,
    status: 'scheduled',
    forfeitStoreCredit: true,
    actor: JSON.stringify(origin.actor),
    dueAt: new Date(),
  });
  const erasures = createErasuresRepository(knex);
  const steps = createErasuresActivities({
    ...container,
    erasures,
    exports: createPersonalExportsRepository(knex),
  });
  const run = (name: 'beginErasure' | 'completeErasure'): Promise<unknown> =>
    new MockActivityEnvironment().run(steps[name] as (input: object) => Promise<unknown>, {
      erasureId: id,
      origin,
    });
  return { begin: () => run('beginErasure'), complete: () => run('completeErasure') };
}

const balance = async ({ userId }: TestBuyer) => {
  const row = await kernel.container.knex('store_credit_accounts').where({ userId }).first('balance');
  return row?.balance ?? 0;
};

it('store credit that is granted while the erasure begins is forfeited with the rest', async () => {
  const { container } = kernel;
  const { unitOfWork, operations, knex } = container;
  const buyer = await createBuyer(container);
  await grantCredit(container, buyer, 1_000);
  const erasure = await scheduled(buyer);
  const ctx = systemContext({ name: 'test' }, new Date());
  let commit = () => {};
  const held = new Promise<void>((resolve) => (commit = resolve));
  const of = { userId: buyer.userId, email: buyer.email, name: 'Asha', currency: 'INR' };
  const granted = unitOfWork.run(ctx, async (tx) => {
    await operations.storeCredit.adjust(tx, ctx, of, { amount: 500, reason: 'Sorry' });
    await held;
  });
  await eventually(async () => {
    const open = await knex('pg_stat_activity')
      .whereRaw(`datname = current_database() and state = 'idle in transaction'`)
      .count({ n: '*' });
    expect(Number(open[0]?.n)).toBeGreaterThan(0);
  });
  const begun = erasure.begin();
  await eventually(async () => expect(await waitingStatements(knex)).toBeGreaterThan(0));
  commit();
  await granted;
  expect(await begun).toBe('begun');
  expect(await balance(buyer)).toBe(0);
  await erasure.complete();
  await expectBooksRight(container);
});

it('store credit that is granted after the erasure has begun is refused', async () => {
  const { container } = kernel;
  const buyer = await createBuyer(container);
  const erasure = await scheduled(buyer);
  expect(await erasure.begin()).toBe('begun');
  await expect(grantCredit(container, buyer, 500)).rejects.toEqual(deleted);
  // What a release of an order has credited all the same is forfeited with the account.
  await container
    .knex('personal_data_erasures')
    .where({ userId: buyer.userId })
    .update({ status: 'scheduled' });
  await grantCredit(container, buyer, 700);
  await container
    .knex('personal_data_erasures')
    .where({ userId: buyer.userId })
    .update({ status: 'erasing' });
  await erasure.complete();
  await expectBooksRight(container);
});

it('grants at once with the erasure are forfeited or refused, never lost', async () => {
  const { container } = kernel;
  for (let round = 0; round < 10; round += 1) {
    const buyer = await createBuyer(container);
    const erasure = await scheduled(buyer);
    const grants = [1, 2, 3].map(async (amount) => {
      await grantCredit(container, buyer, amount).catch((error: unknown) => expect(error).toEqual(deleted));
    });
    await Promise.all([erasure.begin(), ...grants]);
    expect(await balance(buyer)).toBe(0);
    await erasure.complete();
  }
  await expectBooksRight(container);
});
