import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { check, resolveConfig } from 'prettier';
import { layOutFeature, type LaidOut } from '../../scripts/new-feature/lay-out.js';
import { registrations } from '../../scripts/new-feature/register-feature.js';
import { copyProject, outsideOfTests, type ProjectCopy } from '../_support/project-copy.js';

const root = join(import.meta.dirname, '..', '..');
let copy: ProjectCopy;
/** A feature of each kind. */
const features = [
  ['gift-cards', 'crud'],
  ['store-notices', 'derived'],
  ['size-charts', 'flow'],
  ['price-lists', 'webhook'],
] as const;
const laidOut = new Map<string, LaidOut>();

beforeAll(async () => {
  copy = await copyProject();
  for (const [slug, kind] of features)
    laidOut.set(slug, await layOutFeature(copy.root, slug, new Date(), kind));
});
afterAll(() => copy.remove());

/** `npm test` in the copy, with services of its own. @returns its exit code, and what it said */
function testInCopy(path: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: copy.root, env: outsideOfTests() };
    const child = execFile(process.execPath, ['scripts/test.mjs', path], options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? 1, output: `${out}${err}` }),
    );
  });
}

describe('npm run new-feature', () => {
  test('lays out features whose tests pass as they are', async () => {
    const { code, output } = await testInCopy(
      `test/(${features.map(([slug]) => slug).join('|')}|architecture/(contracts|replay|turns))`,
    );
    expect(output).toMatch(/Test Suites: +17 passed, 17 total/);
    expect(code).toBe(0);
  }, 240_000);

  test('lays out features that compile', async () => {
    // What has been compiled before need not be compiled again.
    const compiled = join(root, '.cache/tsconfig.tsbuildinfo');
    if (existsSync(compiled)) cpSync(compiled, join(copy.root, '.cache/tsconfig.tsbuildinfo'));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const run = promisify(execFile)(process.execPath, [compiler, '-p', '.'], { cwd: copy.root });
    await expect(run.catch(({ stdout }: { stdout: string }) => stdout)).resolves.toMatchObject({
      stdout: '',
    });
  }, 180_000);

  test('adds one import and one line to each table, and changes nothing else', () => {
    const added = new Map<string, number>();
    for (const [file] of features.flatMap(([slug, kind]) => registrations(slug, kind))) {
      const lines =
        /(slugs|kernel.entities|reference-texts|workflows.index|remedies|open-flows.query)\.ts$/.test(file)
          ? 1
          : 2;
      added.set(file, (added.get(file) ?? 0) + lines);
    }
    expect(new Set([...laidOut.values()].flatMap(({ changed }) => changed))).toEqual(new Set(added.keys()));
    for (const [file, count] of added) {
      const before = readFileSync(join(root, file), 'utf8').split('\n');
      const after = readFileSync(join(copy.root, file), 'utf8').split('\n');
      const lines = after.filter((line) => !before.includes(line));
      expect(
        lines.filter((line) => !/gift[- ]?card|store[- ]?notice|size[- ]?chart|price[- ]?list/i.test(line)),
      ).toEqual([]);
      expect(after.filter((line) => !lines.includes(line))).toEqual(before);
      expect([file, lines.length]).toEqual([file, count]);
    }
  });

  test('writes as the formatter would', async () => {
    const options = await resolveConfig(join(root, 'package.json'));
    for (const file of [...laidOut.values()].flatMap(({ written, changed }) => [...written, ...changed])) {
      const text = readFileSync(join(copy.root, file), 'utf8');
      expect([file, await check(text, { ...options, filepath: file })]).toEqual([file, true]);
    }
  });

  test.each([
    ['Gift', /kebab-case/],
    ['orders', /feature called orders already/],
    ['gift-cards', /feature called gift-cards already/],
  ])('refuses %s, and leaves everything as it was', async (slug, message) => {
    const slugs = join(copy.root, 'src/domain/slugs.ts');
    const before = readFileSync(slugs, 'utf8');
    await expect(layOutFeature(copy.root, slug, new Date())).rejects.toThrow(message);
    expect(readFileSync(slugs, 'utf8')).toBe(before);
  });
});
