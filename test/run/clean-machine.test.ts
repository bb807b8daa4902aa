import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { isInstalled } from '../../scripts/supervisor/dependencies.mjs';
import { summarizeFiles } from '../../scripts/supervisor/jest-summary.mjs';
import { tellingLine } from '../../scripts/supervisor/log-files.mjs';
import { requireNode } from '../../scripts/supervisor/node-version.mjs';
import { explain } from '../../scripts/supervisor/plain-error.mjs';

const tree = (packages: object) => JSON.stringify({ packages });

describe('are the dependencies installed?', () => {
  const lock = tree({
    '': { name: 'haat' },
    'node_modules/a': { version: '1.0.0', integrity: 'x' },
    'node_modules/a-mac': { version: '1.0.0', optional: true },
  });

  test('yes, when every package is there; builds for other systems may be missing', () => {
    expect(isInstalled(lock, tree({ 'node_modules/a': { version: '1.0.0', integrity: 'x' } }))).toBe(true);
  });

  test.each([
    ['nothing is installed', undefined],
    ['a package is missing', tree({})],
    ['a version differs', tree({ 'node_modules/a': { version: '1.0.1', integrity: 'x' } })],
    ['the content differs', tree({ 'node_modules/a': { version: '1.0.0', integrity: 'y' } })],
  ])('no, when %s', (_case, installed) => {
    expect(isInstalled(lock, installed)).toBe(false);
  });
});

describe('the version of Node', () => {
  function run(version: string, env: Record<string, string | undefined> = {}) {
    const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    const print = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      requireNode(version, env);
      return { refused: exit.mock.calls.length > 0, lines: print.mock.calls.map(([line]) => String(line)) };
    } finally {
      exit.mockRestore();
      print.mockRestore();
    }
  }

  test.each(['22.12.0', '24.0.0', '26.12.1'])('%s runs without a word', (version) => {
    expect(run(version)).toEqual({ refused: false, lines: [] });
  });

  test('the oldest that runs without a word is what package.json asks for', () => {
    expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({ engines: { node: '>=22.12' } });
  });

  test.each([
    ['20.19.0', 'Node 20 is past its end'],
    ['20.20.2', 'Node 20 is past its end'],
    ['22.11.0', 'Node 22.11.0 is old'],
  ])('%s runs after one line, which the commands that it starts do not repeat', (version, reason) => {
    const env = {};
    expect(run(version, env)).toEqual({
      refused: false,
      lines: [`${reason}: Haat asks for 22.12 or newer, and runs on this one until 0.2.0.`],
    });
    expect(run(version, env).lines).toEqual([]);
  });

  test.each(['12.22.0', '18.20.8', '20.18.9'])('%s is refused with one line', (version) => {
    expect(run(version)).toEqual({
      refused: true,
      lines: [`Node ${version} is too old: install Node 22.12 or newer (24 is recommended).`],
    });
  });
});

describe('the count of a test run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haat-summary-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function written(name: string, passed: number, failed: number, notLoaded: number): string {
    const file = join(folder, name);
    const result = { numPassedTests: passed, numFailedTests: failed, numRuntimeErrorTestSuites: notLoaded };
    writeFileSync(file, JSON.stringify(result));
    return file;
  }

  test('is what jest counted; a file that could not be loaded is a failure', () => {
    expect(summarizeFiles([written('test.json', 12, 2, 1)])).toBe('12 passed, 3 failed');
    expect(summarizeFiles([written('test.json', 12, 2, 1), written('rest.json', 5, 0, 0)])).toBe(
      '17 passed, 3 failed',
    );
  });

  test('a run without a result has failed', () => {
    expect(summarizeFiles(['/nowhere/test.json'])).toBe('0 passed, 1 failed');
    expect(summarizeFiles([written('test.json', 12, 0, 0), '/nowhere/rest.json'])).toBe(
      '12 passed, 1 failed',
    );
  });
});

describe('one line out of many', () => {
  test.each([
    ['a plain message', 'first\nConfiguration refused: PORT\n', 'Configuration refused: PORT'],
    [
      'a log entry',
      '{"level":50,"msg":"cannot listen","err":{"message":"in use"}}\n',
      'cannot listen: in use',
    ],
    [
      'a stack',
      'x.js:1\n\nTypeError: not a function\n    at x.js:1:1\n\nNode.js v20.20.2\n',
      'TypeError: not a function',
    ],
    ['nothing', '', ''],
  ])('of %s', (_case, output, line) => {
    expect(tellingLine(output)).toBe(line);
  });

  test.each([
    ['ENOSPC', /^The disk is full: .*DATA_DIR\.$/],
    ['EACCES', /^Permission denied: .*DATA_DIR\.$/],
    ['EROFS', /^The file system is read-only: .*DATA_DIR\.$/],
  ])('of the system error %s', (code, line) => {
    const error = explain(Object.assign(new Error('raw'), { code, path: '/x' }), 'writing');
    expect(error).toHaveProperty('message', expect.stringMatching(line));
  });

  test('a defect keeps its stack', () => {
    const defect = new TypeError('x is undefined');
    expect(explain(defect, 'writing')).toBe(defect);
  });
});
