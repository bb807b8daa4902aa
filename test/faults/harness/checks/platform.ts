import type { Trouble } from '../clients/patient-client.js';
import { type Finding, finding, type World } from '../flow.js';
import type { Disturbances } from '../injection/disturbances.js';
import type { Part } from '../processes/part.js';

/** What holds for the platform as a whole, whatever its flows are. */
export async function checkPlatform(
  world: World,
  seen: { left: string[]; troubles: readonly Trouble[]; disturbances: Disturbances; parts: readonly Part[] },
): Promise<Finding[]> {
  return [
    finding('everything came to rest', 1, seen.left),
    await outboxIsEmpty(world),
    ...(await workflowsEndedWell(world)),
    onlyDeclaredRefusals(seen.troubles),
    refusedOnlyWhenHurt(seen.troubles, seen.disturbances),
    finding(
      'no process ended by itself',
      seen.parts.length,
      seen.parts.filter(({ deaths }) => deaths > 0).map(({ name, deaths }) => `${name}, ${deaths} times`),
    ),
  ];
}

async function outboxIsEmpty({ container: { knex } }: World): Promise<Finding> {
  const rows = (await knex('outbox_deliveries')
    .whereNot({ state: 'delivered' })
    .select('subscription', 'entityId', 'state', 'attempts', 'lastError')) as Record<string, unknown>[];
  const [{ count }] = (await knex('outbox_deliveries').count()) as [{ count: number }];
  return finding(
    'every event was delivered',
    count,
    rows.map((row) => JSON.stringify(row)),
  );
}

/** A rendering may fail for good when its worker is killed three times, and is asked for again; nothing else may. */
const MAY_FAIL = ['renderInvoice'];

async function workflowsEndedWell({ container: { gateway } }: World): Promise<Finding[]> {
  const failed: string[] = [];
  const running: string[] = [];
  let seen = 0;
  for await (const run of gateway.client.workflow.list()) {
    seen += 1;
    const { name } = run.status;
    if (name === 'RUNNING') running.push(await describe(world(gateway), run.workflowId));
    else if (name !== 'COMPLETED' && name !== 'CONTINUED_AS_NEW' && !MAY_FAIL.includes(run.type))
      failed.push(`${run.workflowId} (${run.type}) is ${name}`);
  }
  return [finding('no workflow is stuck', seen, running), finding('no workflow failed', seen, failed)];
}

const world = (gateway: World['container']['gateway']) => gateway.client.workflow;

async function describe(client: ReturnType<typeof world>, workflowId: string): Promise<string> {
  const { raw } = await client.getHandle(workflowId).describe();
  const steps = (raw.pendingActivities ?? []).map(
    ({ activityType, attempt, lastFailure }) =>
      `${activityType?.name} try ${attempt}: ${lastFailure?.message ?? ''}`,
  );
  const task = raw.pendingWorkflowTask ? `workflow task try ${raw.pendingWorkflowTask.attempt}` : '';
  return `${workflowId}: ${[...steps, task].filter(Boolean).join('; ')}`;
}

/** Whatever is hurt, a client hears 503 or nothing: anything else says that we did not expect it. */
function onlyDeclaredRefusals(troubles: readonly Trouble[]): Finding {
  const odd = troubles.filter(({ status }) => status !== null && status !== 503);
  return finding('the platform refuses with 503 alone', troubles.length, odd.map(inWords));
}

function refusedOnlyWhenHurt(troubles: readonly Trouble[], disturbances: Disturbances): Finding {
  const odd = troubles.filter(({ from, to }) => !disturbances.touched(from, to));
  return finding('nothing was refused while everything was up', troubles.length, odd.map(inWords));
}

function inWords({ from, to, call, status, reason }: Trouble): string {
  return `${new Date(from).toISOString()} ${call} ${status ?? 'no answer'} after ${to - from} ms: ${reason.slice(0, 400)}`;
}
