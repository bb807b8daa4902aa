import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { check, resolveConfig } from 'prettier';
import { layOutFeature, type LaidOut } from '../../scripts/new-feature/lay-out.js';
import { copyProject, outsideOfTests, type ProjectCopy } from '../_support/project-copy.js';

const root = join(import.meta.dirname, '..', '..');
let copy: ProjectCopy;
let laidOut: LaidOut;

beforeAll(async () => {
  copy = await copyProject();
  laidOut = layOutFeature(copy.root, 'gift-cards', new Date());
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
  test('lays out a feature whose test passes as it is', async () => {
    const { code, output } = await testInCopy('test/gift-cards');
    expect(output).toMatch(/Tests: +1 passed, 1 total/);
    expect(code).toBe(0);
  }, 240_000);

  test('adds one import and one line to each table, and changes nothing else', () => {
    for (const file of laidOut.changed) {
      const before = readFileSync(join(root, file), 'utf8').split('\n');
      const after = readFileSync(join(copy.root, file), 'utf8').split('\n');
      const added = after.filter((line) => !before.includes(line));
      expect(added.every((line) => /gift-?cards/i.test(line))).toBe(true);
      expect(after.filter((line) => !added.includes(line))).toEqual(before);
      expect([file, added.length]).toEqual([file, file.endsWith('slugs.ts') ? 1 : 2]);
    }
  });

  test('writes as the formatter would', async () => {
    const options = await resolveConfig(join(root, 'package.json'));
    for (const file of [...laidOut.written, ...laidOut.changed]) {
      const text = readFileSync(join(copy.root, file), 'utf8');
      expect([file, await check(text, { ...options, filepath: file })]).toEqual([file, true]);
    }
  });

  test.each([
    ['Gift', /kebab-case/],
    ['orders', /feature called orders already/],
    ['gift-cards', /feature called gift-cards already/],
  ])('refuses %s, and leaves everything as it was', (slug, message) => {
    const slugs = join(copy.root, 'src/domain/slugs.ts');
    const before = readFileSync(slugs, 'utf8');
    expect(() => layOutFeature(copy.root, slug, new Date())).toThrow(message);
    expect(readFileSync(slugs, 'utf8')).toBe(before);
  });
});
