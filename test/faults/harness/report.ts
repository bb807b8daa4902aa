import { problemsOf } from './finding.js';
import type { HarnessOptions } from './options.js';
import type { RunResult } from './run.js';

const SHOWN = 8;

type Judged = Pick<RunResult, 'findings' | 'injected' | 'planned' | 'completed'>;

/**
 * Whether something was looked at, every invariant holds, every fault of the plan was injected and the clients of every
 * flow came through a round.
 */
export function isGood({ findings, injected, planned, completed }: Judged): boolean {
  return (
    findings.length > 0 &&
    findings.every((item) => problemsOf(item).length === 0) &&
    total(injected) === planned &&
    completed.size > 0 &&
    [...completed.values()].every((rounds) => rounds > 0)
  );
}

/** The result of a run for the developer who started it. */
export function describeRun(result: RunResult, options: HarnessOptions): string {
  const { findings, injected, planned, completed, refusals, folder } = result;
  const judged = findings.map((item) => ({ ...item, problems: problemsOf(item) }));
  const broken = judged.filter(({ problems }) => problems.length > 0).length;
  return [
    '',
    `seed ${options.seed}: ${total(injected)} of ${planned} faults injected`,
    ...[...injected]
      .sort(([, a], [, b]) => b - a)
      .map(([name, times]) => `  ${String(times).padStart(4)}  ${name}`),
    `rounds completed: ${[...completed].map(([name, times]) => `${name} ${times}`).join(', ')}`,
    `calls that a client had to repeat: ${refusals}`,
    '',
    ...judged.flatMap(({ invariant, problems, checked }) => [
      `${problems.length === 0 ? 'holds ' : 'BROKEN'}  ${invariant} (${checked} looked at)`,
      ...problems.slice(0, SHOWN).map((problem) => `          ${problem}`),
      ...(problems.length > SHOWN ? [`          and ${problems.length - SHOWN} more, in the journal`] : []),
    ]),
    '',
    broken === 0
      ? `all ${findings.length} invariants hold`
      : `${broken} of ${findings.length} invariants are broken`,
    `journal and logs: ${folder}`,
    ...(isGood(result) ? [] : [`again: ${commandOf(options)}`]),
  ].join('\n');
}

function commandOf({ seed, faults, minutes, flows, replicas, topology }: HarnessOptions): string {
  const only = flows.map((name) => ` --flow ${name}`).join('');
  const width = topology ? ' --topology' : replicas ? ' --replicas' : '';
  return `npm run faults -- --seed ${seed} --faults ${faults} --minutes ${minutes}${width}${only}`;
}

function total(injected: ReadonlyMap<string, number>): number {
  return [...injected.values()].reduce((sum, times) => sum + times, 0);
}
