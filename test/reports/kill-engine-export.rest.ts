import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type OwnEngine, startOwnEngine } from '../_support/own-engine.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { expectWhole, exportsHalfway } from './halfway.js';

let engine: OwnEngine;
let platform: TestPlatform;

beforeAll(async () => {
  engine = await startOwnEngine();
  platform = await startPlatform({
    workers: ['core', 'exports'],
    environment: { TEMPORAL_ADDRESS: engine.address, TEMPORAL_NAMESPACE: engine.namespace },
  });
});
afterAll(async () => {
  await platform.stop();
  await engine.remove();
});

it('kill-engine-export: the exports are ready when the engine is back', async () => {
  const halfway = await exportsHalfway(platform);
  await engine.kill();
  await halfway.letGo();
  await engine.start();
  await expectWhole(platform.container, halfway);
  expect(await platform.container.knex('reports_exports')).toHaveLength(2);
});
