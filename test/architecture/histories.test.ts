import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { type Ended, outcomes } from '#domain/_shared/outcome.js';
import { recordedRuns } from '../_support/replay.js';
import { callsOf, workflowSources } from './workflow-source.js';

const root = join(import.meta.dirname, '..', '..');

/** Histories of runs that were recorded before runs had outcomes and steps had summaries. It only gets shorter. */
const listed = readFileSync(join(import.meta.dirname, 'histories-without-outcome.txt'), 'utf8')
  .split('\n')
  .filter(Boolean);

interface Payload {
  /** Base64; absent where nothing is returned. */
  data?: string;
}
interface Attributes {
  searchAttributes?: { indexedFields?: Record<string, Payload> };
  result?: { payloads?: Payload[] };
  markerName?: string;
  patchId?: string;
}
interface RecordedEvent {
  eventId: string;
  eventType: string;
  userMetadata?: { summary?: Payload };
  [attributes: `${string}Attributes`]: Attributes;
}

const valueOf = (payload: Payload | undefined): unknown =>
  payload?.data ? JSON.parse(Buffer.from(payload.data, 'base64').toString()) : undefined;

/** What an operator would miss in a run. */
function missingIn(file: string): string[] {
  const text = readFileSync(join(root, 'temporal/histories', file), 'utf8');
  const { events } = JSON.parse(text) as { events: RecordedEvent[] };
  const missing: string[] = [];
  let outcome: unknown;
  for (const { eventId, eventType, userMetadata, ...rest } of events) {
    const kind = eventType.replace('EVENT_TYPE_', '');
    const attributes = Object.values(rest).find((value) => typeof value === 'object') as
      | Attributes
      | undefined;
    const isStep =
      ['ACTIVITY_TASK_SCHEDULED', 'TIMER_STARTED'].includes(kind) ||
      (kind === 'MARKER_RECORDED' && attributes?.markerName === 'core_local_activity');
    if (isStep && !valueOf(userMetadata?.summary)) missing.push(`event ${eventId}, ${kind}, has no summary`);
    outcome = valueOf(attributes?.searchAttributes?.indexedFields?.['Outcome']) ?? outcome;
    if (kind === 'WORKFLOW_EXECUTION_STARTED' && !outcome) missing.push('it is started without an outcome');
    if (kind === 'WORKFLOW_EXECUTION_COMPLETED') {
      const result = valueOf(attributes?.result?.payloads?.[0]) as Partial<Ended> | undefined;
      if (result?.status !== outcome)
        missing.push(`its result says ${result?.status}, its outcome ${String(outcome)}`);
      if (outcome !== 'ok' && !result?.reason) missing.push('its result has no reason');
    }
    if (['WORKFLOW_EXECUTION_FAILED', 'WORKFLOW_EXECUTION_CANCELED'].includes(kind))
      if (outcome === 'ok' || outcome === 'waiting') missing.push(`it ended with the outcome ${outcome}`);
  }
  if (outcome && !(outcomes as readonly unknown[]).includes(outcome))
    missing.push(`${String(outcome)} is no outcome`);
  return missing;
}

describe('recorded histories', () => {
  const missing = new Map(recordedRuns.map((file) => [file, missingIn(file)]));

  it('have an outcome, a reason, and a summary for each step and timer', () => {
    const found = [...missing].filter(([file]) => !listed.includes(file));
    expect(found.flatMap(([file, texts]) => texts.map((text) => `${file}: ${text}`))).toEqual([]);
  });

  it('of each workflow include one that has', () => {
    const workflows = new Set(recordedRuns.map((file) => file.split('/')[0]));
    const shown = new Set(
      recordedRuns.filter((file) => !missing.get(file)?.length).map((file) => file.split('/')[0]),
    );
    expect([...workflows].filter((workflow) => !shown.has(workflow))).toEqual([]);
  });

  it('without are on a list that only gets shorter', () => {
    expect(listed.filter((file) => !missing.get(file)?.length)).toEqual([]);
    expect(listed.length).toBeLessThanOrEqual(89);
  });
});

describe('the code of workflows', () => {
  const sources = workflowSources().filter(({ file }) => !file.endsWith('_shared/steps.ts'));

  it('takes steps and timers from where a summary is demanded', () => {
    const taken = sources.flatMap((source) =>
      source.nodes
        .filter(ts.isImportDeclaration)
        .filter(({ moduleSpecifier }) => source.text(moduleSpecifier) === "'@temporalio/workflow'")
        .flatMap(
          (declaration) => source.text(declaration).match(/\b(?:proxy(?:Local)?Activities|sleep)\b/g) ?? [],
        )
        .map((name) => `${source.file}: import ${name} of src/workflows/_shared/steps.ts`),
    );
    expect(taken).toEqual([]);
    const timed = sources.flatMap((source) =>
      callsOf(source, 'condition')
        .filter(({ arguments: given }) => given.length === 2)
        .map((call) => `${source.file}: a timer without a summary: ${source.text(call)}`),
    );
    expect(timed).toEqual([]);
  });
});
