import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { recordedRuns } from '../_support/replay.js';
import { callsOf, workflowSources, type WorkflowSource } from './workflow-source.js';

const root = join(import.meta.dirname, '..', '..');

/** A way that a run can go: how the code of a workflow shows it, and how a recorded history does. */
interface Turn {
  name: string;
  inCode: (source: WorkflowSource) => boolean;
  /** Any of these. */
  events: readonly string[];
}

const calls =
  (...names: string[]) =>
  (source: WorkflowSource) =>
    names.some((name) => callsOf(source, name).length > 0);

/** A workflow in rounds goes on as a new one, and records by `ended` what made it end early. */
const inRounds = calls('runInRounds');
const endsEarly = (source: WorkflowSource) =>
  callsOf(source, 'runInRounds').some(
    ({ arguments: [, options] }) => options && /\bended:/.test(source.text(options)),
  );

const turns: readonly Turn[] = [
  {
    name: 'a timer that fired',
    inCode: (source) =>
      calls('sleep')(source) || callsOf(source, 'condition').some((call) => call.arguments.length > 1),
    events: ['TIMER_FIRED'],
  },
  {
    name: 'a step that failed',
    inCode: (source) => source.nodes.some(ts.isCatchClause) || endsEarly(source),
    events: ['ACTIVITY_TASK_FAILED', 'ACTIVITY_TASK_TIMED_OUT'],
  },
  {
    name: 'a cancellation',
    inCode: (source) =>
      calls('isCancellation', 'CancellationScope.nonCancellable')(source) || endsEarly(source),
    events: ['WORKFLOW_EXECUTION_CANCEL_REQUESTED'],
  },
  {
    name: 'a run that ended as failed',
    inCode: calls('ApplicationFailure.nonRetryable'),
    events: ['WORKFLOW_EXECUTION_FAILED'],
  },
  {
    name: 'a run that went on as a new one',
    inCode: (source) => calls('continueAsNew')(source) || inRounds(source),
    events: ['WORKFLOW_EXECUTION_CONTINUED_AS_NEW'],
  },
  {
    name: 'a signal',
    inCode: (source) =>
      callsOf(source, 'setHandler').some(
        ({ arguments: [item] }) => item && source.text(item).endsWith('Signal'),
      ),
    events: ['WORKFLOW_EXECUTION_SIGNALED'],
  },
];

/** Turns that no run is recorded for, and why; `<workflow>: <turn>`. */
const unrecorded: Record<string, string> = {
  'revokeFeed: a step that failed':
    'the remote side is asked for a day; the credentials are deleted then as after a success',
  'voidShipment: a step that failed': 'the carrier is asked for a day; the row is settled as after a refusal',
  'drainDeliveries: a run that went on as a new one': 'a hundred rounds, most of a megabyte of the same',
  'sendBroadcast: a run that went on as a new one': 'two hundred rounds of ten seconds each',
  'importProducts: a run that went on as a new one': 'two hundred rounds of fifteen seconds each',
  'reindexProducts: a run that went on as a new one': 'two hundred rounds of fifteen seconds each',
  'payOutVendors: a run that went on as a new one': 'two hundred rounds of fifteen seconds each',
  'refundPayment: a step that failed':
    'the provider is asked for a day; what comes then is what a cancellation does',
};

/** The kinds of events in the recorded runs of a workflow. */
function recordedEvents(workflow: string): Set<string> {
  const files = recordedRuns.filter((file) => file.startsWith(`${workflow}/`));
  const kinds = files.flatMap((file) => {
    const text = readFileSync(join(root, 'temporal/histories', file), 'utf8');
    const { events } = JSON.parse(text) as { events: { eventType: string }[] };
    return events.map(({ eventType }) => eventType.replace('EVENT_TYPE_', ''));
  });
  return new Set(kinds);
}

/** Turns in the code of workflows that nothing recorded takes, as `<workflow>: <turn>`. */
const missing = workflowSources().flatMap((source) => {
  const { workflow } = source;
  if (workflow === undefined) return [];
  const kinds = recordedEvents(workflow);
  return turns
    .filter(({ inCode, events }) => inCode(source) && !events.some((kind) => kinds.has(kind)))
    .map(({ name }) => `${workflow}: ${name}`);
});

describe('the turns that workflows can take', () => {
  it('are each in a recorded history', () => {
    const sentences = missing
      .filter((turn) => !(turn in unrecorded))
      .map(
        (turn) =>
          `${turn} is in its code and in none of its histories: bring one about beside \`npm start\` ` +
          '(sandboxes/README.md tells how to make the outside fail), then `npm run record -- <workflow id>`',
      );
    expect(sentences).toEqual([]);
  });

  it('are excepted only where nothing is recorded', () => {
    const needless = Object.keys(unrecorded).filter((turn) => !missing.includes(turn));
    expect(needless.map((turn) => `${turn} is recorded: remove its exception`)).toEqual([]);
  });
});
