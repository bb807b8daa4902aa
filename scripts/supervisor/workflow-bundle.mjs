import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { compiler, compilerSettings } from './compile.mjs';
import { madeOnce, writeWhole } from './made-files.mjs';
import { inProject } from './paths.mjs';
import { joinSourceMaps } from './source-map.mjs';
import { fingerprint } from './sources.mjs';
import { bundleInputs, entries, workflowSurface } from './workflow-inputs.mjs';
import { packagesBundle } from './workflow-packages.mjs';

const MAP = '//# sourceMappingURL=data:application/json;charset=utf-8;base64,';

/** Leads workflows of plugins to the part of `haat/plugin` that may run in one. */
const surfaceInWorkflows = {
  name: 'haat in workflows',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^haat\/plugin$/ }, () => ({ path: inProject(workflowSurface) })),
};

/**
 * Compiles the sources of the workflows into one text, without the packages that they import.
 * @returns {Promise<{ code: string, map: object, packages: string[], files: string[] }>}
 */
export async function compileWorkflows() {
  const build = await compiler();
  const outfile = inProject('dist', 'workflows.cjs');
  const { outputFiles, metafile } = await build({
    ...compilerSettings,
    stdin: {
      contents: Object.entries(entries)
        .map(([name, file]) => `export * as ${name} from './${file}';`)
        .join('\n'),
      resolveDir: inProject(),
      sourcefile: 'workflow-entries.ts',
    },
    outfile,
    write: false,
    bundle: true,
    format: 'cjs',
    packages: 'external',
    plugins: [surfaceInWorkflows],
    // A workflow and its contract have one name, and one of them would be renamed.
    keepNames: true,
    conditions: ['source'],
    sourcemap: 'external',
    sourcesContent: true,
  });
  const text = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text;
  const map = JSON.parse(text('.map'));
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  return {
    code: text('.cjs'),
    map: { ...map, sources: map.sources.map((source) => resolve(inProject('dist'), source)) },
    packages: [...new Set(imports.filter(({ external }) => external).map(({ path }) => path))].sort(),
    files: Object.keys(metafile.inputs).filter((file) => file.startsWith('src/')),
  };
}

/** Puts the compiled sources behind the packages that they import, and makes one source map of both. */
function putTogether(packages, { code, map }) {
  const at = packages.lastIndexOf('//# sourceMappingURL=');
  const packagesMap = JSON.parse(Buffer.from(packages.slice(packages.indexOf('base64,', at) + 7), 'base64'));
  // Nothing comes before the packages but on their first line, which no source is mapped to.
  const head = `var __TEMPORAL__ = ((sourceWorkflows) => {${packages.slice(0, at)}
return __TEMPORAL__;
})((require, module) => {
'use strict';
`;
  const joined = joinSourceMaps(packagesMap, map, head.split('\n').length - 1);
  return `${head}${code}});\n${MAP}${Buffer.from(JSON.stringify(joined)).toString('base64')}\n`;
}

/**
 * Bundles the workflows for the sandbox in which they run.
 * @param {{ target: string, traced: boolean }[]} wanted `target` is the file to write; `traced` adds the library that
 *   makes spans of what workflows do
 * @returns {Promise<boolean>} false when there are no workflows yet
 */
export async function bundleWorkflows(wanted) {
  if (!existsSync(inProject(entries.workflows))) return false;
  const compiled = await compileWorkflows();
  for (const { target, traced } of wanted) {
    const packages = await packagesBundle(compiled.packages, traced);
    writeWhole(target, putTogether(readFileSync(packages, 'utf8'), compiled));
  }
  return true;
}

/**
 * The bundle for those who run the sources, taken from `.cache` when nothing that goes into it has changed.
 * @param {{ traced?: boolean }} options
 * @returns {Promise<string | undefined>} the file, or undefined while there are no workflows
 */
export async function cachedSourceBundle({ traced = false } = {}) {
  const key = fingerprint(bundleInputs()).slice(0, 16);
  const target = inProject('.cache', 'workflow-bundles', `${key}${traced ? '-traced' : ''}.js`);
  if (!existsSync(target) && !existsSync(inProject(entries.workflows))) return undefined;
  return madeOnce(target, () => bundleWorkflows([{ target, traced }]));
}
