import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { importedNames } from '../../scripts/supervisor/bundle-packages.mjs';
import { joinSourceMaps } from '../../scripts/supervisor/source-map.mjs';
import { stopCompiler } from '../../scripts/supervisor/compile.mjs';
import { compileWorkflows } from '../../scripts/supervisor/workflow-bundle.mjs';
import { workflowSources } from '../../scripts/supervisor/workflow-inputs.mjs';
import { eventually } from '../_support/eventually.js';
import { compilersOf } from './compiler-processes.js';

test('a change of any source that workflows import makes a new bundle', async () => {
  const { files } = await compileWorkflows();
  expect(files.length).toBeGreaterThan(40);
  expect(workflowSources()).toEqual(expect.arrayContaining(files));
});

test('the compiler leaves no process behind once it is stopped', async () => {
  await compileWorkflows();
  expect(compilersOf(process.pid)).not.toEqual([]);
  await stopCompiler();
  await eventually(async () => expect(compilersOf(process.pid)).toEqual([]));
});

test('the packages that workflows import are left to the bundler of the SDK', async () => {
  const { code, packages } = await compileWorkflows();
  expect(packages).toEqual(expect.arrayContaining(['@temporalio/common', '@temporalio/workflow']));
  for (const name of packages) expect(code).toContain(`require("${name}")`);
});

test('a joined source map leads from both texts to their sources', () => {
  const map = (source: string, mappings: string): SourceMapPayload => ({
    version: 3,
    file: 'out.js',
    sourceRoot: '',
    names: [`name of ${source}`],
    sources: [source],
    sourcesContent: [`content of ${source}`],
    mappings,
  });
  // Each maps its first line to line 1, column 1, and its second, with a name, to line 21, column 17 of its source.
  const joined = joinSourceMaps(map('a.ts', 'AAAA;AAoBgBA'), map('b.ts', 'AAAA;AAoBgBA'), 4);
  expect(joined).toMatchObject({
    sources: ['a.ts', 'b.ts'],
    sourcesContent: ['content of a.ts', 'content of b.ts'],
  });
  const found = new SourceMap({ ...joined, sourceRoot: '' });
  const at = (line: number) => {
    const { originalSource, originalLine, originalColumn, name } = found.findEntry(line, 0) as {
      originalSource: string;
      originalLine: number;
      originalColumn: number;
      name?: string;
    };
    return [originalSource, originalLine, originalColumn, name];
  };
  expect([0, 1, 4, 5].map(at)).toEqual([
    ['a.ts', 0, 0, undefined],
    ['a.ts', 20, 16, 'name of a.ts'],
    ['b.ts', 0, 0, undefined],
    ['b.ts', 20, 16, 'name of b.ts'],
  ]);
});

describe('what compiled modules take from packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haat-build-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const namesIn = (text: string) => {
    const file = join(folder, 'compiled.js');
    writeFileSync(file, text);
    return importedNames([file, `${file}.map`]);
  };

  test('is read from every form of import that the compiler prints', () => {
    const text = [
      'import pg from "#packages/pg.js";',
      'import { z as z2 } from "#packages/zod.js";',
      'import express, { Router as Router2, static as files } from "#packages/express.js";',
      'import {\n  PutObjectCommand,\n  S3Client as Client\n} from "#packages/@aws-sdk/client-s3.js";',
      'import "#packages/effects.js";',
      'export { z } from "#packages/zod.js";',
      'import { join } from "node:path";',
      'import { other } from "./chunks/other.js";',
    ].join('\n');
    expect(namesIn(text)).toEqual({
      '@aws-sdk/client-s3': ['PutObjectCommand', 'S3Client'],
      effects: [],
      express: ['Router', 'default', 'static'],
      pg: ['default'],
      zod: ['z'],
    });
  });

  test('cannot be all of a package', () => {
    expect(() => namesIn('import * as luxon from "#packages/luxon.js";')).toThrow('Import luxon by names');
  });
});
