import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';

const root = join(import.meta.dirname, '..', '..');

let kernel: TestKernel;
let folder: string;
let worker: WorkerProcess;

/** Bundles the workflow of this test, in its own process: jest cannot run the bundler. */
async function bundle(target: string): Promise<void> {
  const workflow = join(root, 'test/faults/stand-still.workflow.ts');
  const code = `const { bundleWorkflowCode } = await import('@temporalio/worker');
    const { code } = await bundleWorkflowCode({ workflowsPath: ${JSON.stringify(workflow)} });
    (await import('node:fs')).writeFileSync(${JSON.stringify(target)}, code);`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: root });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haat-slow-workflow-'));
  const WORKFLOW_BUNDLE = join(folder, 'bundle.js');
  [kernel] = await Promise.all([startKernel(), bundle(WORKFLOW_BUNDLE)]);
  worker = await startWorkerProcess(kernel.container.config, 'core', { WORKFLOW_BUNDLE });
});
afterAll(async () => {
  await worker.kill();
  await kernel.stop();
  await rm(folder, { recursive: true, force: true });
});

it('a workflow whose task fails is named by a line of JSON', async () => {
  const { workflow } = kernel.container.gateway.client;
  const options = { workflowId: 'broken', taskQueue: 'core', workflowExecutionTimeout: '40s' };
  const { firstExecutionRunId: runId } = await workflow.start('breakTask', options);
  const line = await eventually(async () => {
    const found = worker
      .output()
      .split('\n')
      .find((text) => text.includes(runId) && text.includes('workflow task failed'));
    if (found === undefined) throw new Error(`no line names the run ${runId}: ${worker.output()}`);
    return JSON.parse(found) as object;
  });
  expect(line).toMatchObject({ workflowId: 'broken', workflowType: 'breakTask', level: 50 });
  await workflow.getHandle('broken').terminate();
});

it('a workflow that is slow to take its turn does not end the process that all others run in', async () => {
  // Longer than the SDK would have it, shorter than the engine waits for a response.
  const handle = await kernel.container.gateway.client.workflow.start('standStill', {
    workflowId: 'slow',
    taskQueue: 'core',
    args: [6_000],
    workflowExecutionTimeout: '40s',
  });
  expect(await handle.result()).toBe(6_000);
  const { events } = await handle.fetchHistory();
  expect(events?.filter((event) => event.workflowTaskFailedEventAttributes)).toEqual([]);
  expect(await worker.terminate()).toBe(0);
});
