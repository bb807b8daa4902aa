import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { makeArchiveFolder } from './harness/archive.js';
import { untilAtRest } from './harness/checks/rest.js';
import type { CallLog } from './harness/clients/retrying-client.js';
import { runFlows } from './harness/clients/run-flows.js';
import { problemsOf } from './harness/finding.js';
import { openWorld } from './harness/fixtures.js';
import { findFlows } from './harness/flows/find-flows.js';
import { createDisturbances } from './harness/injection/disturbances.js';
import { createPoints } from './harness/injection/points.js';
import { createJournal } from './harness/journal.js';
import { createPlatformProcesses } from './harness/processes/platform-processes.js';
import { createRandom } from './harness/random.js';
import { growthPerOrder, inWords, kinds, type Sample, takeSample } from './soak/samples.js';

/** An hour; `SOAK_MINUTES=5 npm run test:long -- test/faults/soak.long.ts` is a look. */
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 60);
const SAMPLES = 12;
const FLOWS = ['orders', 'invoices', 'mails', 'stock'];

/** Of the last third against the middle one: garbage comes and goes, a leak stays. */
const MEMORY_GROWTH = 1.25;
const HANDLES_GROWTH = 1.25;
/** In bytes, for each order with what the flows do beside it: several times what was measured. */
const PER_ORDER = { wal: 1_500_000, engine: 600_000, database: 300_000 };

it(`takes no more memory and files after ${MINUTES} minutes of orders, and grows by orders alone`, async () => {
  const folder = makeArchiveFolder(MINUTES);
  const journal = createJournal(join(folder, 'journal.jsonl'));
  const processes = await createPlatformProcesses(journal);
  try {
    const flows = (await findFlows()).filter(({ name }) => FLOWS.includes(name));
    const log: CallLog = { calls: [], troubles: [] };
    const points = createPoints([...new Set(flows.flatMap((flow) => flow.points))]);
    const fixtures = await openWorld(processes, { points, disturbances: createDisturbances(), log });
    for (const flow of flows) await flow.prepare?.(fixtures);
    const running = runFlows(fixtures, flows, { random: createRandom(1), journal });
    const samples: Sample[] = [];
    for (let number = 0; number <= SAMPLES; number += 1) {
      if (number > 0) await sleep((MINUTES * 60_000) / SAMPLES);
      const sample = await takeSample(fixtures, processes, (MINUTES * number) / SAMPLES);
      samples.push(sample);
      journal.write('sample', { ...sample });
      process.stdout.write(`soak: ${inWords(sample)}\n`);
      // What is kept of calls for a run of minutes is not kept for an hour.
      log.calls.length = 0;
    }
    const problems = (await running.finish()).flatMap(problemsOf);
    const left = await untilAtRest(fixtures, flows, processes.urls.payments);
    await fixtures.inbox.stop();
    await fixtures.container.stop();
    expect([problems, left, log.troubles]).toEqual([[], [], []]);

    const [middle, end] = [samples.slice(5, 9), samples.slice(9)];
    const mean = (some: Sample[], of: (sample: Sample) => number) =>
      some.reduce((sum, item) => sum + of(item), 0) / some.length;
    const growth = growthPerOrder(samples[1] as Sample, samples.at(-1) as Sample);
    process.stdout.write(`soak: for each of ${growth.orders} orders ${JSON.stringify(growth)}\n`);
    for (const kind of kinds) {
      const memory = (sample: Sample) => sample.memory[kind];
      const handles = (sample: Sample) => sample.handles[kind];
      expect([kind, mean(end, memory) / mean(middle, memory) < MEMORY_GROWTH]).toEqual([kind, true]);
      expect([kind, mean(end, handles) / mean(middle, handles) < HANDLES_GROWTH]).toEqual([kind, true]);
    }
    for (const of of ['wal', 'engine', 'database'] as const)
      expect([of, growth[of] < PER_ORDER[of]]).toEqual([of, true]);
  } finally {
    await processes.remove();
  }
});
