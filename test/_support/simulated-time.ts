import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { Contract } from '#lib/workflow/contract.js';
import { CORE_QUEUE } from '#lib/workflow/contract.js';
import { freePort, waitForPort } from '../../scripts/supervisor/ports.mjs';
import { findTimeSkippingServer } from '../../scripts/supervisor/time-skipping-server.mjs';
import { provided } from './database.js';
import { installRuntime } from './engine-runtime.js';

/** How long the server may take to start; it runs in its own virtual machine. */
const START_MS = 50_000;

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

/**
 * A group of tests in simulated time. It is skipped where the program is missing; the run's last lines say what to do then
 * (`scripts/supervisor/skipped-tests.mjs`).
 */
export function inSimulatedTime(tests: (simulated: () => SimulatedTime) => void): void {
  const isMissing = findTimeSkippingServer(process.env) === undefined;
  (isMissing ? describe.skip : describe)('in simulated time', () => {
    let time: SimulatedTime | undefined;
    beforeAll(async () => {
      time = await startSimulatedTime();
    });
    afterAll(() => time?.stop());
    tests(() => {
      if (time === undefined) throw new Error('Time is simulated from beforeAll on');
      return time;
    });
  });
}

/** @throws Error where Temporal's time-skipping server is missing */
async function startSimulatedTime(): Promise<SimulatedTime> {
  const path = findTimeSkippingServer(process.env);
  if (path === undefined)
    throw new Error('Temporal’s time-skipping server is missing: node scripts/fetch-time-skipping.mjs');
  installRuntime();
  const { environment: simulated, stop } = await start(path);
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
    stop,
  };
}

interface RunningServer {
  environment: TestWorkflowEnvironment;
  stop(): Promise<void>;
}

/** The SDK has it, and keeps it to itself. */
const environments = TestWorkflowEnvironment as unknown as {
  create(options: object): Promise<TestWorkflowEnvironment>;
};

/**
 * Starts the server apart from the SDK, which ends one that has not started after five seconds: on a busy machine none
 * has by then, however often it is tried.
 */
async function start(path: string): Promise<RunningServer> {
  const port = await freePort();
  const server = spawn(path, [String(port)], { stdio: ['ignore', 'ignore', 'inherit'] });
  const kill = () => server.kill('SIGKILL');
  // A test that is cut off must not leave it behind.
  process.once('exit', kill);
  async function end(): Promise<void> {
    process.removeListener('exit', kill);
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    kill();
    await ended;
  }
  if (!(await waitForPort(port, START_MS, () => server.exitCode !== null))) {
    await end();
    throw new Error(`${path} does not respond`);
  }
  const environment = await environments.create({
    server: { type: 'existing' },
    address: `127.0.0.1:${port}`,
    namespace: 'default',
    supportsTimeSkipping: true,
  });
  return {
    environment,
    async stop() {
      await environment.teardown();
      await end();
    },
  };
}
