import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';
import { expectWhole, exportsHalfway } from './halfway.js';

let platform: TestPlatform;
let worker: WorkerProcess;

beforeAll(async () => {
  platform = await startPlatform();
  worker = await startWorkerProcess(platform.container.config, 'core,exports');
});
afterAll(async () => {
  await worker.kill();
  await platform.stop();
});

it('kill-worker-export: another worker writes the whole file, once', async () => {
  const halfway = await exportsHalfway(platform);
  await worker.kill();
  await halfway.letGo();
  await platform.startWorkers(['core', 'exports']);
  await expectWhole(platform.container, halfway);
  const attempts = (await platform.container.knex('reports_exports').pluck('attempt')) as number[];
  expect(Math.min(...attempts)).toBeGreaterThan(1);
});
