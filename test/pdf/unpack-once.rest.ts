import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { unpackOnce } from '#integrations/pdf/unpack-once.js';
import { compiledTest } from '../_support/compiled-tests.mjs';

let directory: string;
let target: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'unpack-once-'));
  target = path.join(directory, 'browser');
});
afterEach(() => rm(directory, { recursive: true }));

const fill = (into: string) => writeFile(path.join(into, 'program'), 'done');
const left = async () => (await readdir(directory)).sort();

describe('unpacking once', () => {
  test('fills the directory, and never again', async () => {
    await unpackOnce(target, fill);
    await unpackOnce(target, () => Promise.reject(new Error('a second time')));
    expect(await readFile(path.join(target, 'program'), 'utf8')).toBe('done');
    expect(await left()).toEqual(['browser']);
  });

  test('a failure leaves nothing behind and may be tried again', async () => {
    const failing = async (into: string) => {
      await fill(into);
      throw new Error('disk full');
    };
    await expect(unpackOnce(target, failing)).rejects.toThrow('disk full');
    expect(await left()).toEqual([]);
    await unpackOnce(target, fill);
    expect(await left()).toEqual(['browser']);
  });

  test('one of many callers works, the others wait for it', async () => {
    let calls = 0;
    const slowly = async (into: string) => {
      calls += 1;
      await new Promise((resolve) => setTimeout(resolve, 250));
      await fill(into);
    };
    await Promise.all(Array.from({ length: 8 }, () => unpackOnce(target, slowly)));
    expect(calls).toBe(1);
  });

  test('one of many processes works, and none sees half of it', async () => {
    const log = path.join(directory, 'log');
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => unpackElsewhere(target, log)));
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => 'complete'));
    expect((await readFile(log, 'utf8')).trim().split('\n')).toHaveLength(1);
  });

  test('takes over from a process that died while unpacking', async () => {
    await writeFile(`${target}.lock`, `${hostname()} 999999999`);
    await unpackOnce(target, fill);
    expect(await left()).toEqual(['browser']);
  });

  test('takes over from a machine that has not been heard of for long', async () => {
    await writeFile(`${target}.lock`, 'elsewhere 1');
    const longAgo = new Date(Date.now() - 10 * 60_000);
    await utimes(`${target}.lock`, longAgo, longAgo);
    await unpackOnce(target, fill);
    expect(await left()).toEqual(['browser']);
  });

  test('is content when somebody else was faster', async () => {
    const outrun = async (into: string) => {
      await fill(into);
      await mkdir(target);
      await writeFile(path.join(target, 'program'), 'theirs');
    };
    await unpackOnce(target, outrun);
    expect(await readFile(path.join(target, 'program'), 'utf8')).toBe('theirs');
    expect(await left()).toEqual(['browser']);
  });
});

async function unpackElsewhere(into: string, log: string): Promise<string> {
  const script = compiledTest(path.join(import.meta.dirname, 'fixtures', 'unpack-slowly.ts'));
  const child = spawn(process.execPath, [script, into, log], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return output;
}
