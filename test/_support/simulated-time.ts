import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { Contract } from '#workflows/_shared/contract.js';
import { CORE_QUEUE } from '#workflows/_shared/contract.js';
import { findTimeSkippingServer } from '../../scripts/supervisor/time-skipping-server.mjs';
import { provided } from './database.js';
import { installRuntime } from './engine-runtime.js';

type Activities = Record<string, (...args: never[]) => Promise<unknown>>;

/** An engine whose clock runs ahead while workflows wait, so that their real time-outs are over in a moment. */
export interface SimulatedTime {
  /** The instant that workflows read, in milliseconds. */
  now(): Promise<number>;
  /** Runs a workflow to its end with these activities in place of ours; `meanwhile` acts while time stands still. */
  run<Input, Result>(
    contract: Contract<Input, Result>,
    input: Input,
    activities: Activities,
    meanwhile?: (simulated: TestWorkflowEnvironment, workflowId: string) => Promise<void>,
  ): Promise<Result>;
  stop(): Promise<void>;
}

/** Undefined, with a word to the reader, where the program is missing. */
export async function startSimulatedTime(): Promise<SimulatedTime | undefined> {
  const path = findTimeSkippingServer(process.env);
  if (path === undefined) {
    console.warn('skipped: Temporal’s time-skipping server is missing; node scripts/fetch-time-skipping.mjs');
    return undefined;
  }
  installRuntime();
  const simulated = await start(path);
  return {
    now: () => simulated.currentTimeMs(),
    async run(contract, input, activities, meanwhile) {
      const worker = await Worker.create({
        connection: simulated.nativeConnection,
        taskQueue: CORE_QUEUE,
        workflowBundle: { codePath: provided('TEST_WORKFLOW_BUNDLE') },
        activities,
      });
      const workflowId = contract.id(input);
      return worker.runUntil(async () => {
        const handle = await simulated.client.workflow.start(contract.name, {
          workflowId,
          taskQueue: CORE_QUEUE,
          args: [input],
        });
        await meanwhile?.(simulated, workflowId);
        // Waiting for the result is what lets the clock run.
        return (await handle.result()) as never;
      });
    },
    stop: () => simulated.teardown(),
  };
}

/** The SDK gives the server five seconds to start, which a busy machine may exceed. */
async function start(path: string, attempts = 5): Promise<TestWorkflowEnvironment> {
  try {
    return await TestWorkflowEnvironment.createTimeSkipping({
      server: { executable: { type: 'existing-path', path } },
    });
  } catch (error) {
    if (attempts <= 1 || !/did not start within/.test(String(error))) throw error;
    return start(path, attempts - 1);
  }
}
