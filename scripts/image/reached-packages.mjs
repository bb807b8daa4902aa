import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';

/** How a compiled module names others: imports, `require`, and the places that `resolve` looks up. */
const NAMED = /(?:\bfrom\s*|\bimport\s*\(?\s*|require\w*\(\s*|\.resolve\(\s*)["']([^"'\n]+)["']/g;
/** In our own modules any text with a dependency's name and a file of it may be looked up, as in `createRequire(…)('package/file')`. */
const TEXT = /["'`](@[\w.-]+\/[\w.-]*|[a-z][\w.-]*(?=\/))[\w./-]*(?=["'`$])/g;

const packageOf = (name) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * The modules that are loaded for these entries, and the packages that they name.
 * @param {{ entries: readonly string[], dist: string, dependencies?: readonly string[] }} options `dependencies`: our own
 * @returns {{ files: Set<string>, names: Set<string> }}
 */
export function reachedModules({ entries, dist, dependencies = [] }) {
  const files = new Set();
  const names = new Set();
  const waiting = [...entries];
  // Named by the bundle's comments and by nobody else: our modules ask for the bundle.
  const isBundled = (name) => existsSync(join(dist, 'packages', `${name}.js`));
  while (waiting.length > 0) {
    const file = waiting.pop();
    if (files.has(file) || !file.endsWith('.js') || !existsSync(file)) continue;
    files.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, name] of text.matchAll(NAMED)) {
      if (name.startsWith('.')) waiting.push(join(dirname(file), name));
      else if (name.startsWith('#')) waiting.push(join(dist, name.slice(1)));
      else if (!isBuiltin(name) && !isBundled(packageOf(name))) names.add(packageOf(name));
    }
    if (!file.startsWith(join(dist, 'packages')))
      for (const [, name] of text.matchAll(TEXT))
        if (dependencies.some((each) => each.startsWith(name))) names.add(name);
  }
  return { files, names };
}

/** Where Node finds a package that the one at `from` asks for: in its own folder, else in those above. */
function find(packages, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}

/**
 * The packages of `node_modules` that processes can reach: those that their modules name, with all that these depend on.
 * What is bundled into `dist` is not among them.
 * @param {{ entries: readonly string[], dist: string, packages: Record<string, object> }} options `packages` of the lock file
 * @returns {string[]} paths as in the lock file, in order
 */
export function reachedPackages({ entries, dist, packages }) {
  const reached = new Set();
  // `@fonts/` of a text that goes on with a value stands for all of them.
  const asked = [
    ...reachedModules({ entries, dist, dependencies: Object.keys(packages[''].dependencies) }).names,
  ].flatMap((name) =>
    name.endsWith('/')
      ? Object.keys(packages).flatMap((path) =>
          path.startsWith(`node_modules/${name}`) ? path.slice('node_modules/'.length) : [],
        )
      : name,
  );
  const waiting = asked.map((name) => [name, '']);
  while (waiting.length > 0) {
    const [name, from] = waiting.pop();
    const path = find(packages, name, from);
    if (path === undefined || packages[path].dev || reached.has(path)) continue;
    reached.add(path);
    const {
      dependencies,
      optionalDependencies,
      peerDependencies,
      peerDependenciesMeta = {},
    } = packages[path];
    const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta[peer]?.optional);
    for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      waiting.push([next, path]);
  }
  return [...reached].sort();
}
