import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { consolePage } from './console-page.mjs';
import { directImports } from './console-imports.mjs';
import { consoleFoldersOf, consolePlugins } from './console-plugins.mjs';
import { inProject } from './paths.mjs';
import { fingerprint } from './sources.mjs';

/** Everything that decides what the console becomes. */
export const consoleInputs = [
  'console',
  'client/src',
  'package-lock.json',
  'scripts/supervisor/console-build.mjs',
  'scripts/supervisor/console-imports.mjs',
  'scripts/supervisor/console-page.mjs',
  'scripts/supervisor/console-plugins.mjs',
  'haat.config.ts',
];

const folder = () => inProject('dist', 'console');
/** Where a build comes about: a process that serves the console meanwhile never finds half of one. */
const NEXT = 'dist/console.next';
const stampFile = () => inProject('dist', 'console', '.stamp');

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

export const consoleFingerprint = (plugins) => fingerprint([...consoleInputs, ...consoleFoldersOf(plugins)]);

export const isConsoleFresh = (wanted) => read(stampFile()) === wanted;

/**
 * Builds the console: scripts split by page, one style sheet from the entry, all with hashes in their names, and beside
 * each its compressed forms. The script that sets the colour scheme is its own small file that blocks, so that the
 * page does not flash, and the policy needs no inline script.
 * @param {string} wanted the fingerprint of the sources
 * @param {{ minify?: boolean, plugins?: import('./plugins.mjs').Plugin[] }} options
 */
export async function buildConsole(wanted, { minify = true, plugins = [] } = {}) {
  const { build } = await import('esbuild');
  const next = inProject(NEXT);
  rmSync(next, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: inProject(),
    entryPoints: { main: 'console/src/main.tsx', scheme: 'console/src/colour-scheme.ts' },
    outdir: `${NEXT}/assets`,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    minify,
    metafile: true,
    logLevel: 'warning',
    alias: { 'haat-client': inProject('client', 'src', 'index.ts') },
    plugins: [directImports(), consolePlugins(plugins)],
    // A plugin may lie anywhere; React and Mantine are those of the console.
    nodePaths: [inProject('node_modules')],
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    tsconfig: inProject('console', 'tsconfig.json'),
  });
  const outputs = Object.entries(metafile.outputs);
  const main = outputs.find(([, { entryPoint }]) => entryPoint === 'console/src/main.tsx');
  const scheme = outputs.find(([, { entryPoint }]) => entryPoint === 'console/src/colour-scheme.ts');
  const needed = [...firstPage(metafile)].filter(
    (file) => file.endsWith('.js') && file !== main[0] && file !== scheme[0],
  );
  writeFileSync(
    join(next, 'index.html'),
    consolePage({
      main: addressOf(main[0]),
      style: addressOf(main[1].cssBundle),
      scheme: addressOf(scheme[0]),
      needed: needed.map(addressOf),
      version: createHash('sha256')
        .update(basename(main[0]) + basename(main[1].cssBundle))
        .digest('hex')
        .slice(0, 12),
    }),
  );
  await Promise.all(outputs.map(([file]) => compress(inProject(file))));
  writeFileSync(join(next, 'sizes.json'), JSON.stringify(sizes(metafile)));
  writeFileSync(join(next, '.stamp'), wanted);
  rmSync(folder(), { recursive: true, force: true });
  renameSync(next, folder());
  return outputs.length;
}

const addressOf = (file) => `/console/assets/${basename(file)}`;

/** The files that the first page loads before anything is shown. */
function firstPage({ outputs }) {
  const first = new Set();
  const follow = (file) => {
    if (first.has(file) || !outputs[file]) return;
    first.add(file);
    for (const { path, kind } of outputs[file].imports) if (kind === 'import-statement') follow(path);
    if (outputs[file].cssBundle) first.add(outputs[file].cssBundle);
  };
  for (const [file, { entryPoint }] of Object.entries(outputs))
    if (entryPoint?.startsWith('console/src/') && /main|colour-scheme/.test(entryPoint)) follow(file);
  return first;
}

/** What the first page loads, and each further one: brotli bytes, for the budgets. */
function sizes(metafile) {
  const { outputs } = metafile;
  const bytes = (file) => readFileSync(inProject(`${file}.br`)).length;
  const first = firstPage(metafile);
  const pages = Object.entries(outputs)
    .filter(([file, { entryPoint }]) => entryPoint && !first.has(file))
    .map(([file, { entryPoint }]) => {
      const own = new Set();
      const add = (path) => {
        if (first.has(path) || own.has(path) || !outputs[path]) return;
        own.add(path);
        for (const item of outputs[path].imports) if (item.kind === 'import-statement') add(item.path);
      };
      add(file);
      return [entryPoint, [...own].reduce((sum, path) => sum + bytes(path), 0)];
    });
  return { first: [...first].reduce((sum, file) => sum + bytes(file), 0), pages: Object.fromEntries(pages) };
}

async function compress(file) {
  const content = readFileSync(file);
  const brotli = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, brotli));
  writeFileSync(`${file}.gz`, await promisify(gzip)(content));
}
