import { LINGER_MS } from '#activities/events/events.activities.js';
import { drainDeliveries } from '#workflows/events/events.contract.js';
import type { Fixtures } from '../flow.js';
import { type Finding, finding } from '../finding.js';
import { runsOfMovingOrders } from './followed-orders.js';
import type { Disturbances } from '../injection/disturbances.js';
import { eventually } from '../../../_support/eventually.js';

type Client = Fixtures['container']['gateway']['client']['workflow'];
type Run = { type: string; workflowId: string; runId: string };
type History = Awaited<ReturnType<ReturnType<Client['getHandle']>['fetchHistory']>>;

/** The rounds before the last look, and the end of the run. */
const ROUND_MS = 5_000;

/** A workflow that an outage may make fail for good. */
export interface ToleratedFailure {
  /** Its type. */
  workflow: string;
  /** What it then ends with: `<type>: <message>`. */
  ends: RegExp;
  /** What its steps may have failed of, each of them: `<type>: <message>`, that of the innermost cause. */
  steps: readonly RegExp[];
}

/** A run that has failed, with all that its history says about why. */
export interface FailedRun {
  workflow: string;
  from: number;
  to: number;
  /** FAILED, TERMINATED, … */
  status: string;
  end: string | undefined;
  steps: string[];
}

interface Failure {
  message?: string | null;
  cause?: Failure | null;
  applicationFailureInfo?: { type?: string | null } | null;
  timeoutFailureInfo?: object | null;
}

/** Every workflow has ended or waits for people, and well; or in a way, at a time and for reasons that an outage explains. */
export async function workflowsEndedWell(
  { container, disturbances }: Fixtures,
  tolerated: readonly ToleratedFailure[],
): Promise<Finding[]> {
  const client = container.gateway.client.workflow;
  const waiting = await runsOfMovingOrders({ container });
  const failed: string[] = [];
  const running: string[] = [];
  let seen = 0;
  for await (const run of client.list()) {
    seen += 1;
    const { name: status } = run.status;
    if (status === 'RUNNING') {
      const state = await describe(client, run.workflowId);
      // A followed order waits for people; a step or a task under way would say so.
      if ((state.steps || !waiting.has(run.workflowId)) && !(await isLastLook(client, run)))
        running.push(`${run.workflowId}: ${state.steps}`);
    }
    if (status !== 'RUNNING' && status !== 'COMPLETED' && status !== 'CONTINUED_AS_NEW') {
      const history = await client.getHandle(run.workflowId, run.runId).fetchHistory();
      const item = {
        workflow: run.type,
        status,
        from: run.startTime.getTime(),
        to: run.closeTime?.getTime() ?? 0,
        ...reasonsIn(history),
      };
      const why = unexplained(item, tolerated, disturbances);
      if (why !== undefined) failed.push(`${run.workflowId} (${run.type}) is ${status}: ${why}`);
    }
  }
  return [finding('no workflow is stuck', seen, running), finding('no workflow failed', seen, failed)];
}

/** Whether a run is that of a drain which looks once more after its last rows, and then ends by itself. */
async function isLastLook(client: Client, { type, workflowId, runId }: Run): Promise<boolean> {
  if (type !== drainDeliveries.name) return false;
  const ended = async () => {
    const { status } = await client.getHandle(workflowId, runId).describe();
    if (status.name === 'RUNNING') throw new Error('It still runs');
    return true;
  };
  return eventually(ended, LINGER_MS + ROUND_MS).catch(() => false);
}

/** What about a failure is not explained by an outage; undefined when all of it is. */
export function unexplained(
  run: FailedRun,
  tolerated: readonly ToleratedFailure[],
  disturbances: Disturbances,
): string | undefined {
  const rule = tolerated.find(({ workflow }) => workflow === run.workflow);
  if (!rule || run.status !== 'FAILED' || !rule.ends.test(run.end ?? ''))
    return run.end ?? 'without a reason';
  if (run.steps.length === 0) return `${run.end}, although none of its steps failed`;
  const odd = run.steps.find((step) => !rule.steps.some((reason) => reason.test(step)));
  if (odd !== undefined) return odd;
  return disturbances.during(run.from, run.to).length > 0 ? undefined : 'nothing was hurt meanwhile';
}

/** The last failure of a step and the one before it stand in the history; those of earlier tries do not. */
function reasonsIn(history: History): Pick<FailedRun, 'end' | 'steps'> {
  let end: string | undefined;
  const steps: string[] = [];
  for (const event of history.events ?? []) {
    const ended = event.workflowExecutionFailedEventAttributes?.failure;
    if (ended) end = inWords(ended);
    for (const attributes of [
      event.activityTaskFailedEventAttributes?.failure,
      event.activityTaskTimedOutEventAttributes?.failure,
      event.activityTaskStartedEventAttributes?.lastFailure,
      event.markerRecordedEventAttributes?.failure,
    ])
      if (attributes) steps.push(inWords(innermost(attributes)));
  }
  return { end, steps };
}

function innermost(failure: Failure): Failure {
  return failure.cause ? innermost(failure.cause) : failure;
}

function inWords(failure: Failure): string {
  const type = failure.timeoutFailureInfo ? 'TimeoutFailure' : failure.applicationFailureInfo?.type;
  return `${type ?? 'Failure'}: ${failure.message ?? ''}`;
}

async function describe(client: Client, workflowId: string): Promise<{ steps: string }> {
  const { raw } = await client.getHandle(workflowId).describe();
  const steps = (raw.pendingActivities ?? []).map(
    ({ activityType, attempt, lastFailure }) =>
      `${activityType?.name} try ${attempt}: ${lastFailure?.message ?? ''}`,
  );
  const task = raw.pendingWorkflowTask ? `workflow task try ${raw.pendingWorkflowTask.attempt}` : '';
  return { steps: [...steps, task].filter(Boolean).join('; ') };
}
