import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, relative, sep } from 'node:path';
import { bundleEntries } from './bundle-entries.mjs';
import { compileModules } from './compile.mjs';
import { buildConsole, consoleFingerprint, isConsoleFresh } from './console-build.mjs';
import { waitForLock } from './exclusive.mjs';
import { writeFeatureLists } from './feature-lists.mjs';
import { inProject } from './paths.mjs';
import { configFile, linkFolder, registeredPlugins } from './plugins.mjs';
import { filesBelow, fingerprint } from './sources.mjs';
import { bundleWorkflows } from './workflow-bundle.mjs';
import { bundleInputs } from './workflow-inputs.mjs';

/** Source folder and where its files go below `dist`. */
const folders = [
  { from: 'src', to: '' },
  { from: 'migrations', to: 'migrations' },
  { from: 'sandboxes', to: 'sandboxes' },
  { from: 'scripts', to: 'scripts' },
  { from: 'bench', to: 'bench' },
  { from: 'client/src', to: 'client/src' },
];

/** Everything that decides what comes out. */
const inputsWith = (plugins) => [
  ...folders.map(({ from }) => from),
  configFile,
  'package.json',
  'package-lock.json',
  ...plugins.map(({ name }) => `${linkFolder}/${name}`),
];

const stampFile = () => inProject('dist', '.build-stamp');

/** What each module was compiled from, by its path. */
const modulesFile = () => inProject('dist', '.modules.json');

/** What else decides how modules are compiled. */
const compilerInputs = ['scripts/supervisor/compile.mjs', 'package-lock.json'];

/** The workflows as they run by default, and with the library that makes spans of what they do. */
const bundles = [
  {
    traced: false,
    file: () => inProject('dist', 'workflow-bundle.js'),
    stamp: () => inProject('dist', '.bundle-stamp'),
  },
  {
    traced: true,
    file: () => inProject('dist', 'workflow-bundle-traced.js'),
    stamp: () => inProject('dist', '.bundle-traced-stamp'),
  },
];

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** Sources and compiler are there; a production image holds `dist` alone. */
export const canBuild = () =>
  existsSync(inProject('src')) && existsSync(inProject('node_modules', 'esbuild'));

const isTypeScript = (file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts');

/** What both plain scripts and compiled modules import: tests load the latter one by one, from `dist`. */
const shared = ['scripts/supervisor/arguments.mjs', 'scripts/supervisor/plain-error.mjs'];

/** Other plain `.mjs` scripts run where they are; notes are for readers. */
const isAsset = (file) =>
  shared.includes(file) ||
  (!['.ts', '.mjs', '.md'].includes(extname(file)) && !/(^|\/)\./.test(file.replace(`${linkFolder}/`, '')));

/** Everything that is started as a process; nothing else imports them. */
const isEntry = (path) =>
  /^(src\/(server|worker)|sandboxes\/main|scripts\/[^/]+|bench\/processes\/[^/]+)\.ts$/.test(path);

/**
 * Of a plugin neither its tests, nor what it has installed, nor its package.json, which would have its own imports; its
 * pages are built with the console.
 */
const isOfPlugin = (path) => !/^(test|console|node_modules)[\\/]|^package(-lock)?\.json$/.test(path);

const places = (plugins) => [
  ...folders,
  { from: configFile, to: configFile },
  ...plugins.map(({ name }) => ({
    from: `${linkFolder}/${name}`,
    to: `${linkFolder}/${name}`,
    only: isOfPlugin,
  })),
];

/** A source and what becomes of it; `path` lies below the place. */
function outcome(source, { to }, path) {
  const target = inProject('dist', to, path);
  return isTypeScript(source)
    ? { source, target: target.replace(/\.tsx?$/, '.js') }
    : { source, target, asset: true };
}

const plan = (plugins) =>
  places(plugins).flatMap((place) =>
    filesBelow(inProject(place.from))
      .map((source) => ({ source, path: relative(inProject(place.from), source) }))
      .filter(({ path }) => place.only?.(path) ?? true)
      .map(({ source, path }) => outcome(source, place, path)),
  );

function copy({ source, target }) {
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(source, target);
  return [target];
}

/** A module that was renamed must not live on in `dist`: knex, for one, runs whatever lies in `migrations`. */
function removeStale(written) {
  const keep = new Set([
    ...written,
    stampFile(),
    modulesFile(),
    ...bundles.flatMap(({ file, stamp }) => [file(), stamp()]),
  ]);
  // The console and the processes of `npm run dev` are built by themselves, the tests of plugins compiled when tests run.
  const others = new RegExp(`^(console|storefront|dev|${linkFolder.replace('.', '\\.')}/[^/]+/test)/`);
  for (const file of filesBelow(inProject('dist')))
    if (!keep.has(file) && !others.test(relative(inProject('dist'), file).split(sep).join('/'))) rmSync(file);
}

const isFresh = ({ file, stamp }, wanted) => existsSync(file()) && read(stamp()) === wanted;

/** Returns how many files it wrote. */
async function bundle(wantedBundles, say) {
  const wanted = fingerprint(bundleInputs());
  const stale = wantedBundles.filter((item) => !isFresh(item, wanted));
  if (stale.length === 0) return 0;
  if (!(await bundleWorkflows(stale.map(({ traced, file }) => ({ traced, target: file() }))))) {
    say('there are no workflows to bundle yet');
    return 0;
  }
  for (const { stamp } of stale) writeFileSync(stamp(), wanted);
  return stale.length;
}

/**
 * Compiles the modules whose source has changed since they were compiled.
 * @returns {Promise<string[]>} the files of all modules, source maps included
 */
async function compileChanged(modules) {
  const compiler = fingerprint(compilerInputs);
  const before = JSON.parse(read(modulesFile()) ?? '{}');
  const known = before.compiler === compiler ? before.sources : {};
  const sources = {};
  const changed = modules.filter(({ source, target }) => {
    const path = relative(inProject(), source);
    sources[path] = fingerprint([path]);
    return known[path] !== sources[path] || !existsSync(target) || !existsSync(`${target}.map`);
  });
  // A build that is interrupted compiles all of them the next time.
  rmSync(modulesFile(), { force: true });
  if (changed.length > 0) await compileModules(changed);
  writeFileSync(modulesFile(), JSON.stringify({ compiler, sources }));
  return modules.flatMap(({ target }) => [target, `${target}.map`]);
}

/**
 * Brings files of `dist` up to date that processes read one by one: templates and migrations.
 * @param {readonly string[]} paths of sources, from the project's root; one that is gone is removed
 */
export async function refreshFiles(paths) {
  const all = places(await registeredPlugins());
  const changed = paths.flatMap((path) => {
    const place = all.find(({ from }) => path.startsWith(`${from}/`));
    return place ? [outcome(inProject(path), place, path.slice(place.from.length + 1))] : [];
  });
  const release = await waitForLock(inProject('.cache', 'build.lock'), '.mjs');
  try {
    // The next build looks at all of them again.
    for (const file of [stampFile(), modulesFile()]) rmSync(file, { force: true });
    const [present, gone] = [true, false].map((wanted) =>
      changed.filter(({ source }) => existsSync(source) === wanted),
    );
    for (const { target } of gone)
      for (const file of [target, `${target}.map`]) rmSync(file, { force: true });
    present.filter(({ asset, source }) => asset && isAsset(relative(inProject(), source))).forEach(copy);
    const modules = present.filter(({ asset }) => !asset);
    if (modules.length > 0) await compileModules(modules);
  } finally {
    release();
  }
}

/** Returns how many files it wrote. */
async function compileAll(wanted, { plugins, wantedBundles, say }) {
  rmSync(stampFile(), { force: true });
  const files = plan(plugins);
  const modules = files.filter(({ asset }) => !asset);
  const entry = ({ source }) => isEntry(relative(inProject(), source));
  const [compiled, entries] = await Promise.all([
    compileChanged(modules.filter((module) => !entry(module))),
    bundleEntries(modules.filter(entry)),
    bundle(wantedBundles, say),
  ]);
  const assets = files.filter(({ asset, source }) => asset && isAsset(relative(inProject(), source)));
  const written = [...compiled, ...entries, ...assets.flatMap(copy)];
  removeStale(written);
  writeFileSync(stampFile(), wanted);
  return written.length;
}

/**
 * Brings `dist` up to date: TypeScript to JavaScript with source maps (types are checked by `npm run check`, not
 * here), what runs as a process bundled, other files copied, leftovers removed, workflows bundled. Does nothing when no
 * source changed.
 * @param {(line: string) => void} say
 * @param {{ traced?: boolean, pages?: boolean }} options whether the bundle for traced workflows is wanted too, and the console
 * @returns {Promise<boolean>} true when something was built
 */
export async function build(say, { traced = true, pages: withPages = true } = {}) {
  const wantedBundles = bundles.filter((item) => traced || !item.traced);
  const release = await waitForLock(inProject('.cache', 'build.lock'), '.mjs');
  try {
    for (const file of await writeFeatureLists()) say(`${file} is written anew`);
    const plugins = await registeredPlugins();
    const wanted = fingerprint(inputsWith(plugins));
    const compiled = read(stampFile()) === wanted;
    const inBundles = fingerprint(bundleInputs());
    const bundled = wantedBundles.every((item) => isFresh(item, inBundles));
    const wantedConsole = consoleFingerprint(plugins);
    const console = !withPages || isConsoleFresh(wantedConsole);
    if (compiled && bundled && console) return false;
    const began = performance.now();
    const pages = console ? 0 : await buildConsole(wantedConsole, { plugins });
    const count =
      pages +
      (compiled
        ? await bundle(wantedBundles, say)
        : await compileAll(wanted, { plugins, wantedBundles, say }));
    say(`built ${count} files in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    return true;
  } finally {
    release();
  }
}
