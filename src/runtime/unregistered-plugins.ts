import type { Client } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/client';
import { createAuditRepository } from '#db/audit/audit.repository.js';
import { createDeliveriesRepository } from '#db/events/deliveries.repository.js';
import type { Knex } from '#db/kernel/knex.js';
import { createUnitOfWork } from '#db/kernel/unit-of-work.js';
import {
  createInstalledPluginsRepository,
  type PluginParts,
  type WaitingDeliveries,
} from '#db/plugins/installed-plugins.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { drainDeliveries } from '#workflows/events/events.contract.js';
import { CORE_QUEUE } from '#lib/workflow/contract.js';

/** Terminations in flight: a plugin may have a run for each order of a month. */
const PARALLEL = 20;
/** Ids that an audit entry names; beyond it gives their number alone. */
const MAX_NAMED = 200;

export interface OpenRun {
  workflowId: string;
  runId: string;
  workflow: string;
  startedAt: Date;
}

/** What is under way of a plugin that is no longer registered, or of a version that had more. */
export interface UnregisteredWork {
  parts: PluginParts;
  runs: OpenRun[];
  schedules: string[];
  deliveries: WaitingDeliveries[];
}

/** What is registered now, by the name of the plugin. */
export type RegisteredParts = readonly PluginParts[];

interface Deps {
  client: Client;
  knex: Knex;
  registered: RegisteredParts;
  now?: () => Date;
}

const quoted = (names: readonly string[]) => names.map((name) => `'${name.replaceAll("'", '')}'`).join(', ');

/** Finds and ends what no worker would carry on: runs, schedules and events of plugins that were taken out. */
export function createUnregisteredPlugins({ client, knex, registered, now = () => new Date() }: Deps) {
  const installed = createInstalledPluginsRepository();
  const unitOfWork = createUnitOfWork(knex);
  const has = (kind: 'workflows' | 'subscriptions') => new Set(registered.flatMap((plugin) => plugin[kind]));

  /** The parts that a plugin once had and no registered plugin has now. */
  async function goneParts(): Promise<PluginParts[]> {
    const [workflows, subscriptions] = [has('workflows'), has('subscriptions')];
    const known = await installed.list(knex);
    return known
      .map((plugin) => ({
        name: plugin.name,
        workflows: plugin.workflows.filter((name) => !workflows.has(name)),
        subscriptions: plugin.subscriptions.filter((name) => !subscriptions.has(name)),
      }))
      .filter((plugin) => plugin.workflows.length + plugin.subscriptions.length > 0);
  }

  /** Runs of its workflows, and of the drains that deliver to it. */
  async function openRuns({ workflows, subscriptions }: PluginParts): Promise<OpenRun[]> {
    const drains = subscriptions.map((subscription) =>
      drainDeliveries.id({ subscription, taskQueue: CORE_QUEUE }),
    );
    const which = [
      workflows.length > 0 ? `WorkflowType IN (${quoted(workflows)})` : '',
      drains.length > 0 ? `WorkflowId IN (${quoted(drains)})` : '',
    ].filter(Boolean);
    const runs: OpenRun[] = [];
    const query = `ExecutionStatus = 'Running' AND (${which.join(' OR ')})`;
    for await (const { workflowId, runId, type, startTime } of client.workflow.list({ query }))
      runs.push({ workflowId, runId, workflow: type, startedAt: startTime });
    return runs;
  }

  async function schedulesOf({ workflows }: PluginParts): Promise<string[]> {
    const ids: string[] = [];
    if (workflows.length === 0) return ids;
    for await (const { scheduleId, action } of client.schedule.list())
      if (action?.type === 'startWorkflow' && workflows.includes(action.workflowType)) ids.push(scheduleId);
    return ids.sort();
  }

  async function terminate(runs: readonly OpenRun[], reason: string): Promise<void> {
    const queue = [...runs];
    const worker = async () => {
      for (let run = queue.shift(); run; run = queue.shift())
        try {
          await client.workflow.getHandle(run.workflowId, run.runId).terminate(reason);
        } catch (error) {
          // Its end overtook us.
          if (!(error instanceof WorkflowNotFoundError)) throw error;
        }
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
  }

  return {
    /** What is under way of plugins that are not registered; a plugin of which nothing is left is not among them. */
    async find(): Promise<UnregisteredWork[]> {
      const found: UnregisteredWork[] = [];
      for (const parts of await goneParts()) {
        const [runs, schedules, deliveries] = await Promise.all([
          openRuns(parts),
          schedulesOf(parts),
          installed.waiting(knex, parts.subscriptions),
        ]);
        if (runs.length + schedules.length + deliveries.length > 0)
          found.push({ parts, runs, schedules, deliveries });
      }
      return found;
    },

    /**
     * Ends it: schedules first, so that they start nothing new, then runs, then the events that wait, with one entry of
     * the audit for each plugin. What a repeat finds is ended then.
     */
    async drop(work: readonly UnregisteredWork[]): Promise<void> {
      const ctx = systemContext({ name: 'engine-setup' }, now());
      const [audit, deliveries] = [createAuditRepository(knex), createDeliveriesRepository(knex)];
      for (const { parts, runs, schedules } of work) {
        for (const id of schedules) await client.schedule.getHandle(id).delete();
        await terminate(
          runs,
          `The plugin ${parts.name} is not registered any more (engine:setup --drop-runs)`,
        );
        await unitOfWork.run(ctx, async (tx) => {
          const dropped = await deliveries.dropAll(tx, parts.subscriptions);
          await installed.removeParts(tx, parts);
          const before = {
            schedules,
            runs: runs.length,
            workflowIds: runs.slice(0, MAX_NAMED).map(({ workflowId }) => workflowId),
            deliveries: dropped,
          };
          await audit.record(tx, ctx, [
            { entity: 'plugin', entityId: parts.name, action: 'dropWork', before },
          ]);
        });
      }
    },

    /** Keeps in mind what is registered now. */
    async remember(): Promise<void> {
      const ctx = systemContext({ name: 'engine-setup' }, now());
      await unitOfWork.run(ctx, async (tx) => {
        for (const plugin of registered) await installed.addParts(tx, plugin);
      });
    },
  };
}

/** Runs that a list names before it gives their number. */
const MAX_LISTED = 20;

/** For an operator: what is under way, a line each. */
export function describeWork({ parts, runs, schedules, deliveries }: UnregisteredWork): string[] {
  const listed = runs.slice(0, MAX_LISTED);
  return [
    `The plugin ${parts.name} is not registered and has work under way:`,
    ...listed.map(
      ({ workflowId, workflow, startedAt }) =>
        `  run ${workflowId} (${workflow}), since ${startedAt.toISOString()}`,
    ),
    ...(runs.length > listed.length ? [`  … and ${runs.length - listed.length} more runs`] : []),
    ...schedules.map((id) => `  schedule ${id}`),
    ...deliveries.map(({ subscription, count }) => `  ${count} events not delivered to ${subscription}`),
  ];
}
