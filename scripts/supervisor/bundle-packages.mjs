import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import { compiler, compilerSettings, filesOf } from './compile.mjs';
import { inProject } from './paths.mjs';
import { fingerprint } from './sources.mjs';

/**
 * Packages that stay in `node_modules`, where all others are bundled: those with native code, those that look for files
 * beside themselves, the libraries of the engine and of traces, which know each other by their classes and must be
 * there once, and what is loaded only when it is needed.
 */
export const leftOutside = [
  '@temporalio/*',
  '@opentelemetry/*',
  'sharp',
  '@sparticuz/chromium',
  'puppeteer-core',
  'pdf-lib',
  '@sendgrid/mail',
  'oxfmt',
  // Drivers that knex would load for other databases; they are not installed.
  'better-sqlite3',
  'mariadb',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'sqlite3',
  'tedious',
];

/** Packages in the older format ask for `require`, which a bundle in the newer one has not. */
export const banner = `import { createRequire as createRequireHere } from 'node:module';
const require = createRequireHere(import.meta.url);`;

/** Node finds it below `dist`, by the `imports` of package.json, from wherever it is asked for. */
const PREFIX = '#packages/';

const isLeftOutside = (path) =>
  leftOutside.some((name) => {
    const prefix = name.replace(/\*$/, '');
    return path === name || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
  });

/** Has our own modules import each package from where `bundlePackages` puts it. */
export const packagesApart = {
  name: 'packages apart',
  setup({ onResolve }) {
    onResolve({ filter: /^haat\/(config|plugin)$/ }, ({ path }) => ({
      path: inProject('src', `${path.slice('haat/'.length)}.ts`),
    }));
    onResolve({ filter: /^[^.#/]/ }, ({ path, kind }) =>
      kind === 'entry-point' || isBuiltin(path) || isLeftOutside(path)
        ? undefined
        : { path: `${PREFIX}${path}.js`, external: true },
    );
  },
};

/** As the compiler prints it: default, names in braces or both; nothing where only its effects are wanted. */
const STATEMENT = /^(?:import|export)\s+(?:([^;"]*?)\s+from\s+)?"#packages\/([^"]+)\.js"/gm;

/** The names that a clause takes from a package. @throws Error for all of them, which no stand-in could list */
function namesIn(clause, specifier) {
  if (clause.includes('*'))
    throw new Error(`Import ${specifier} by names: what a build takes of it is listed`);
  const [, byDefault, braces = ''] = /^([^{,]*),?\s*(?:\{([^}]*)\})?$/.exec(clause);
  const named = braces.split(',').map((item) => item.trim().split(/\s+as\s+/)[0]);
  return [...(byDefault.trim() ? ['default'] : []), ...named.filter(Boolean)];
}

/**
 * What compiled modules take from packages.
 * @param {string[]} files
 * @returns {Record<string, string[]>} names by package, both in order
 */
export function importedNames(files) {
  const found = new Map();
  for (const file of files.filter((name) => name.endsWith('.js')))
    for (const [, clause = '', specifier] of readFileSync(file, 'utf8').matchAll(STATEMENT)) {
      const names = found.get(specifier) ?? new Set();
      for (const name of namesIn(clause, specifier)) names.add(name);
      found.set(specifier, names);
    }
  return Object.fromEntries(
    [...found.keys()].sort().map((specifier) => [specifier, [...found.get(specifier)].sort()]),
  );
}

/** A module that takes from a package what is wanted of it: the rest is left out of the bundle. */
function writeStandIn(specifier, names) {
  const file = inProject('.cache', 'package-modules', `${specifier}.mjs`);
  mkdirSync(dirname(file), { recursive: true });
  const text =
    names.length > 0 ? `export { ${names.join(', ')} } from '${specifier}';` : `import '${specifier}';`;
  writeFileSync(file, `${text}\n`);
  return file;
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
  if (nameless.length > 0)
    throw new Error(`To be left outside in bundle-packages.mjs: ${nameless.join(', ')}`);
}

const stampFile = () => inProject('dist', 'packages', '.stamp.json');

/** @returns {{ inputs?: string, wanted: Record<string, string[]>, files: string[] }} what the bundled packages were made of */
const readStamp = () =>
  existsSync(stampFile()) ? JSON.parse(readFileSync(stampFile(), 'utf8')) : { wanted: {}, files: [] };

/** What decides how packages are bundled, beside what is taken from them. */
const packageInputs = () =>
  fingerprint([
    'package-lock.json',
    'scripts/supervisor/bundle-packages.mjs',
    'scripts/supervisor/compile.mjs',
  ]);

/**
 * Whether the packages that were bundled have all of these names.
 * @param {Record<string, string[]>} wanted names by package
 */
export function arePackagesBundled(wanted) {
  const { inputs, wanted: bundled } = readStamp();
  return (
    inputs === packageInputs() &&
    Object.entries(wanted).every(
      ([specifier, names]) =>
        specifier in bundled && names.every((name) => bundled[specifier].includes(name)),
    )
  );
}

/**
 * Bundles the packages, below `dist/packages`: they are most of what a process loads, and change with the lock file, or
 * when another name is taken from one.
 * @param {Record<string, string[]>} wanted names by package
 * @returns {Promise<string[]>} all files, those that were there included
 */
export async function bundlePackages(wanted) {
  const inputs = packageInputs();
  const stamp = readStamp();
  const isSame = stamp.inputs === inputs && JSON.stringify(stamp.wanted) === JSON.stringify(wanted);
  const known = isSame ? stamp.files.map((file) => inProject(file)) : undefined;
  if (known?.every((file) => existsSync(file))) return [...known, stampFile()];
  const build = await compiler();
  const result = await build({
    ...compilerSettings,
    // A process keeps the map of each module that it loads, 10 MB of them. Their lines say which file they come from.
    sourcemap: false,
    entryPoints: Object.entries(wanted).map(([specifier, names]) => ({
      in: writeStandIn(specifier, names),
      out: `packages/${specifier}`,
    })),
    outdir: inProject('dist'),
    bundle: true,
    splitting: true,
    chunkNames: 'packages/chunks/[name]-[hash]',
    external: leftOutside,
    banner: { js: banner },
  });
  refuseNamelessImports(result);
  writeFileSync(stampFile(), JSON.stringify({ inputs, wanted, files: Object.keys(result.metafile.outputs) }));
  return [...filesOf(result), stampFile()];
}
