import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { tryLock } from '../../scripts/supervisor/exclusive.mjs';
import { recordPid, stopRecorded } from '../../scripts/supervisor/pid-files.mjs';
import { isAlive, isOwnProcess, stopProcess } from '../../scripts/supervisor/processes.mjs';

describe('processes left behind', () => {
  let dataDir = '';
  let sleeper: ChildProcess | undefined;

  function startSleeper(script = 'setInterval(() => {}, 1000)'): number {
    sleeper = spawn(process.execPath, ['-e', script, 'haat-sleeper'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    if (sleeper.pid === undefined) throw new Error('no process');
    return sleeper.pid;
  }

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'haat-processes-'));
  });

  afterEach(() => {
    sleeper?.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('are stopped, and their files removed', async () => {
    const pid = startSleeper();
    recordPid(dataDir, 'worker', pid, ['haat-sleeper']);
    expect(await stopRecorded(dataDir)).toEqual(['worker']);
    expect(isAlive(pid)).toBe(false);
    expect(readdirSync(join(dataDir, 'run'))).toEqual([]);
  });

  test('another program under the same process id is left alone', async () => {
    const pid = startSleeper();
    recordPid(dataDir, 'worker', pid, ['some-other-program']);
    expect(await stopRecorded(dataDir)).toEqual([]);
    expect(isAlive(pid)).toBe(true);
  });

  test('a file that was cut short is no obstacle', async () => {
    recordPid(dataDir, 'worker', 1, ['x']);
    writeFileSync(join(dataDir, 'run', 'api.json'), '{"pid":');
    expect(await stopRecorded(dataDir)).toEqual([]);
  });

  test('one that does not listen to SIGTERM is killed', async () => {
    const pid = startSleeper(
      `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('deaf')`,
    );
    await new Promise((resolve) => sleeper?.stdout?.once('data', resolve));
    const began = performance.now();
    await stopProcess(pid, { ms: 500 });
    expect(isAlive(pid)).toBe(false);
    expect(performance.now() - began).toBeGreaterThan(450);
  });

  test('neither init nor nonsense is ever ours', () => {
    expect([0, 1, -5, Number.NaN].map((pid) => isOwnProcess(pid, []))).toEqual([false, false, false, false]);
  });

  test('a lock of a living holder is respected, one of a dead holder is taken over', async () => {
    const file = join(dataDir, 'supervisor.pid');
    const pid = startSleeper();
    writeFileSync(file, String(pid));
    expect(tryLock(file, 'haat-sleeper')).toEqual({ heldBy: pid });
    await stopProcess(pid, { signal: 'SIGKILL' });
    const lock = tryLock(file, 'haat-sleeper');
    if (!('release' in lock)) throw new Error('the lock of a dead holder was respected');
    lock.release();
    expect(existsSync(file)).toBe(false);
  });
});
