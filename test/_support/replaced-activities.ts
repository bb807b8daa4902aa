import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { type Contract, CORE_QUEUE } from '#lib/workflow/contract.js';
import { provided } from './database.js';
import { installRuntime } from './engine-runtime.js';
import { takeNamespace } from './namespaces.js';

/** Runs a workflow alone: its activities are functions of the test, there is no database and no API. */
export interface ReplacedActivities {
  /** Runs a workflow to its end. Type `activities` by those that they replace, so that both change together. */
  run<Input, Result>(contract: Contract<Input, Result>, input: Input, activities: object): Promise<Result>;
  /** The run of an input, to be signalled, queried or cancelled. */
  handleOf<Input>(contract: Contract<Input, unknown>, input: Input): WorkflowHandle;
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
  return {
    async run(contract, input, activities) {
      const worker = await Worker.create({
        connection: native,
        namespace,
        taskQueue: CORE_QUEUE,
        workflowBundle: { codePath: provided('TEST_WORKFLOW_BUNDLE') },
        activities,
      });
      const options = { workflowId: contract.id(input), taskQueue: CORE_QUEUE, args: [input] };
      return worker.runUntil(() => client.workflow.execute(contract.name, options) as Promise<never>);
    },
    handleOf: (contract, input) => client.workflow.getHandle(contract.id(input)),
    async stop() {
      await connection.close();
      await native.close();
    },
  };
}
