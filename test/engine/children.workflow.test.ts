import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NativeConnection, Worker } from '@temporalio/worker';
import { contract, entityIds } from '#lib/workflow/contract.js';
import { installRuntime } from '../_support/engine-runtime.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

const root = join(import.meta.dirname, '..', '..');

let kernel: TestKernel;
let folder: string;
let stopWorker: () => Promise<void>;

/** Bundles the workflows of this test, in its own process: jest cannot run the bundler. */
async function bundle(target: string): Promise<void> {
  const workflow = join(root, 'test/engine/parent.workflow.ts');
  const code = `const { bundleWorkflowCode } = await import('@temporalio/worker');
    const { code } = await bundleWorkflowCode({ workflowsPath: ${JSON.stringify(workflow)} });
    (await import('node:fs')).writeFileSync(${JSON.stringify(target)}, code);`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: root });
}

beforeAll(async () => {
  installRuntime();
  folder = await mkdtemp(join(tmpdir(), 'haat-children-'));
  const codePath = join(folder, 'bundle.js');
  [kernel] = await Promise.all([startKernel(), bundle(codePath)]);
  const { config } = kernel.container;
  const connection = await NativeConnection.connect({ address: config.TEMPORAL_ADDRESS });
  const worker = await Worker.create({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    taskQueue: 'core',
    workflowBundle: { codePath },
  });
  const running = worker.run();
  stopWorker = async () => {
    worker.shutdown();
    await running;
    await connection.close();
  };
});
afterAll(async () => {
  await stopWorker();
  await kernel.stop();
  await rm(folder, { recursive: true, force: true });
});

it('runs children by their contracts: results, ids with a suffix, single flight, summaries', async () => {
  const { client } = kernel.container.gateway;
  const handle = await client.workflow.start('parentOfParts', {
    workflowId: 'parent',
    taskQueue: 'core',
    args: [{ runId: 'run-7', number: 3 }],
    workflowExecutionTimeout: '40s',
  });
  expect(await handle.result()).toEqual({
    doubled: 6,
    again: 12,
    first: { workflowId: 'parts-run-7-long', started: true },
    joined: { workflowId: 'parts-run-7-long', started: false },
    refused: true,
  });
  const child = client.workflow.getHandle('parts-run-7-long');
  const { status, typedSearchAttributes } = await child.describe();
  expect(status.name).toBe('RUNNING');
  expect(JSON.stringify(typedSearchAttributes.getAll())).toContain('run-7');
  await child.terminate();
});

it('has ids with a suffix that can be read back', () => {
  const { id, parseId } = contract<{ runId: string }>()({
    name: 'doublePart',
    ...entityIds<{ runId: string }>('parts', ({ runId }) => runId, 'double'),
    onRunning: 'join',
    onClosed: 'again',
    searchAttributes: () => ({}),
    summary: () => '',
  });
  expect(parseId(id({ runId: 'a-1' }))).toBe('a-1');
  expect([parseId('parts--double'), parseId('parts-a-long'), parseId('other-a-double')]).toEqual([
    null,
    null,
    null,
  ]);
});
