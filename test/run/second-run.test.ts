import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { slugsOf } from '../../scripts/supervisor/changed.mjs';
import { mergeResult, runFailedAgain, staysFailed } from '../../scripts/supervisor/second-run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'haat-second-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

const inTests = (path: string) => join(import.meta.dirname, '..', path);
const json = (name: string, value: unknown) => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(value));
  return file;
};
const resultOf = (name: string, status: 'passed' | 'failed') => ({
  name,
  status,
  assertionResults: [{ status }],
});

describe('a test file that failed', () => {
  const plain = inTests('carts/carts.api.test.ts');
  const race = inTests('checkout/stock-race.test.ts');

  async function runAgain(paths: string[], passes: boolean, interrupted = false) {
    const ran: string[] = [];
    const said: string[] = [];
    const messages = Object.fromEntries(paths.map((path) => [path, `expected ${'line\n'.repeat(200)}end`]));
    const list = json('failed.json', { paths, messages, interrupted });
    const run = (file: string) => {
      ran.push(file);
      return Promise.resolve(passes ? 0 : 1);
    };
    const green = await runFailedAgain({ list, run }, (line) => said.push(line));
    return { green, ran, said: said.join('\n') };
  }

  it('makes the run green and is named when it passes alone', async () => {
    const { green, said } = await runAgain([plain], true);
    expect(green).toBe(true);
    expect(said).toContain('UNSTABLE, a defect to mend: test/carts/carts.api.test.ts');
  });

  it('fails the run when it fails again', async () => {
    const { green, ran, said } = await runAgain([plain], false);
    expect({ green, ran }).toEqual({ green: false, ran: [plain] });
    // Its words stand at the end of the log, the first of them.
    expect(said).toContain('carts.api.test.ts\nexpected line');
    expect(said).not.toContain('end');
  });

  it('is not run again when it races', async () => {
    expect(await runAgain([race], true)).toMatchObject({ green: false, ran: [] });
  });

  it('is not run again after the run was stopped', async () => {
    expect(await runAgain([plain], true, true)).toMatchObject({ green: false, ran: [] });
  });

  it('stays failed when it kills, injects faults or tries properties', () => {
    const files = ['faults/kill-worker.test.ts', 'faults/harness.test.ts', 'orders/order-races.test.ts'];
    expect(files.map((file) => staysFailed(inTests(file)))).toEqual([true, true, true]);
    expect(staysFailed(plain)).toBe(false);
  });

  it('counts as passed in the result of the run', () => {
    const counts = { numPassedTests: 1, numFailedTests: 1, numFailedTestSuites: 1, numPassedTestSuites: 1 };
    const [good, bad] = [resultOf('good', 'passed'), resultOf('bad', 'failed')];
    const first = json('first.json', { ...counts, numRuntimeErrorTestSuites: 0, testResults: [good, bad] });
    mergeResult(first, json('again.json', { testResults: [resultOf('bad', 'passed')] }));
    expect(JSON.parse(readFileSync(first, 'utf8'))).toMatchObject({
      success: true,
      numPassedTests: 2,
      numFailedTests: 0,
      numFailedTestSuites: 0,
    });
  });
});

describe('the slugs that files belong to', () => {
  it('are those of their folders and of migrations', () => {
    const files = [
      'src/api/carts/carts.routes.ts',
      'src/db/kernel/knex.ts',
      'test/orders/orders.api.test.ts',
      'migrations/20260101000000_payments_add_reason.ts',
      'README.md',
      'test/_support/orders.ts',
    ];
    expect(slugsOf(files)).toEqual(['carts', 'orders', 'payments']);
  });
});
