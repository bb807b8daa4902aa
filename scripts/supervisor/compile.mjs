import { relative } from 'node:path';
import { inProject } from './paths.mjs';

/**
 * Packages that stay in `node_modules` when an entry is bundled: those with native code, those that look for files
 * beside themselves, the libraries of the engine and of traces, which know each other by their classes and must be
 * there once, and what is loaded only when it is needed.
 */
const leftOutside = [
  ...['@temporalio/*', '@opentelemetry/*', 'sharp', '@sparticuz/chromium'],
  ...['puppeteer-core', 'pdf-lib', '@sendgrid/mail'],
  // Drivers that knex would load for other databases; they are not installed.
  ...['better-sqlite3', 'mariadb', 'mysql', 'mysql2', 'oracledb', 'pg-native', 'sqlite3', 'tedious'],
];

/** Packages in the older format ask for `require`, which a bundle in the newer one has not. */
const banner = `import { createRequire as createRequireHere } from 'node:module';
const require = createRequireHere(import.meta.url);`;

/** What every compilation here is made with, that of the tests too. */
export const compilerSettings = {
  absWorkingDir: inProject(),
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, target: 'es2023' } },
};

/** The compiler comes with the development packages; who only stops a platform does without. */
export const compiler = async () => (await import('esbuild')).build;

const filesOf = ({ metafile }) => Object.keys(metafile.outputs).map((file) => inProject(file));

/**
 * Compiles modules one by one, each to its place below `dist`.
 * @param {{ source: string, target: string }[]} modules absolute paths
 * @returns {Promise<string[]>} the files written, source maps included
 */
export async function compileModules(modules) {
  const build = await compiler();
  const entryPoints = modules.map(({ source, target }) => ({ in: source, out: outOf(target) }));
  return filesOf(await build({ ...compilerSettings, entryPoints, outdir: inProject('dist') }));
}

/**
 * Bundles what is started as a process, with the packages that it uses: Node reads a few files instead of some two
 * thousand, which is most of the time that a process takes to start. What several entries share lies in `dist/chunks`.
 * @param {{ source: string, target: string }[]} entries absolute paths
 * @returns {Promise<string[]>} the files written, source maps included
 */
export async function bundleEntries(entries) {
  const build = await compiler();
  const result = await build({
    ...compilerSettings,
    entryPoints: entries.map(({ source, target }) => ({ in: source, out: outOf(target) })),
    outdir: inProject('dist'),
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    conditions: ['source'],
    external: leftOutside,
    banner: { js: banner },
  });
  refuseNamelessImports(result);
  return filesOf(result);
}

/**
 * A package in the older format that is imported on demand comes out of a bundle with nothing but its default export:
 * the names that its user takes from it would be undefined, and only at the moment of use.
 */
function refuseNamelessImports({ metafile }) {
  const nameless = Object.values(metafile.outputs)
    .filter(
      ({ entryPoint, exports }) => entryPoint?.includes('node_modules/') && exports.join() === 'default',
    )
    .map(({ entryPoint }) => entryPoint);
  if (nameless.length > 0) throw new Error(`To be left outside in compile.mjs: ${nameless.join(', ')}`);
}

const outOf = (target) => relative(inProject('dist'), target).replace(/\.js$/, '');
