import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { reachedModules, reachedPackages } from './reached-packages.mjs';

/**
 * `node scripts/image/keep-packages.mjs <folder>`, while an image is built: puts the packages that the API and the commands
 * reach into `<folder>/api`, those that only the worker reaches into `<folder>/worker`, and the build without the modules that
 * it bundles into others into `<folder>/dist`. All other packages are bundled too, or compile, and are in no image.
 */
const target = process.argv[2];
const dist = join(process.cwd(), 'dist');
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Commands of a checkout, which no image runs. */
const OF_CHECKOUTS = ['check-compose.js', 'new-feature.js', 'record-history.js', 'release-migrations.js'];
/** It prints, as the worker does. */
const OF_WORKERS = ['try-browser.js'];

const commands = readdirSync(join(dist, 'scripts')).filter(
  (file) => file.endsWith('.js') && ![...OF_CHECKOUTS, ...OF_WORKERS].includes(file),
);
const entriesOf = (files) => files.map((file) => join(dist, file));
const reached = (files) =>
  reachedPackages({ entries: entriesOf(files), dist, packages }).filter((path) => existsSync(path));

const ownRelease = { x64: 'x86_64', arm64: 'aarch64' }[process.arch];

/** The engine's library for other systems, and what only compilers and debuggers read. */
function isNeeded(path) {
  const parts = path.split(sep);
  const at = parts.indexOf('releases');
  if (parts[at - 1] === 'core-bridge' && parts.length > at + 1)
    return parts[at + 1] === `${ownRelease}-unknown-linux-gnu`;
  return !/\.(d\.[cm]?ts|map)$/.test(basename(path));
}

function copy(paths, folder) {
  for (const path of paths) {
    const to = join(folder, relative('node_modules', path));
    mkdirSync(dirname(to), { recursive: true });
    const own = (file) =>
      file === path ||
      !file
        .slice(path.length + 1)
        .split(sep)
        .includes('node_modules');
    cpSync(path, to, { recursive: true, filter: (file) => own(file) && isNeeded(file) });
  }
  console.log(`${folder}: ${paths.length} packages`);
}

const ofApi = reached(['server.js', ...commands.map((file) => `scripts/${file}`)]);
const ofWorker = reached(['worker.js', ...OF_WORKERS.map((file) => `scripts/${file}`)]);
copy(ofApi, join(target, 'api'));
copy(
  ofWorker.filter((path) => !ofApi.includes(path)),
  join(target, 'worker'),
);

/** Found by their names, not by an import. */
const FOUND = ['migrations', '.plugins'];
const moduleFiles = (folder) =>
  existsSync(join(dist, folder))
    ? readdirSync(join(dist, folder), { recursive: true }).map((file) => join(folder, file))
    : [];
const found = FOUND.flatMap(moduleFiles).filter((file) => file.endsWith('.js'));
const entries = ['server.js', 'worker.js', ...[...commands, ...OF_WORKERS].map((file) => `scripts/${file}`)];
const { files } = reachedModules({ entries: entriesOf([...entries, ...found]), dist });
/** The pages of the console and of the storefront go to browsers as they are. */
const OF_BROWSERS = ['console', 'storefront'];

cpSync(dist, join(target, 'dist'), {
  recursive: true,
  filter(file) {
    const [top] = relative(dist, file).split(sep);
    const module = file.replace(/\.map$/, '');
    return (
      !module.endsWith('.js') ||
      OF_BROWSERS.includes(top) ||
      files.has(module) ||
      module.endsWith('workflow-bundle.js')
    );
  },
});
console.log(`${target}/dist: ${files.size} modules`);
