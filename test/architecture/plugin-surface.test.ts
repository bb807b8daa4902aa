import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { featureLists } from '../../scripts/supervisor/feature-lists.mjs';

const root = join(import.meta.dirname, '..', '..');

/** The modules whose values a file of `src` imports; types are erased. */
function importsOf(file: string): string[] {
  const statements = readFileSync(join(root, file), 'utf8').matchAll(
    /^(?:import|export)\s+(?!type\b)(?:([^;'"]*?)\sfrom\s+)?'((?:#|\.{1,2}\/)[^']+)\.js'/gm,
  );
  return [...statements]
    .filter(
      ([, names = '']) =>
        !/^\{[^}]*\}$/.test(names) ||
        names
          .replace(/[{}]/g, '')
          .split(',')
          .some((name) => name.trim() && !name.trim().startsWith('type ')),
    )
    .map(([, , specifier = '']) =>
      specifier.startsWith('#') ? `src/${specifier.slice(1)}.ts` : `${join(dirname(file), specifier)}.ts`,
    )
    .filter((path) => existsSync(join(root, path)));
}

it('haat/plugin leads to no list of features, which plugins are part of', async () => {
  const lists = new Set(Object.keys(await featureLists()));
  const from = new Map<string, string>([['src/plugin.ts', '']]);
  for (const file of from.keys())
    for (const next of importsOf(file)) if (!from.has(next)) from.set(next, file);
  const circles = [...from.keys()].filter((file) => lists.has(file));
  expect(circles.map((file) => `${from.get(file)} imports ${file}`)).toEqual([]);
});
