import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { createLogger } from '#lib/logger.js';
import { createMetrics } from '#lib/metrics.js';
import { type Contract, CORE_QUEUE } from '#lib/workflow/contract.js';
import { startAttributes } from '#lib/workflow/search-attributes.js';
import { activityInterceptors } from '#runtime/activity-interceptors.js';
import { provided } from './database.js';
import { installRuntime } from './engine-runtime.js';
import { takeNamespace } from './namespaces.js';

/** Runs a workflow alone: its activities are functions of the test, there is no database and no API. */
export interface ReplacedActivities {
  /** Runs a workflow to its end. Type `activities` by those that they replace, so that both change together. */
  run<Input, Result>(contract: Contract<Input, Result>, input: Input, activities: object): Promise<Result>;
  /** Has the activities of all of these queues done while `work` goes on; what they throw crosses the engine as from the platform. */
  serve<Result>(queues: readonly string[], activities: object, work: () => Promise<Result>): Promise<Result>;
  /** Runs a workflow to its end beside the workers of `serve`. */
  execute<Input, Result>(contract: Contract<Input, Result>, input: Input): Promise<Result>;
  /** The run of an input, to be signalled, queried or cancelled. */
  handleOf<Input>(contract: Contract<Input, unknown>, input: Input): WorkflowHandle;
  client: Client;
  stop(): Promise<void>;
}

export async function startReplacedActivities(): Promise<ReplacedActivities> {
  installRuntime();
  const address = provided('TEST_TEMPORAL_ADDRESS');
  const namespace = await takeNamespace();
  const [connection, native] = await Promise.all([
    Connection.connect({ address }),
    NativeConnection.connect({ address }),
  ]);
  const client = new Client({ connection, namespace });
  const interceptors = {
    activity: [
      activityInterceptors(createLogger({ level: 'fatal', name: 'test' }), createMetrics().activities),
    ],
  };
  const createWorker = (taskQueue: string, activities: object) =>
    Worker.create({
      connection: native,
      namespace,
      taskQueue,
      activities,
      interceptors,
      ...(taskQueue === CORE_QUEUE ? { workflowBundle: { codePath: provided('TEST_WORKFLOW_BUNDLE') } } : {}),
    });
  const execute = <Input, Result>(contract: Contract<Input, Result>, input: Input): Promise<Result> => {
    const options = {
      workflowId: contract.id(input),
      taskQueue: CORE_QUEUE,
      args: [input],
      typedSearchAttributes: startAttributes(contract, input),
      staticSummary: contract.summary(input),
    };
    return client.workflow.execute(contract.name, options) as Promise<never>;
  };
  return {
    async run(contract, input, activities) {
      const worker = await createWorker(CORE_QUEUE, activities);
      return worker.runUntil(() => execute(contract, input));
    },
    async serve(queues, activities, work) {
      const workers = await Promise.all(queues.map((queue) => createWorker(queue, activities)));
      return workers.reduce<typeof work>((inner, worker) => () => worker.runUntil(inner), work)();
    },
    client,
    execute,
    handleOf: (contract, input) => client.workflow.getHandle(contract.id(input)),
    async stop() {
      await connection.close();
      await native.close();
    },
  };
}
