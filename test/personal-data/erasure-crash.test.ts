import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createErasuresActivities } from '#activities/personal-data/erasures.activities.js';
import { createErasuresRepository } from '#db/personal-data/erasures.repository.js';
import { createPersonalExportsRepository } from '#db/personal-data/personal-exports.repository.js';
import type { UnitOfWork } from '#db/kernel/unit-of-work.js';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { tableTraces, whereIs } from '../edge/secret-traces.js';
import { createPerson } from './person.js';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'test' };

/** Thrown in place of a worker that dies. */
class Killed extends Error {}

/** A unit of work of which each commit but the first `commits` is lost: before it, or with only its response lost. */
function dying(unitOfWork: UnitOfWork, commits: number, when: 'before' | 'after'): UnitOfWork {
  let left = commits;
  return {
    ...unitOfWork,
    async run(ctx, work) {
      if (left-- > 0) return unitOfWork.run(ctx, work);
      if (when === 'after') await unitOfWork.run(ctx, work);
      throw new Killed();
    },
  };
}

it.each(['before', 'after'] as const)(
  'an erasure that is killed %s each of its commits ends whole, and once',
  async (when) => {
    const { container } = kernel;
    const { knex } = container;
    const { buyer, traces } = await createPerson(container);
    const id = newId();
    const erasures = createErasuresRepository(knex);
    const actor = JSON.stringify(origin.actor);
    await knex('personal_data_erasures').insert({
      id,
      userId: buyer.userId,
      email: buyer.email,
      status: 'scheduled',
      actor,
      dueAt: new Date(),
    });
    const input = { erasureId: id, origin };
    let kills = 0;
    /** Repeats a step as the engine does: its first attempt lives no commit, each other one lives one. */
    const repeated = async (name: 'beginErasure' | 'eraseDeclaredTables' | 'completeErasure') => {
      for (let attempt = 0; attempt < 500; attempt += 1) {
        const unitOfWork = dying(container.unitOfWork, Math.min(attempt, 1), when);
        const exports = createPersonalExportsRepository(knex);
        const steps = createErasuresActivities({ ...container, unitOfWork, erasures, exports });
        const environment = new MockActivityEnvironment(undefined, { logger: new DefaultLogger('ERROR') });
        try {
          return await environment.run(steps[name] as (step: typeof input) => Promise<unknown>, input);
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          kills += 1;
        }
      }
      throw new Error(`${name} makes no progress`);
    };
    expect(await repeated('beginErasure')).toBe('begun');
    await repeated('eraseDeclaredTables');
    await repeated('completeErasure');
    expect(kills).toBeGreaterThan(20);
    expect((await erasures.find(knex, id))?.email).toBeNull();
    const last = { template: 'personal_data.erased', recipient: buyer.email };
    expect(await knex('mail_messages').where(last)).toHaveLength(1);
    await knex('mail_messages').where(last).delete();
    const tables = await tableTraces(knex);
    expect(traces.flatMap((trace) => whereIs(trace, tables))).toEqual([]);
  },
);
