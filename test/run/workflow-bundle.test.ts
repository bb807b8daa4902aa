import { SourceMap, type SourceMapPayload } from 'node:module';
import { expect, test } from '@jest/globals';
import { joinSourceMaps } from '../../scripts/supervisor/source-map.mjs';
import { compileWorkflows } from '../../scripts/supervisor/workflow-bundle.mjs';
import { workflowSources } from '../../scripts/supervisor/workflow-inputs.mjs';

test('a change of any source that workflows import makes a new bundle', async () => {
  const { files } = await compileWorkflows();
  expect(files.length).toBeGreaterThan(40);
  expect(workflowSources()).toEqual(expect.arrayContaining(files));
});

test('the packages that workflows import are left to the bundler of the SDK', async () => {
  const { code, packages } = await compileWorkflows();
  expect(packages).toEqual(expect.arrayContaining(['@temporalio/common', '@temporalio/workflow']));
  for (const name of packages) expect(code).toContain(`require("${name}")`);
});

test('a joined source map leads from both texts to their sources', () => {
  const map = (source: string, mappings: string): SourceMapPayload => ({
    ...{ version: 3, file: 'out.js', sourceRoot: '', names: [`name of ${source}`] },
    ...{ sources: [source], sourcesContent: [`content of ${source}`], mappings },
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
