import type { Client } from '@temporalio/client';
import { readOpenFlowEvents } from '#db/events/open-flow-events.query.js';
import type { Knex } from '#db/kernel/knex.js';
import { createInstallationRepository } from '#db/settings/installation.repository.js';
import type { EachSubscription, Subscription } from '#events/subscription.js';
import type { Clock } from '#lib/clock.js';
import type { Logger } from '#lib/logger.js';

const CHECK_MS = 5 * 60_000;
/** While runs are missing: what was mended is said soon, and what was missing for a moment is not said at all. */
const RECHECK_MS = 20_000;
/** A process that has just started has more to do. */
const FIRST_MS = 60_000;
/** Entities that one look asks the engine about, the oldest events first. */
const MAX_ASKED = 500;
const AT_ONCE = 8;

type Deps = {
  knex: Knex;
  client: Client;
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'debug'>;
  subscriptions: readonly Subscription[];
};

/** Ids of runs that should be there and are not. @throws Error while the engine does not respond */
export async function findOpenFlowsWithoutRun({ knex, client, subscriptions }: Deps): Promise<string[]> {
  const each = new Map(
    subscriptions.flatMap((item) => (item.kind === 'each' ? [[item.name, item] as const] : [])),
  );
  const open = await readOpenFlowEvents(knex, MAX_ASKED);
  const wanted = [
    ...new Set(open.flatMap(({ subscription, event }) => runOf(each.get(subscription), event))),
  ];
  const missing: string[] = [];
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const some = wanted.slice(from, from + AT_ONCE);
    const running = await Promise.all(some.map((id) => isRunning(client, id)));
    missing.push(...some.filter((_id, index) => !running[index]));
  }
  return missing;
}

function runOf(
  subscription: EachSubscription | undefined,
  event: Parameters<EachSubscription['action']>[0],
): string[] {
  const action = subscription?.action(event);
  return action ? [action.contract.id(action.input)] : [];
}

async function isRunning(client: Client, workflowId: string): Promise<boolean> {
  try {
    const { status } = await client.withDeadline(Date.now() + 2_000, () =>
      client.workflow.getHandle(workflowId).describe(),
    );
    return status.name === 'RUNNING';
  } catch (error) {
    if ((error as Error).name === 'WorkflowNotFoundError') return false;
    throw error;
  }
}

/**
 * Looks every five minutes, in one process of all, and records how many are missing in two looks one after the other: a run
 * that has just ended may get its successor at this moment.
 */
export function watchOpenFlows(deps: Deps): () => void {
  const installation = createInstallationRepository(deps.knex);
  let timer: NodeJS.Timeout | undefined;
  let before: readonly string[] = [];

  async function look(): Promise<void> {
    try {
      const alone = await installation.alone('open flows', async () => {
        const found = await findOpenFlowsWithoutRun(deps);
        const missing = found.filter((id) => before.includes(id));
        before = found;
        await installation.recordOpenFlows(missing.length, deps.clock.now());
        if (missing.length > 0)
          deps.logger.warn(
            { missing: missing.slice(0, 20), count: missing.length },
            'open flows without a run: run redeliver',
          );
      });
      if (!alone) before = [];
    } catch (error) {
      deps.logger.debug({ err: error }, 'open flows could not be compared with the engine');
    }
  }
  const next = (ms: number) => {
    timer = setTimeout(
      () => void look().finally(() => timer && next(before.length > 0 ? RECHECK_MS : CHECK_MS)),
      ms,
    );
    timer.unref();
  };
  next(FIRST_MS);
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
}
