import { getPriority } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { compilersOf } from './compiler-processes.js';
import { allGone, createInstallation, runningParts, Supervised, type Installation } from './supervised.js';

let installation: Installation;
let supervisor: Supervised;
let beganAt: number;

beforeAll(async () => {
  installation = await createInstallation();
  beganAt = performance.now();
  supervisor = new Supervised(installation);
});

afterAll(async () => {
  await supervisor.end('SIGKILL');
  await allGone(Object.values(runningParts(installation.dataDir)));
  installation.remove();
});

test('npm start brings everything up, shows where it is, and leaves nothing behind', async () => {
  await supervisor.says(/Ctrl-C stops everything/);
  const startMs = performance.now() - beganAt;
  await supervisor.isReady();
  expect(compilersOf(supervisor.pid)).toEqual([]);
  const parts = runningParts(installation.dataDir);
  expect(Object.keys(parts).sort()).toEqual(['api', 'postgres', 'sandboxes', 'shop', 'temporal', 'worker']);
  // What can wait leaves the processor to those who respond to somebody.
  const { api, worker, temporal } = parts;
  expect([api, worker, temporal].map((pid) => getPriority(pid))).toEqual([0, 10, 10]);
  for (const title of ['Shop', 'API', 'API reference', 'Temporal UI', 'Mail inbox', 'Postgres', 'admin']) {
    expect(supervisor.text).toMatch(new RegExp(`^  ${title}  +\\S`, 'm'));
  }
  const began = performance.now();
  expect(await supervisor.end('SIGINT')).toBe(0);
  // No part had to be killed at the end of its grace; a machine that is busy takes its time for the start as well.
  expect(performance.now() - began).toBeLessThan(Math.max(12_000, startMs));
  await allGone(Object.values(parts), 0);
  expect(runningParts(installation.dataDir)).toEqual({});
}, 180_000);
