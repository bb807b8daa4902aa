import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '../../../scripts/supervisor/plain-error.mjs';
import { makeArchiveFolder } from './archive.js';
import { checkAftermath } from './checks/aftermath.js';
import { checkPlatform } from './checks/platform.js';
import { untilAtRest } from './checks/rest.js';
import { checkRefusals } from './checks/refusals.js';
import { stepsFailOfOutages } from './checks/steps.js';
import { workflowsEndedWell } from './checks/workflows.js';
import type { CallLog } from './clients/retrying-client.js';
import { runFlows } from './clients/run-flows.js';
import { type Finding, findingsOf, problemsOf } from './finding.js';
import type { Flow, Fixtures } from './flow.js';
import { findFlows } from './flows/find-flows.js';
import { createDisturbances } from './injection/disturbances.js';
import { faultName, planFaults } from './injection/fault-plan.js';
import { createInjector } from './injection/injector.js';
import { createPoints } from './injection/points.js';
import { createJournal, type Journal } from './journal.js';
import type { HarnessOptions } from './options.js';
import { createPlatformProcesses, type PlatformProcesses } from './processes/platform-processes.js';
import { createRandom } from './random.js';
import { openWorld } from './fixtures.js';

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
  const all = await findFlows();
  const flows = chosenFlows(all, options.flows);
  const folder = makeArchiveFolder(options.seed);
  const journal = createJournal(join(folder, 'journal.jsonl'));
  journal.write('run', { ...options, node: process.version, platform: process.platform });
  const processes = await createPlatformProcesses(journal, options);
  try {
    return await runOn(processes, { all, flows }, options, { folder, journal, say });
  } finally {
    cpSync(join(processes.folder.path, 'logs'), join(folder, 'logs'), { recursive: true });
    await processes.remove();
  }
}

function chosenFlows(all: readonly Flow[], names: readonly string[]): readonly Flow[] {
  const unknown = names.filter((name) => !all.some((flow) => flow.name === name));
  if (unknown.length > 0)
    throw new PlainError(
      `There is no flow ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}`,
    );
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

async function runOn(
  processes: PlatformProcesses,
  { all: allFlows, flows }: { all: readonly Flow[]; flows: readonly Flow[] },
  options: HarnessOptions,
  { folder, journal, say }: { folder: string; journal: Journal; say: (line: string) => void },
): Promise<RunResult> {
  const random = createRandom(options.seed);
  const declared = [...new Set(flows.flatMap((flow) => flow.points))].sort();
  const points = createPoints(declared);
  const disturbances = createDisturbances();
  const log: CallLog = { calls: [], troubles: [] };
  const fixtures = await openWorld(processes, { points, disturbances, log });
  await Promise.all(flows.map(async (flow) => flow.prepare?.(fixtures)));

  const plan = planFaults(random.fork('plan'), options.faults, declared, options);
  for (const { number, when, ...fault } of plan)
    journal.write('planned', { number, fault: faultName(fault), when, forMs: fault.ms });
  say(`the platform is up; ${plan.length} faults within ${options.minutes} minutes, journal in ${folder}`);

  const injector = createInjector({ processes, points, disturbances, journal });
  const findings: Finding[] = [];
  const look = async (what: string, check: () => Promise<Finding[]> | Finding[]) =>
    void findings.push(...(await findingsOf(what, check)));
  const from = Date.now();
  const running = runFlows(fixtures, flows, { random: random.fork('flows'), journal });
  await look('the injection of faults', async () => {
    await injector.run(plan, AbortSignal.timeout(options.minutes * 60_000));
    return [];
  });
  say('no more faults; the clients end what they are at');
  await look('what clients are due', () => running.finish());
  const to = Date.now();

  say('waiting until everything is at rest');
  const left: string[] = [];
  await look('what comes later', async () => {
    const idle = flows.flatMap((flow) => flow.idle ?? []);
    left.push(...(await untilAtRest(fixtures, allFlows, processes.urls.payments, idle)));
    for (const flow of flows) await flow.later?.(fixtures);
    left.push(...(await untilAtRest(fixtures, allFlows, processes.urls.payments)));
    await fixtures.inbox.stop();
    return [];
  });

  for (const trouble of log.troubles) journal.write('refused', { ...trouble });
  await checkFlows(fixtures, allFlows, { flows, look });
  const parts = [...processes.all(), processes.sandboxes];
  const mayFail = allFlows.flatMap((flow) => flow.mayFail ?? []);
  // One flow alone may start no workflow and tell nobody of anything.
  const orNothing = flows.length === allFlows.length ? (found: Finding[]) => found : emptyOrNot;
  await look('the platform', async () => orNothing(await checkPlatform(fixtures, { left, parts })));
  await look('workflows', async () => orNothing(await workflowsEndedWell(fixtures, mayFail)));
  await look('steps', () => [stepsFailOfOutages(fixtures)]);
  await look('refusals', () => checkRefusals(log, disturbances, { from, to }));
  await look('the end', () => checkAftermath(fixtures, processes));
  for (const item of findings) journal.write('finding', { ...item, problems: problemsOf(item) });
  return {
    folder,
    findings,
    injected: injector.injected,
    planned: plan.length,
    completed: running.completed,
    refusals: log.troubles.length,
  };
}

/** What the flows of the run promise, and what holds in all of them; of what nobody did there may be nothing. */
async function checkFlows(
  fixtures: Fixtures,
  all: readonly Flow[],
  deps: {
    flows: readonly Flow[];
    look: (what: string, check: () => Promise<Finding[]>) => Promise<void>;
  },
): Promise<void> {
  const { flows, look } = deps;
  for (const flow of flows) await look(flow.name, () => flow.check(fixtures));
  for (const flow of all)
    await look(flow.name, async () => {
      const found = (await flow.invariants?.(fixtures)) ?? [];
      return flows.includes(flow) ? found : emptyOrNot(found);
    });
}

function emptyOrNot(findings: readonly Finding[]): Finding[] {
  return findings.map((item) => ({ ...item, mayBeEmpty: true }));
}
