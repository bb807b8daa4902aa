import {
  type Client,
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
} from '@temporalio/client';
import { NamespaceNotFoundError } from '@temporalio/common';
import { CORE_QUEUE } from '#lib/workflow/contract.js';

/** A schedule that never fires: its memo says whose runs the namespace holds. */
const SCHEDULE = 'installation';
const NOT_FOUND = 5;

/**
 * `own` holds the runs of this installation, `foreign` those of another, `empty` none although it should, `restored` those of
 * the hours that a restore of the database has undone. `unknown` while the engine does not respond, or was never set up by
 * `engine-setup`.
 */
export type EngineIdentity = 'own' | 'empty' | 'foreign' | 'restored' | 'unknown';

export interface InstallationOfEngine {
  id: string;
  engineNamespace: string | null;
  restoredFrom: string | null;
}

/** Whose runs a namespace holds. Never throws. */
export async function readEngineIdentity(
  client: Client,
  { id, engineNamespace, restoredFrom }: InstallationOfEngine,
  namespace: string,
): Promise<EngineIdentity> {
  // Known without the engine: a worker that starts while it is away must not begin with these runs either.
  if (restoredFrom === namespace) return 'restored';
  const found = await markOf(client);
  if (typeof found === 'object') return found.installation === id ? 'own' : 'foreign';
  const wasSetUp = (engineNamespace ?? restoredFrom) !== null;
  return found === 'none' && wasSetUp ? 'empty' : 'unknown';
}

async function markOf(client: Client): Promise<{ installation?: unknown } | 'none' | 'unknown'> {
  try {
    const { memo } = await client.schedule.getHandle(SCHEDULE).describe();
    return { installation: memo?.['installation'] };
  } catch (error) {
    // A server that has lost its databases has lost the namespace with them; the development server makes it anew.
    const isGone =
      error instanceof ScheduleNotFoundError ||
      error instanceof NamespaceNotFoundError ||
      (isGrpcServiceError(error) && Number(error.code) === NOT_FOUND);
    return isGone ? 'none' : 'unknown';
  }
}

/** Marks a namespace as that of an installation. @param replace also where it has the mark of another */
export async function markEngine(client: Client, id: string, replace: boolean): Promise<void> {
  if (replace)
    await client.schedule
      .getHandle(SCHEDULE)
      .delete()
      .catch(() => undefined);
  try {
    await client.schedule.create({
      scheduleId: SCHEDULE,
      spec: {},
      action: { type: 'startWorkflow', workflowType: SCHEDULE, workflowId: SCHEDULE, taskQueue: CORE_QUEUE },
      state: { paused: true, note: 'Says which installation this namespace belongs to; it never runs' },
      memo: { installation: id },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
