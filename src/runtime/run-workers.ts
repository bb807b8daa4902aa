import { directUrl } from '#db/kernel/pooler.js';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { createActivities } from '#activities/index.js';
import { createRelay } from '#events/relay.js';
import { subscriptions } from '#events/subscriptions.js';
import { connectionOptions, createClientOver, dataConverter } from '#integrations/engine/temporal-client.js';
import { createWorkflowGateway } from '#integrations/engine/workflow-gateway.js';
import { activityInterceptors } from './activity-interceptors.js';
import { type QueueName, queues as queueTable, type WorkerRole } from '#lib/workflow/queues.js';
import { createInstallationRepository } from '#db/settings/installation.repository.js';
import type { Container } from './container.js';
import { watchOpenFlows } from './open-flows-check.js';
import { setUpOwnEngine } from './self-setup.js';
import { watchBacklog } from '#runtime/metrics/backlog-metrics.js';
import { resultsAfterPolls, withPollWait } from './poll-wait.js';
import { projectFile } from '#lib/project-files.js';
import { installedEngineTracing } from '#integrations/engine/engine-tracing.js';

const CONNECT_RETRY_MS = 1_000;

/**
 * Runs kept in memory between their tasks. Every order has one that waits for days, and the library would keep more than
 * two thousand; one that is not kept is replayed from some ten events when a signal arrives.
 */
const CACHED_RUNS = 250;

/** From the last response of an activity until the engine has given its workflow to us, and we have passed it on. */
const HAND_OVER_MS = 500;

/**
 * The SDK stops a workflow that takes longer than five seconds for one turn, which takes the whole process with it: what
 * Node notes about promises is not put back in order where it interrupts them (nodejs/node#38503). So this is for code
 * that would never end, and longer than any turn takes on a machine that is short of processor; past ten seconds the
 * engine gives the turn to another worker. The SDK has the option, its types do not show it.
 */
const interruptedTurn = { isolateExecutionTimeout: '1m' };

/**
 * The bundle that the build made beside this code, or the one that a run from the sources made. Traced workflows are a
 * separate bundle: the library doubles what every workflow has to load.
 */
function workflowBundle(): WorkerOptions['workflowBundle'] {
  const name = installedEngineTracing() ? 'workflow-bundle-traced.js' : 'workflow-bundle.js';
  const codePath = process.env['WORKFLOW_BUNDLE'] ?? projectFile(`src/${name}`);
  if (!existsSync(codePath)) throw new Error('The workflows are not bundled: run `npm run build` first');
  return { codePath };
}

async function connect(container: Container, stopping: () => boolean): Promise<NativeConnection> {
  for (;;) {
    try {
      return await NativeConnection.connect(connectionOptions(container.config));
    } catch (error) {
      if (stopping()) throw error;
      container.logger.warn('workflow engine cannot be reached yet');
      await new Promise((resolve) => setTimeout(resolve, CONNECT_RETRY_MS));
    }
  }
}

/** @throws Error for the namespace whose runs know of hours that a restore of the database has undone */
async function refuseUndoneRuns({ engineWatch }: Container): Promise<void> {
  if ((await engineWatch.check()) === 'restored') throw new Error(engineWatch.problem());
}

/**
 * Sets an engine up that has lost everything, and brings it what is open, where ENGINE_SELF_SETUP is on; one process does it.
 * Otherwise health says which command to run.
 */
async function setUpEmptyEngine({ config, knex, gateway, engineWatch, logger }: Container): Promise<void> {
  if (!config.ENGINE_SELF_SETUP || (await engineWatch.check()) !== 'empty') return;
  await createInstallationRepository(knex).alone('engine', async () => {
    const namespace = config.TEMPORAL_NAMESPACE;
    const done = await setUpOwnEngine({ knex, client: gateway.client, namespace, redeliver: true });
    logger.warn({ namespace, ...done }, 'workflow engine was empty: set up, open flows brought to it again');
  });
  await engineWatch.check();
}

/** Where this process runs workflows, too, its relay starts them over the connection of their worker. */
function createRelayOver(container: Container, connection: NativeConnection, roles: readonly WorkerRole[]) {
  const { config, logger, metrics } = container;
  const client = createClientOver(connection, config);
  const gateway = roles.includes('core')
    ? createWorkflowGateway({
        client,
        logger,
        metrics: metrics.engine,
        sharesWorker: true,
        problem: container.engineWatch.problem,
      })
    : container.gateway;
  return createRelay({ ...container, gateway, databaseUrl: directUrl(config), subscriptions });
}

/**
 * Runs the given roles until `stop`: a Temporal worker for each queue, the relay beside them. `core` is the last to stop:
 * it alone has workflows, and what the others hand over is for one of those to pass on.
 */
export async function runWorkers(container: Container, roles: readonly WorkerRole[]) {
  const { config, logger } = container;
  const tracing = installedEngineTracing();
  let stopping = false;
  if (roles.includes('relay')) watchBacklog({ ...container, subscriptions });
  const connection = await connect(container, () => stopping);
  await refuseUndoneRuns(container);
  await setUpEmptyEngine(container);
  container.engineWatch.onEmpty(() => setUpEmptyEngine(container));
  const stopWatching = roles.includes('relay')
    ? watchOpenFlows({ ...container, client: container.gateway.client, subscriptions })
    : () => undefined;
  const relay = roles.includes('relay') ? createRelayOver(container, connection, roles) : undefined;
  const { queues, startedOn, close } = createActivities(container);
  // The last part of the grace is for `core`.
  const coreGrace = Math.ceil(config.SHUTDOWN_GRACE_SECONDS / 2);

  const resultsHeld = resultsAfterPolls(container.stopping);

  function createWorker(role: QueueName): Promise<Worker> {
    return Worker.create({
      connection,
      namespace: config.TEMPORAL_NAMESPACE,
      taskQueue: role,
      dataConverter: dataConverter(config),
      activities: queues[role],
      maxConcurrentActivityTaskExecutions: queueTable[role].concurrency,
      shutdownGraceTime: `${role === 'core' ? coreGrace : config.SHUTDOWN_GRACE_SECONDS}s`,
      interceptors: {
        activity: [
          ...(role === 'core' ? [] : [resultsHeld]),
          ...(tracing ? [tracing.activity] : []),
          activityInterceptors(logger, container.metrics.activities),
        ],
      },
      sinks: tracing?.sinks,
      ...(role === 'core'
        ? { workflowBundle: workflowBundle(), maxCachedWorkflows: CACHED_RUNS, ...interruptedTurn }
        : {}),
    });
  }

  const core = roles.includes('core') ? await createWorker('core') : undefined;
  const others: Worker[] = [];
  for (const role of roles) {
    // A queue that no feature has activities for yet needs no poller.
    if (role === 'relay' || role === 'core' || Object.keys(queues[role]).length === 0) continue;
    others.push(await withPollWait(() => createWorker(role)));
  }
  const othersEnded = Promise.all(others.map((worker) => worker.run()));
  const ended = Promise.all([othersEnded, core?.run()]);
  // A worker that ends by itself is a failure of the process, reported by `ended`.
  for (const promise of [othersEnded, ended]) promise.catch(() => undefined);
  relay?.start();
  for (const role of roles) {
    if (role === 'relay') continue;
    for (const begin of startedOn(role))
      begin().catch((error: unknown) => logger.warn({ err: error, role }, 'start of a role failed'));
  }
  return {
    ended,
    async stop(): Promise<void> {
      stopping = true;
      stopWatching();
      // First no new tasks, then word to those at work, so that what they leave off goes to another process.
      for (const worker of others) if (worker.getState() === 'RUNNING') worker.shutdown();
      container.announceStop();
      const relayEnded = relay?.stop();
      const turn = new AbortController();
      const coresTurn = sleep((config.SHUTDOWN_GRACE_SECONDS - coreGrace) * 1_000, undefined, turn);
      const handedOver = othersEnded.catch(() => undefined).then(() => sleep(HAND_OVER_MS));
      await Promise.race([handedOver, coresTurn]).finally(() => turn.abort());
      if (core?.getState() === 'RUNNING') core.shutdown();
      await Promise.all([relayEnded, ended]);
      await close();
      await connection.close();
    },
  };
}
