import { getPriority } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { compilersOf } from './compiler-processes.js';
import { allGone, createInstallation, runningParts, Supervised, type Installation } from './supervised.js';

let installation: Installation;
let supervisor: Supervised;

beforeAll(async () => {
  installation = await createInstallation();
  // A machine that is busy takes its time.
  installation.env['SHUTDOWN_GRACE_SECONDS'] = '120';
  supervisor = new Supervised(installation);
});

afterAll(async () => {
  await supervisor.end('SIGKILL');
  await allGone(Object.values(runningParts(installation.dataDir)));
  installation.remove();
});

test('npm start brings everything up, shows where it is, and leaves nothing behind', async () => {
  await supervisor.says(/Ctrl-C stops everything/);
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
  expect(await supervisor.end('SIGINT')).toBe(0);
  expect(supervisor.text).not.toMatch(/was killed/);
  await allGone(Object.values(parts), 0);
  expect(runningParts(installation.dataDir)).toEqual({});
});
