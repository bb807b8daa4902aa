import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { createDisturbances } from './harness/injection/disturbances.js';
import { createInjector } from './harness/injection/injector.js';
import { createPoints } from './harness/injection/points.js';
import { createPart, type Part } from './harness/processes/part.js';
import type { PlatformProcesses } from './harness/processes/platform-processes.js';
import { descendantsOf, listProcesses, signalTo } from './harness/processes/process-tree.js';

const journal = { file: '', write: () => undefined };
/** A shell that waits for another, which waits for a third: each in the process table. */
const script = `sh -c 'sh -c "sleep 60; true"; true' & wait`;
const seen: number[] = [];
let child: ChildProcess | undefined;

function startTree(inner = script): Part {
  return createPart({
    name: 'tree',
    journal,
    launch: async () => {
      child = spawn('sh', ['-c', inner], { stdio: 'ignore' });
      const { pid = 0 } = child;
      if (inner === script) await soon(() => expect(descendantsOf(pid)).toHaveLength(3));
      seen.push(pid, ...descendantsOf(pid).map((item) => item.pid));
      return child;
    },
    members: (pid) => [pid, ...descendantsOf(pid).map((item) => item.pid)],
  });
}
const soon = (check: () => void) => eventually(() => Promise.resolve().then(check));
const alive = () => {
  const all = listProcesses().map(({ pid }) => pid);
  return seen.filter((pid) => all.includes(pid)).length;
};
const states = () => seen.map((pid) => /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);

afterEach(() => {
  for (const pid of seen.splice(0)) signalTo(pid, 'SIGKILL');
});

describe('a process that is hurt', () => {
  it('takes along what it has started, unless alone', async () => {
    const part = startTree();
    await part.bringUp();
    expect(await part.kill()).toBe(true);
    await soon(() => expect(alive()).toBe(0));
    await part.bringUp();
    expect(await part.kill({ alone: true })).toBe(true);
    expect(alive()).toBe(3);
    expect(await part.kill()).toBe(false);
  });

  (process.platform === 'linux' ? it : it.skip)('stands still with all of it', async () => {
    const part = startTree();
    expect(part.freeze()).toBe(false);
    await part.bringUp();
    expect(part.freeze()).toBe(true);
    await soon(() => expect(states()).toEqual(['T', 'T', 'T', 'T']));
    part.thaw();
    await soon(() => expect(states()).toEqual(['S', 'S', 'S', 'S']));
    await part.kill();
  });

  it('ends in order only when it ran and said so', async () => {
    const stopped = async (inner: string) => {
      const part = startTree(inner);
      await part.bringUp();
      // The shell has to have come to its trap.
      await soon(() => expect(descendantsOf(child?.pid ?? 0)).toHaveLength(1));
      return part.stop();
    };
    const waiting = 'while true; do sleep 0.1; done';
    expect(await stopped(`trap 'exit 0' TERM; ${waiting}`)).toBeUndefined();
    expect(await stopped(`trap 'exit 3' TERM; ${waiting}`)).toBe('it ended with 3');
    expect(await stopped(waiting)).toBe('it ended by SIGTERM');
    expect(await startTree().stop()).toBe('it did not run');
  });
});

describe('a fault that meets nobody', () => {
  it('does not count, and is no excuse', async () => {
    const disturbances = createDisturbances();
    const postgres = Object.assign(startTree(), { killBackend: () => false });
    const parts = { api: startTree(), postgres };
    const injector = createInjector({
      disturbances,
      journal,
      points: createPoints([]),
      timeout: { victimMs: 150, calmMs: 0 },
      processes: { parts, partOf: (name: keyof typeof parts) => parts[name] } as unknown as PlatformProcesses,
    });
    const when = { afterMs: 0 };
    await injector.run(
      [
        { number: 1, when, kind: 'kill', target: 'api', ms: 0 },
        { number: 2, when, kind: 'freeze', target: 'api', ms: 0 },
        { number: 3, when, kind: 'kill backend', target: 'postgres', ms: 0 },
      ],
      new AbortController().signal,
    );
    expect([...injector.injected]).toEqual([]);
    expect(disturbances.during(0, Date.now())).toEqual([]);
  });
});
