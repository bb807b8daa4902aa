import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { mayImport } from '../../scripts/lint/layers.mjs';

const root = join(import.meta.dirname, '..', '..');
const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const layers = Object.keys(mayImport) as (keyof typeof mayImport)[];

/** Each layer with each other one, as the table has them, imported in both ways that code can. */
const pairs = layers.flatMap((from) =>
  [...layers, 'contracts']
    .filter((to) => to !== from && !(from === 'workflows' && (to === 'contracts' || to === 'lib')))
    .flatMap((to) => {
      // What a workflow may have of activities (types) and of lib (src/lib/workflow) is among the cases below.
      const verdict = (mayImport[from] as string[]).includes(to) ? 'allowed' : 'refused';
      const path =
        to === 'contracts'
          ? '#workflows/x/x.contract.js'
          : `#${to}/x/x${to === 'workflows' ? '.workflow' : ''}.js`;
      return [
        [`src/${from}/x/x.ts`, `import { a } from '${path}'`, verdict] as const,
        [`src/${from}/x/x.ts`, `const a = await import('${path}')`, verdict] as const,
      ];
    }),
);

/** Where, what it says, and whether the arrows allow it. */
const cases = [
  ...pairs,
  ['src/domain/x/x.ts', `import type { A } from '#domain/_shared/app-error.js'`, 'allowed'],
  ['src/domain/x/x.ts', `import type { A } from '#lib/clock.js'`, 'refused'],
  ['src/domain/x/x.ts', `import { z } from 'zod'`, 'refused'],
  ['src/domain/x/x.settings.ts', `import { z } from 'zod'`, 'allowed'],
  ['src/domain/x/x.settings.ts', `import { a } from '#db/kernel/knex.js'`, 'refused'],
  ['src/domain/x/x.ts', `import { readFileSync } from 'node:fs'`, 'refused'],
  ['src/domain/x/x.ts', `import { readFileSync } from 'fs'`, 'refused'],
  ['src/domain/x/x.ts', `import { DateTime } from 'luxon'`, 'allowed'],
  ['src/domain/x/x.ts', `import { a } from '../y/y.js'`, 'refused'],
  ['src/workflows/x/x.workflow.ts', `import { sleep } from '@temporalio/workflow'`, 'allowed'],
  ['src/workflows/x/x.workflow.ts', `import { a } from '#domain/x/x.js'`, 'allowed'],
  ['src/workflows/x/x.workflow.ts', `import { a } from '#lib/workflow/contract.js'`, 'allowed'],
  ['src/workflows/x/x.workflow.ts', `import { a } from '#lib/clock.js'`, 'refused'],
  ['src/operations/x/x.ts', `import { a } from '#db/x/x.repository.js'`, 'allowed'],
  ['src/operations/x/x.ts', `import knex from 'knex'`, 'refused'],
  ['src/api/x/x.service.ts', `import { a } from '#runtime/container.js'`, 'refused'],
  ['src/workflows/x/x.workflow.ts', `import type { A } from '#activities/x/x.activities.js'`, 'allowed'],
  ['src/workflows/x/x.workflow.ts', `import { A } from '#activities/x/x.activities.js'`, 'refused'],
  ['src/workflows/x/x.workflow.ts', `import type { A } from '#db/x/x.repository.js'`, 'refused'],
  ['src/workflows/x/x.workflow.ts', `import { z } from 'zod'`, 'refused'],
  ['src/workflows/x/x.workflow.ts', `import { setTimeout } from 'node:timers'`, 'refused'],
  ['src/activities/x/x.activities.ts', `import { a } from '#db/x/x.repository.js'`, 'allowed'],
  ['src/activities/x/x.activities.ts', `import { a } from '#api/x/x.service.js'`, 'refused'],
  ['src/activities/x/x.activities.ts', `import { Client } from '@temporalio/client'`, 'refused'],
  ['src/db/x/x.repository.ts', `import { a } from '#api/kernel/values.js'`, 'refused'],
  ['src/db/x/x.repository.ts', `import { a } from '#workflows/x/x.contract.js'`, 'refused'],
  ['src/db/x/x.repository.ts', `import { a } from '#activities/x/x.activities.js'`, 'refused'],
  ['src/db/x/x.repository.ts', `import { a } from '#domain/x/x.js'`, 'allowed'],
  ['src/api/x/x.service.ts', `import { a } from '#db/x/x.repository.js'`, 'allowed'],
  ['src/api/x/x.service.ts', `import { a } from '#workflows/x/x.contract.js'`, 'allowed'],
  ['src/api/x/x.service.ts', `import { a } from '#workflows/x/do-x.workflow.js'`, 'refused'],
  ['src/api/x/x.service.ts', `import { a } from '#activities/x/x.activities.js'`, 'refused'],
  ['src/api/x/x.service.ts', `import { Client } from '@temporalio/client'`, 'refused'],
  ['src/api/x/x.service.ts', `import knex from 'knex'`, 'refused'],
  ['src/api/x/x.routes.ts', `import { a } from '#db/x/x.repository.js'`, 'refused'],
  ['src/integrations/x/x.ts', `import { a } from '#lib/clock.js'`, 'allowed'],
  ['src/integrations/x/x.ts', `import { a } from '#db/x/x.repository.js'`, 'refused'],
  ['src/integrations/x/x.ts', `import { a } from '#workflows/x/x.contract.js'`, 'refused'],
  ['src/integrations/engine/workflow-gateway.ts', `import { Client } from '@temporalio/client'`, 'allowed'],
  ['src/lib/x.ts', `import { Client } from '@temporalio/client'`, 'refused'],
  ['src/domain/x/x.ts', `const { createKnex } = await import('#db/kernel/knex.js')`, 'refused'],
  ['src/domain/x/x.ts', `import axios from 'axios'`, 'refused'],
  ['src/domain/x/x.ts', `const { default: axios } = await import('axios')`, 'refused'],
  ['src/domain/x/x.ts', `export type A = import('#db/kernel/knex.js').Knex`, 'refused'],
  ['src/workflows/x/x.workflow.ts', `const a = await import('#activities/x/x.activities.js')`, 'refused'],
  ['src/workflows/x/x.workflow.ts', `export type A = import('#activities/x/x.activities.js').A`, 'allowed'],
  ['src/events/x.ts', `import knex from 'knex'`, 'refused'],
  ['src/events/x.ts', `import pg from 'pg'`, 'refused'],
  ['src/events/relay.ts', `import pg from 'pg'`, 'allowed'],
  ['src/events/relay.ts', `import knex from 'knex'`, 'refused'],
  ['src/integrations/x/x.ts', `import { Client } from '@temporalio/client'`, 'refused'],
  ['src/integrations/engine/x.ts', `import { Client } from '@temporalio/client'`, 'allowed'],
  ['src/integrations/x/x.ts', `import pg from 'pg'`, 'refused'],
  ['src/api/x/x.routes.ts', `import type { Storage } from '#integrations/storage/storage.js'`, 'refused'],
  ['src/api/x/x.service.ts', `const { name } = await import(path)`, 'refused'],
  ['src/integrations/x/x.ts', `const { default: sharp } = await import('sharp')`, 'allowed'],
  ['sandboxes/x/x.ts', `import { a } from '#domain/x/x.js'`, 'refused'],
  ['sandboxes/x/x.ts', `import { a } from '../_shared/x.js'`, 'allowed'],
] as const;

interface Report {
  diagnostics: { message: string; code: string; filename: string; labels: { span: { line: number } }[] }[];
}

/**
 * What the linter says of each text, as if it were that file of the project: `rule: message`. A text is one line; those
 * of one folder get files of their own, since they declare the same names.
 */
async function lint(texts: readonly (readonly [filePath: string, code: string])[]): Promise<string[][]> {
  const project = mkdtempSync(join(tmpdir(), 'haat-lint-'));
  try {
    for (const name of ['.oxlintrc.json', 'scripts/lint'])
      cpSync(join(root, name), join(project, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'), 'dir');
    const lines = new Map<string, number>();
    const places = texts.map(([filePath, code], index) => {
      const file = filePath.replace(/\/x\.([^/]+)$/, `/x${index}.$1`);
      const first = (lines.get(file) ?? 0) + 1;
      const last = first + code.split('\n').length - 1;
      lines.set(file, last);
      mkdirSync(dirname(join(project, file)), { recursive: true });
      appendFileSync(join(project, file), `${code}\n`);
      return { file, first, last };
    });
    const linter = join(root, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = await promisify(execFile)(process.execPath, [linter, '--format', 'json'], {
      cwd: project,
      maxBuffer: 2 ** 26,
    }).catch((error: { stdout: string }) => error);
    const { diagnostics } = JSON.parse(stdout) as Report;
    return places.map(({ file, first, last }) =>
      diagnostics
        .filter(({ filename }) => filename === file)
        .filter(({ labels: [label] }) => label && label.span.line >= first && label.span.line <= last)
        .map(({ code, message }) => `${code}: ${message}`),
    );
  } finally {
    rmSync(project, { recursive: true });
  }
}

describe('the arrows between the layers', () => {
  let results: string[][] = [];

  beforeAll(async () => {
    results = await lint([
      ...cases.map(([filePath, code]) => [filePath, `${code};`] as const),
      ['src/workflows/x/x.workflow.ts', 'export const options = { validator: async () => {} };'],
      ['src/lib/x.ts', 'export default 1;'],
      ['src/lib/x.ts', 'export const a = { ...{ b: 1 } };'],
      ['src/lib/x.ts', 'export const a = [...[1, 2]];'],
      ['src/lib/x.ts', '// prettier-ignore\nexport const a = 1;'],
      ['src/lib/x.ts', 'export const a = (b?: object) => ({ ...(b && { c: 1 }), ...b });'],
      ['test/x/x.test.ts', "it('a', () => {}, 2 * 60_000);"],
      ['test/x/x.test.ts', "it.each([1])('a', () => eventually(() => 1, FRESH_MS));"],
      ['test/x/x.test.ts', 'export const a = async () => void (await eventually(() => 1, 5_000));'],
      ['test/x/x.test.ts', "export const a = () => page.locator('a').fill('b');"],
      ['test/x/x.test.ts', 'export const a = () => tab.page.keyboard.press(key);'],
      ['test/x/x.test.ts', 'export const a = () => act(page, () => page.goBack());'],
    ]);
  });

  test.each(cases.map((row, index) => [...row, index] as const))(
    '%s: %s is %s',
    (_file, _code, verdict, index) => {
      const broken = (results[index] ?? []).filter((line) => line.startsWith('haat(imports-by-layer)'));
      expect(broken.length > 0 ? 'refused' : 'allowed').toBe(verdict);
    },
  );

  test('are those of the table in docs/architecture.md', () => {
    const rows = [...architecture.matchAll(/^\| `src\/(\w+)` +\|[^|]*\| ([^|]*?) +\|$/gm)];
    const notified = rows.map(([, layer = '', cell = '']) => {
      const named = [...cell.matchAll(/`src\/(\w+)`|\b(contracts)\b/g)].map(
        ([, path, word]) => path ?? word ?? '',
      );
      return [layer, named.sort()];
    });
    const held = Object.entries(mayImport).map(([layer, others]) => [layer, [...others].sort()]);
    expect(Object.fromEntries(notified)).toEqual(Object.fromEntries(held));
  });

  test('an asynchronous validator, a default export, layout by hand, time-outs of tests and untracked steps are refused', () => {
    const [validator, defaultExport, object, array, ignored, conditional, ...inTests] = results.slice(
      cases.length,
    );
    expect(validator).toEqual([expect.stringContaining('validator of an update is synchronous')]);
    expect(defaultExport).toEqual([expect.stringContaining('no-default-export')]);
    expect(object).toEqual([expect.stringContaining('layout-by-formatter')]);
    expect(array).toEqual([expect.stringContaining('layout-by-formatter')]);
    expect(ignored).toEqual([expect.stringContaining('layout-by-formatter')]);
    expect(conditional).toEqual([]);
    const [seconds, named, wait, step, key, act] = inTests;
    for (const refused of [seconds, wait])
      expect(refused).toEqual([expect.stringContaining('test-timeouts')]);
    for (const refused of [step, key]) expect(refused).toEqual([expect.stringContaining('browser-steps')]);
    expect([named, act]).toEqual([[], []]);
  });
});
