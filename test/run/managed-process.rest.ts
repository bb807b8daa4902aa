import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createManagedProcess } from '../../scripts/supervisor/managed-process.mjs';
import { eventually } from '../_support/eventually.js';

describe('a process that the supervisor keeps running', () => {
  let stop = async (): Promise<void> => undefined;

  afterEach(() => stop());

  function manage(
    script: string,
    options: {
      waits?: boolean;
      overlaps?: boolean;
      end?: (child: ChildProcess) => Promise<void>;
      backoff?: number[];
      received?: (line: string) => void;
    } = {},
  ) {
    const { received, ...rest } = options;
    const children: ChildProcess[] = [];
    const said: string[] = [];
    const failures: Error[] = [];
    const managed = createManagedProcess({
      name: 'part',
      launch: async () => {
        const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
        await new Promise((resolve) => child.once('spawn', resolve));
        children.push(child);
        return child;
      },
      end: async (child: ChildProcess) => {
        child.kill('SIGKILL');
      },
      onFailed: (error: Error) => failures.push(error),
      lastWords: () => 'It said why.',
      say: (line: string) => {
        said.push(line);
        received?.(line);
      },
      ...rest,
    });
    stop = () => managed.stop();
    return { managed, children, said, failures };
  }

  test('is started again when it dies', async () => {
    const { managed, children, said, failures } = manage('setInterval(() => {}, 1000)');
    await managed.start();
    children[0]?.kill('SIGKILL');
    await eventually(async () => expect(children).toHaveLength(2));
    expect(said).toEqual(['part died (killed by SIGKILL), starting it again in 0.2 s. It said why.']);
    expect(failures).toEqual([]);
  });

  test('is given up after five restarts within a minute, with one line', async () => {
    const { managed, children, said, failures } = manage('process.exit(7)', { backoff: [1, 1, 1, 1, 1] });
    await managed.start();
    await eventually(async () => expect(failures).toHaveLength(1));
    expect(children).toHaveLength(6);
    expect(said).toHaveLength(5);
    expect(failures[0]?.message).toBe('part died 6 times within a minute (exit code 7). It said why.');
  });

  test('waits for a change instead, while somebody edits the sources', async () => {
    const { managed, said, failures } = manage('process.exit(7)', {
      waits: true,
      backoff: [1, 1, 1, 1, 1],
    });
    await managed.start();
    await eventually(async () => expect(said.at(-1)).toMatch(/Waiting for a change/));
    expect(failures).toEqual([]);
  });

  test('stays down when it is stopped, also in the middle of a restart', async () => {
    // It is told at once that the restart begins, which is soon over.
    let stopped: Promise<void> | undefined;
    const { managed, children, said } = manage('setInterval(() => {}, 1000)', {
      backoff: [20],
      received: () => {
        stopped = managed.stop();
      },
    });
    await managed.start();
    children[0]?.kill('SIGKILL');
    await eventually(async () => expect(stopped).toBeDefined());
    await stopped;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(children).toHaveLength(1);
    expect(said).toHaveLength(1);
  });

  test('is replaced once by a restart, and its end is no death', async () => {
    const { managed, children, said } = manage('setInterval(() => {}, 1000)');
    await managed.start();
    await managed.restart();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(children).toHaveLength(2);
    expect(said).toEqual([]);
  });

  test('that overlaps is replaced at once, and the next restart waits until the one before has ended', async () => {
    const ends: (() => void)[] = [];
    const { managed, children, said } = manage('setInterval(() => {}, 1000)', {
      overlaps: true,
      end: (child) =>
        new Promise((resolve) => {
          if (child.killed) return resolve();
          ends.push(() => child.once('exit', () => resolve()).kill('SIGKILL'));
        }),
    });
    await managed.start();
    await managed.restart();
    expect(children).toHaveLength(2);
    expect(children[0]?.killed).toBe(false);
    const second = managed.restart();
    await new Promise((resolve) => setImmediate(resolve));
    expect(children).toHaveLength(2);
    ends[0]?.();
    await second;
    expect(children).toHaveLength(3);
    const stopped = managed.stop();
    await eventually(async () => expect(ends).toHaveLength(3));
    for (const end of ends.slice(1)) end();
    await stopped;
    expect(children.every(({ killed }) => killed)).toBe(true);
    expect(said).toEqual([]);
  });
});
