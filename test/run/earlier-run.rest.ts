import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hasJustStopped, lockDataDirectory, recordStopping } from '../../scripts/supervisor/earlier-run.mjs';
import { freePort } from '../../scripts/supervisor/ports.mjs';
import { requirePorts } from '../../scripts/supervisor/preflight.mjs';

let dataDir = '';
beforeAll(() => void (dataDir = mkdtempSync(join(tmpdir(), 'haat-earlier-run-'))));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** A run that holds the lock and ends by itself after so many milliseconds. */
function earlierRun(ms: number) {
  const child = spawn(process.execPath, ['-e', `setTimeout(() => {}, ${ms})`, 'start.mjs']);
  writeFileSync(join(dataDir, 'supervisor.pid'), String(child.pid));
  return child;
}

test('a start waits for an earlier run that is stopping', async () => {
  const earlier = earlierRun(2_500);
  writeFileSync(join(dataDir, 'supervisor.stopping'), String(earlier.pid));
  const said: string[] = [];
  const lock = await lockDataDirectory(dataDir, (line) => said.push(line));
  expect(lock).toHaveProperty('release');
  // It is gone when the lock is free; this process hears of it a moment later.
  if (earlier.exitCode === null) await once(earlier, 'exit');
  expect(earlier.exitCode).toBe(0);
  expect(said).toEqual([`waiting for the earlier run (process ${earlier.pid}), which is stopping`]);
  if ('release' in lock) lock.release();
});

test('a run that nobody stopped is not waited for', async () => {
  const running = earlierRun(20_000);
  expect(await lockDataDirectory(dataDir, () => undefined)).toEqual({ heldBy: running.pid });
  running.kill('SIGKILL');
});

test('ports of a run that was just stopped may still be closing', async () => {
  const server = createServer().listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const settings = { ports: { api: port }, usedPorts: ['api'] };
  await expect(requirePorts(settings)).rejects.toThrow(`Port ${port}`);
  setTimeout(() => server.close(), 500);
  await requirePorts(settings, { timeoutMs: 10_000 });
});

test('says whether a run was stopped a moment ago', () => {
  rmSync(join(dataDir, 'supervisor.stopping'));
  expect(hasJustStopped(dataDir)).toBe(false);
  recordStopping(dataDir);
  expect(hasJustStopped(dataDir)).toBe(true);
});
