import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { inProject } from './paths.mjs';
import { linkFolder } from './plugins.mjs';
import { filesBelow } from './sources.mjs';

/** Imports and exports of values; types are erased, and with them what only they lead to. */
const STATEMENT = /^(?:import|export)\s+(?!type\b)(?:[^;'"]*?\sfrom\s+)?'([^']+)'/gm;

/** What a module imports, as it is written there. @param {string} file within the project */
export const specifiersIn = (file) =>
  [...readFileSync(inProject(file), 'utf8').matchAll(STATEMENT)].map(([, specifier]) => specifier);

/**
 * The source file within the project that an import names; undefined for a package.
 * @param {string} specifier
 * @param {string} importer
 */
export function sourceOf(specifier, importer) {
  if (specifier.startsWith('#plugins/')) return join(linkFolder, specifier.slice(9)).replace(/\.js$/, '.ts');
  if (specifier.startsWith('#')) return join('src', specifier.slice(1)).replace(/\.js$/, '.ts');
  return specifier.startsWith('.') ? join(dirname(importer), specifier).replace(/\.js$/, '.ts') : undefined;
}

/** Where code lies that imports code of the platform, or is imported by its tests. */
const folders = ['src', 'plugins', 'sandboxes', 'scripts', 'bench', 'client/src', 'test'];

/** Plugins are linked under their names, and written in `plugins`. */
const asWritten = (file) =>
  file.startsWith(`${linkFolder}/`) ? `plugins/${file.slice(linkFolder.length + 1)}` : file;

/**
 * Which files import each file, for values.
 * @returns {Map<string, string[]>} paths within the project
 */
export function importersByFile() {
  const importers = new Map();
  for (const folder of folders)
    for (const path of filesBelow(inProject(folder))) {
      const file = relative(inProject(), path);
      if (!/\.(ts|mjs)$/.test(file) || file.includes('node_modules')) continue;
      for (const specifier of specifiersIn(file)) {
        const source = sourceOf(specifier, file);
        if (source === undefined) continue;
        const name = asWritten(source);
        importers.set(name, [...(importers.get(name) ?? []), file]);
      }
    }
  return importers;
}
