import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createActivities } from '#activities/index.js';
import type { SweepsActivities } from '#activities/sweeps/sweeps.activities.js';
import { subscriptions } from '#events/subscriptions.js';
import { CORE_QUEUE } from '#lib/workflow/contract.js';
import { schedules } from '#workflows/schedules.js';
import type { SweepInput } from '#workflows/sweeps/sweeps.contract.js';
import { MockActivityEnvironment } from '@temporalio/testing';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { parse, type Proxied, proxiedActivities, workflowSources } from './workflow-source.js';

/** What the schedules of the one sweep workflow say. */
const sweeps = schedules
  .filter(({ contract }) => contract.name === 'sweep')
  .map(({ input }) => input as SweepInput);

/** Every queue that a workflow may be told to use, by the code that reads it. */
const queuesByInput: Record<string, string[]> = {
  'input.taskQueue': [
    ...new Set(subscriptions.flatMap((item) => (item.kind === 'drain' ? [item.taskQueue] : []))),
  ],
  'input.queue': [...new Set(sweeps.map(({ queue }) => queue))],
};

let platform: TestPlatform;
let registered: Record<string, string[]>;

beforeAll(async () => {
  platform = await startPlatform();
  const { queues, close } = createActivities(platform.container);
  registered = Object.fromEntries(
    Object.entries(queues).map(([queue, activities]) => [queue, Object.keys(activities)]),
  );
  await close();
});
afterAll(() => platform.stop());

function queuesOf({ queue }: Proxied): string[] {
  if (queue === undefined) return [CORE_QUEUE];
  if ('name' in queue) return [queue.name];
  const queues = queuesByInput[queue.code];
  if (!queues) throw new Error(`Say in queuesByInput which queues \`${queue.code}\` may be`);
  return queues;
}

/** Steps that no worker would take, one sentence each. */
function unregistered(sources = workflowSources()): string[] {
  return sources.flatMap((source) =>
    proxiedActivities(source).flatMap((proxied) =>
      queuesOf(proxied).flatMap((queue) =>
        proxied.activities
          .filter((name) => !registered[queue]?.includes(name))
          .map(
            (name) =>
              `${source.file} calls ${name} on the queue ${queue}, where it would wait for ever: ` +
              `register the activities it belongs to under \`${queue}\` in src/activities/index.ts`,
          ),
      ),
    ),
  );
}

describe('activities', () => {
  it('that a workflow calls are registered on the queue it names', () => {
    expect(unregistered()).toEqual([]);
  });

  it('have a sweep for every schedule of one', async () => {
    const { queues, close } = createActivities(platform.container);
    for (const { queue, name } of sweeps) {
      const { runSweep } = queues[queue] as SweepsActivities;
      await expect(new MockActivityEnvironment().run(runSweep, { name })).resolves.toEqual(
        expect.any(Object),
      );
    }
    await close();
  });

  it('that are registered are called by some workflow', () => {
    const called = new Set(
      workflowSources().flatMap((source) => proxiedActivities(source).flatMap((item) => item.activities)),
    );
    const idle = [...new Set(Object.values(registered).flat())].filter((name) => !called.has(name));
    expect(idle.map((name) => `${name} is called by no workflow: remove it from src/activities`)).toEqual([]);
  });

  it.each([
    ['const { sendRefund } = proxyActivities<A>(longPass);', 0],
    ["const { sendRefund } = proxyActivities<A>({ ...longPass, taskQueue: 'documents' });", 1],
    ["const { sendRefund } = proxyActivities<A>({ taskQueue: 'typo' });", 1],
    ['const { renderInvoiceDocument: print } = proxyLocalActivities<A>(localDatabaseStep);', 1],
    [
      'const { forgotten, drainBatch } = proxyActivities<A>({ taskQueue: input.taskQueue });',
      queuesByInput['input.taskQueue']?.length ?? 0,
    ],
  ])('are looked for as the code says: %s', (code, missing) => {
    const found = unregistered([parse('src/workflows/x/x.workflow.ts', code)]);
    expect(found).toHaveLength(missing);
  });
});
