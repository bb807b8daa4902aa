import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { makeArchiveFolder } from './archive.js';
import { checkAftermath } from './checks/aftermath.js';
import { checkPlatform } from './checks/platform.js';
import { untilAtRest } from './checks/rest.js';
import type { Trouble } from './clients/patient-client.js';
import { runFlows } from './clients/run-flows.js';
import type { Finding, Flow, World } from './flow.js';
import { flows as allFlows } from './flows/index.js';
import { createDisturbances } from './injection/disturbances.js';
import { faultName, planFaults } from './injection/fault-plan.js';
import { createInjector } from './injection/injector.js';
import { createPoints } from './injection/points.js';
import { createJournal, type Journal } from './journal.js';
import type { HarnessOptions } from './options.js';
import { createPlatformProcesses, type PlatformProcesses } from './processes/platform-processes.js';
import { createRandom } from './random.js';
import { openWorld } from './world.js';

export interface RunResult {
  /** Where the journal and the logs of the processes are. */
  folder: string;
  injected: ReadonlyMap<string, number>;
  planned: number;
  completed: ReadonlyMap<string, number>;
  refusals: number;
  findings: Finding[];
}

/** One run: brings everything up, hurts it while clients work, and looks what came of it. */
export async function runHarness(options: HarnessOptions, say: (line: string) => void): Promise<RunResult> {
  const folder = makeArchiveFolder(options.seed);
  const journal = createJournal(join(folder, 'journal.jsonl'));
  journal.write('run', { ...options, node: process.version, platform: process.platform });
  const processes = await createPlatformProcesses(journal);
  try {
    return await runOn(processes, chosenFlows(options.flows), options, { folder, journal, say });
  } finally {
    cpSync(join(processes.folder.path, 'logs'), join(folder, 'logs'), { recursive: true });
    await processes.remove();
  }
}

function chosenFlows(names: readonly string[]): Flow[] {
  const all = allFlows.map((create) => create());
  const unknown = names.filter((name) => !all.some((flow) => flow.name === name));
  if (unknown.length > 0)
    throw new Error(
      `There is no flow ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}`,
    );
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

async function runOn(
  processes: PlatformProcesses,
  flows: readonly Flow[],
  options: HarnessOptions,
  { folder, journal, say }: { folder: string; journal: Journal; say: (line: string) => void },
): Promise<RunResult> {
  const random = createRandom(options.seed);
  const points = createPoints();
  const disturbances = createDisturbances();
  const troubles: Trouble[] = [];
  const world = await openWorld(processes, points, troubles);
  await Promise.all(flows.map(async (flow) => flow.prepare?.(world)));

  const plan = planFaults(random.fork('plan'), options.faults);
  for (const { number, when, ...fault } of plan)
    journal.write('planned', { number, fault: faultName(fault), when, forMs: fault.ms });
  say(`the platform is up; ${plan.length} faults within ${options.minutes} minutes, journal in ${folder}`);

  const injector = createInjector({ processes, points, disturbances, journal });
  const running = runFlows(world, flows, { random: random.fork('flows'), journal });
  await injector.run(plan, AbortSignal.timeout(options.minutes * 60_000));
  say('no more faults; the clients end what they are at');
  const findings = await running.finish();
  say('waiting until everything is at rest');
  const left = await untilAtRest(world, processes.urls.payments);
  for (const flow of flows) await flow.later?.(world);
  left.push(...(await untilAtRest(world, processes.urls.payments)));
  await world.inbox.stop();

  for (const trouble of troubles) journal.write('refused', { ...trouble });
  findings.push(...(await checkAll(world, flows)));
  const parts = [...Object.values(processes.parts), processes.sandboxes];
  findings.push(...(await checkPlatform(world, { left, troubles, disturbances, parts })));
  findings.push(...(await checkAftermath(world, processes)));
  for (const one of findings) journal.write('finding', { ...one });
  return {
    ...{ folder, findings, injected: injector.injected, planned: plan.length },
    ...{ completed: running.completed, refusals: troubles.length },
  };
}

async function checkAll(world: World, flows: readonly Flow[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const flow of flows) findings.push(...(await flow.check(world)));
  return findings;
}
