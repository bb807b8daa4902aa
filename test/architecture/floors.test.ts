import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { floors } from '../../eslint.layers.mjs';

const root = join(import.meta.dirname, '..', '..');
const src = join(root, 'src');

const files = readdirSync(src, { recursive: true })
  .map((file) => String(file))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `src/${file}`);

/** What a file imports of the project, types included, as paths from the root. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)'([#.][^']+)'/gm)].map(([, name = '']) =>
    (name.startsWith('#')
      ? `src/${name.slice(1)}`
      : relative(root, resolve(root, dirname(file), name))
    ).replace(/\.js$/, '.ts'),
  );
}

const graph = new Map(files.map((file) => [file, importsOf(file).filter((item) => item.startsWith('src/'))]));

/** Contracts are their own floor, below those who start workflows. */
function floorOf(file: string): string {
  const layer = file.split('/')[1] ?? '';
  if (layer !== 'workflows') return file.split('/').length === 2 ? 'runtime' : layer;
  return file.endsWith('.workflow.ts') || file === 'src/workflows/index.ts' ? 'workflows' : 'contracts';
}

/** Files in a circle, found by following imports from each file once (depth first, with the path in hand). */
function circles(): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      found.push([...path.slice(at), file]);
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of files) visit(file);
  return found;
}

describe('the floors', () => {
  it('every import, types included, stays on its floor or goes down', () => {
    const wrong: string[] = [];
    for (const [file, imports] of graph) {
      const from = floorOf(file);
      for (const target of imports) {
        const to = floorOf(target);
        if (
          to !== from &&
          !(floors[from as keyof typeof floors] as readonly string[] | undefined)?.includes(to)
        )
          wrong.push(`${file} (${from}) imports ${target} (${to})`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('no imports run in a circle, types included', () => {
    expect(circles().map((circle) => circle.join(' -> '))).toEqual([]);
  });

  it('src/db/<slug> holds repositories, queries, models, tables, reports and SQL fragments only', () => {
    const odd = files.filter(
      (file) =>
        /^src\/db\/(?!kernel\/)[^/]+\//.test(file) &&
        !/(\.repository|\.query|\.model|\.report|-tables|-sql)\.ts$/.test(file),
    );
    expect(odd).toEqual([]);
  });
});
