import { existsSync } from 'node:fs';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { createActivities } from '#activities/index.js';
import { createRelay } from '#events/relay.js';
import { subscriptions } from '#events/subscriptions.js';
import { connectionOptions, dataConverter } from '#integrations/engine/temporal-client.js';
import { activityInterceptors } from './activity-interceptors.js';
import type { WorkerRole } from './config.js';
import type { Container } from './container.js';
import { watchBacklog } from './metrics/backlog-metrics.js';
import { projectFile } from './project-files.js';
import { installedTracing } from './tracing/tracing.js';

const CONNECT_RETRY_MS = 1_000;

/** How many activities of a queue run at once in one process. */
const concurrency: Record<string, number> = {
  core: 40,
  // Two of them print, which is what two cores can use; the others are laid out, stored, on their way from the engine.
  documents: 4,
  indexing: 4,
  mail: 4,
};

/**
 * The bundle that the build made beside this code, or the one that whoever runs the sources made. Traced workflows are a
 * bundle of their own: the library doubles what every workflow has to load.
 */
function workflowBundle(): WorkerOptions['workflowBundle'] {
  const name = installedTracing() ? 'workflow-bundle-traced.js' : 'workflow-bundle.js';
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

/** Runs the given roles until `stop`: a Temporal worker for each queue, the relay beside them. */
export async function runWorkers(container: Container, roles: readonly WorkerRole[]) {
  const { config, logger } = container;
  const tracing = installedTracing();
  let stopping = false;
  const relay = roles.includes('relay')
    ? createRelay({ ...container, databaseUrl: config.DATABASE_URL, subscriptions })
    : undefined;
  if (relay) watchBacklog({ ...container, subscriptions: subscriptions.map(({ name }) => name) });
  const connection = await connect(container, () => stopping);
  const { queues, close } = createActivities(container);
  const workers: Worker[] = [];
  for (const role of roles) {
    // A queue that no feature has activities for yet needs no poller.
    if (role === 'relay' || (role !== 'core' && Object.keys(queues[role]).length === 0)) continue;
    const options: WorkerOptions = {
      connection,
      namespace: config.TEMPORAL_NAMESPACE,
      taskQueue: role,
      dataConverter: dataConverter(config),
      activities: queues[role],
      maxConcurrentActivityTaskExecutions: concurrency[role] ?? 10,
      shutdownGraceTime: `${config.SHUTDOWN_GRACE_SECONDS}s`,
      interceptors: {
        activity: [
          ...(tracing ? [tracing.engine.activity] : []),
          activityInterceptors(logger, container.metrics.activities),
        ],
      },
      sinks: tracing?.engine.sinks,
      ...(role === 'core' ? { workflowBundle: workflowBundle() } : {}),
    };
    workers.push(await Worker.create(options));
  }
  const running = Promise.all(workers.map((worker) => worker.run()));
  // A worker that ends by itself is a failure of the process, told by `ended`.
  running.catch(() => undefined);
  relay?.start();
  logger.info({ roles }, 'workers run');
  return {
    ended: running,
    async stop(): Promise<void> {
      stopping = true;
      // First no new tasks, then word to those at work, so that what they leave off goes to another process.
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      container.announceStop();
      await Promise.all([relay?.stop(), running]);
      await close();
      await connection.close();
    },
  };
}
