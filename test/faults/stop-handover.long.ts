import { setTimeout as sleep } from 'node:timers/promises';
import { activityInfo } from '@temporalio/activity';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { resultsAfterPolls, withPollWait } from '#runtime/poll-wait.js';
import { importProducts } from '#workflows/product-imports/product-imports.contract.js';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

/** From the stop to the response. */
const FROM_MS = 440;
const TO_MS = 520;
const STEP_MS = 2;

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core'] });
});
afterAll(() => platform.stop());

it('an activity that ends as the polls of its worker are broken off hands over to one that is at work', async () => {
  const { container } = platform;
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = container.config;
  const connection = await NativeConnection.connect({ address });
  const attempts: number[] = [];
  let release = () => {};
  async function startWorker() {
    const stopping = new AbortController();
    const worker = await withPollWait(() =>
      Worker.create({
        connection,
        namespace,
        taskQueue: 'indexing',
        shutdownGraceTime: '5s',
        interceptors: { activity: [resultsAfterPolls(stopping.signal)] },
        activities: {
          async importProductRows() {
            attempts.push(activityInfo().attempt);
            await new Promise<void>((resolve) => (release = resolve));
            return { done: false };
          },
        },
      }),
    );
    const ended = worker.run();
    const stop = () => {
      worker.shutdown();
      stopping.abort();
    };
    return { stop, ended };
  }
  const { workflowId } = await container.gateway.start(importProducts, {
    importId: newId(),
    vendorId: newId(),
    fileName: 'products.csv',
    origin: { actor: { type: 'system', id: 'test' }, requestId: 'test' },
  });
  const handle = container.gateway.client.workflow.getHandle(workflowId);
  let { stop, ended } = await startWorker();
  let seen = 0;
  for (let ms = FROM_MS; ms < TO_MS; ms += STEP_MS) {
    await eventually(async () => expect(attempts.length).toBeGreaterThan(seen));
    seen = attempts.length;
    const response = release;
    const began = performance.now();
    stop();
    await sleep(ms - (performance.now() - began));
    response();
    // What it may be handed yet.
    const responding = setInterval(() => release(), 50);
    await ended;
    clearInterval(responding);
    ({ stop, ended } = await startWorker());
  }
  await eventually(async () => expect(attempts.length).toBeGreaterThan(seen));
  await handle.terminate();
  stop();
  release();
  await ended;
  await connection.close();
  expect(attempts).toEqual(attempts.map(() => 1));
});
