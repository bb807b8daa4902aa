import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Context } from '#domain/_shared/context.js';
import { createKnex } from '#db/kernel/knex.js';
import { queryClasses } from '#db/kernel/query-classes.js';
import { createUnitOfWork } from '#db/kernel/unit-of-work.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
  await kernel.container.knex.raw('create table things (id int primary key, n int not null)');
});
afterAll(() => kernel.stop());

function keyed(key: string, bodyHash = 'same'): Context {
  return { ...kernel.ctx, idempotency: { principal: 'user:1', operation: 'post /things', key, bodyHash } };
}

describe('the unit of work', () => {
  it('refuses a second connection inside, where it would be a deadlock under load', async () => {
    const { unitOfWork, knex } = kernel.container;
    await expect(unitOfWork.run(kernel.ctx, () => knex('things').select())).rejects.toThrow(
      'second connection',
    );
    await expect(
      unitOfWork.run(kernel.ctx, () => unitOfWork.run(kernel.ctx, async () => undefined)),
    ).rejects.toThrow('inside another one');
  });

  it('tries a deadlock again until both have committed', async () => {
    const { unitOfWork, knex } = kernel.container;
    await knex('things').insert([
      { id: 1, n: 0 },
      { id: 2, n: 0 },
    ]);
    let tries = 0;
    let meet: () => void = () => undefined;
    const met = new Promise<void>((resolve) => (meet = resolve));
    const bump = (first: number, second: number) =>
      unitOfWork.run(kernel.ctx, async (tx) => {
        await tx('things').where({ id: first }).increment('n');
        // Each has one row before either wants the other.
        tries += 1;
        if (tries === 2) meet();
        await met;
        await tx('things').where({ id: second }).increment('n');
      });
    await Promise.all([bump(1, 2), bump(2, 1)]);
    expect(await knex('things').orderBy('id').pluck('n')).toEqual([2, 2]);
    expect(tries).toBe(3);
  });
});

describe('an idempotency key', () => {
  it('does the work once when twenty equal requests race, and gives all the same response', async () => {
    const { unitOfWork, knex } = kernel.container;
    let runs = 0;
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        unitOfWork.runOnce(keyed('race'), async (tx) => {
          runs += 1;
          await tx('things').insert({ id: 100 + runs, n: 0 });
          return { run: runs };
        }),
      ),
    );
    expect(responses).toEqual(Array.from({ length: 20 }, () => ({ run: 1 })));
    expect(await knex('things').where('id', '>', 99).pluck('id')).toEqual([101]);
  });

  it('bounds the wait for an equal request alone: other locks are waited for as by any work', async () => {
    const { knex, config } = kernel.container;
    const ofRequests = createKnex({
      url: config.DATABASE_URL,
      poolMax: 1,
      applicationName: 'requests',
      guard: false,
      queries: queryClasses.request,
    });
    for (const [pool, expected] of [
      [knex, '0'],
      [ofRequests, '3s'],
    ] as const) {
      const timeout = await createUnitOfWork(pool).runOnce(keyed(`timeout ${expected}`), async (tx) => {
        const { rows } = await tx.raw<{ rows: { lockTimeout: string }[] }>('show lock_timeout');
        return rows[0]?.lockTimeout;
      });
      expect(timeout).toBe(expected);
    }
    await ofRequests.destroy();
  });

  it('stores only committed work: after a failure the next request does it', async () => {
    const { unitOfWork } = kernel.container;
    const failing = unitOfWork.runOnce(keyed('fails'), async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await unitOfWork.runOnce(keyed('fails'), async () => ({ ok: true }))).toEqual({ ok: true });
  });

  it('is refused with another body, and belongs to its operation and principal', async () => {
    const { unitOfWork } = kernel.container;
    await unitOfWork.runOnce(keyed('body'), async () => 1);
    await expect(unitOfWork.runOnce(keyed('body', 'other'), async () => 2)).rejects.toMatchObject({
      status: 409,
    });
    const elsewhere = keyed('body', 'other');
    if (elsewhere.idempotency) elsewhere.idempotency.principal = 'user:2';
    expect(await unitOfWork.runOnce(elsewhere, async () => 3)).toBe(3);
  });

  it('may be used anew after a day', async () => {
    const { unitOfWork, knex } = kernel.container;
    await unitOfWork.runOnce(keyed('old'), async () => 1);
    await knex.raw(`update idempotency_keys set expires_at = now() - interval '1 second' where key = 'old'`);
    expect(await unitOfWork.runOnce(keyed('old', 'other'), async () => 2)).toBe(2);
  });
});
