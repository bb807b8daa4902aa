import { existsSync, readdirSync } from 'node:fs';
import { listFiles } from './feature-lists.mjs';
import { importersByFile } from './import-graph.mjs';
import { inProject, projectRoot } from './paths.mjs';
import { runCommand } from './processes.mjs';

/** What git prints; undefined where it cannot say, outside of a checkout for one. */
async function git(...args) {
  try {
    const { code, output } = await runCommand('git', args, { cwd: projectRoot, timeoutMs: 20_000 });
    return code === 0 ? output.trim() : undefined;
  } catch {
    return undefined; // there is no git
  }
}

const lines = (text) => (text ?? '').split('\n').filter((line) => line !== '');

/** The commit that is checked out. */
export const currentCommit = () => git('rev-parse', 'HEAD');

/**
 * Files that differ from where the branch left `main`, those that are not committed among them.
 * @returns {Promise<string[] | undefined>} paths from the project's root; undefined where there is no `main`
 */
export async function filesChangedSinceMain() {
  const base = (await git('merge-base', 'HEAD', 'main')) ?? (await git('merge-base', 'HEAD', 'origin/main'));
  if (base === undefined) return undefined;
  const changed = await git('diff', '--name-only', base);
  const added = await git('ls-files', '--others', '--exclude-standard');
  return [...lines(changed), ...lines(added)];
}

/** Layers in which each folder is a slug. */
const layers = ['api', 'domain', 'db', 'operations', 'activities', 'workflows', 'events', 'integrations'];

/** Every slug that has a folder in the house. */
function knownSlugs() {
  const names = layers.flatMap((layer) => {
    try {
      return readdirSync(inProject('src', layer), { withFileTypes: true });
    } catch {
      return [];
    }
  });
  return new Set(names.filter((entry) => entry.isDirectory()).map(({ name }) => name));
}

const inLayer = new RegExp(`^src/(?:${layers.join('|')})/([^/]+)/`);

/** The slug in whose folder, or as whose subscriptions, a source lies. */
function slugOfSource(file, slugs) {
  const [, slug] = inLayer.exec(file) ?? /^src\/events\/([^/]+)\.subscriptions\.ts$/.exec(file) ?? [];
  return slugs.has(slug) && isFeature(slug) ? slug : undefined;
}

const isFeature = (slug) => slug !== 'kernel' && !slug.startsWith('_');

/** The slugs that the name of a migration begins with. */
function slugsOfMigration(file, slugs) {
  const [, name = ''] = /^migrations\/\d+_(.+)\.ts$/.exec(file) ?? [];
  return [...slugs].filter((slug) => name.replaceAll('_', '-').startsWith(`${slug}-`));
}

/**
 * The slugs to which files belong: by their folder in a layer of `src`, in `test`, or by the name of a migration.
 * @param {readonly string[]} files
 */
export function slugsOf(files, slugs = knownSlugs()) {
  const touched = new Set();
  for (const file of files) {
    const [, folder] = /^test\/([^/]+)\//.exec(file) ?? [];
    for (const slug of [slugOfSource(file, slugs), folder, ...slugsOfMigration(file, slugs)])
      if (slugs.has(slug)) touched.add(slug);
  }
  return [...touched].filter(isFeature).sort();
}

/** Where the tests are of what is no feature of `src`, beside those that import it. */
const otherTests = [
  [/^(console|client)\//, ([, name]) => [`test/${name}/`]],
  [/^examples\/storefront\//, () => ['test/storefront/']],
  [/^(?:scripts|\.ci|docker)\//, () => ['test/run/']],
  [/^bench\//, () => ['test/bench/']],
  [/^sandboxes\//, () => ['test/sandboxes/']],
  [/^plugins\/([^/]+)\//, ([, name]) => ['test/plugins/', `test/${name}/`, `plugins/${name}/test/`]],
];

/** What all tests depend on. Lists that are generated change with the features that they name. */
function isKernel(file, slugs, generated) {
  if (/^(?:test\/_support\/|jest\.config\.mjs$|package-lock\.json$|haat\.config\.ts$)/.test(file))
    return true;
  if (file.startsWith('migrations/')) return slugsOfMigration(file, slugs).length === 0;
  return file.startsWith('src/') && slugOfSource(file, slugs) === undefined && !generated.includes(file);
}

/**
 * Follows the imports of changed files backwards. Within the changed feature they are followed to their end; a file of another
 * feature makes that one a dependent, whose own users rely on its tests. Where the platform is put together, and in what
 * supports all tests, they end.
 * @param {readonly string[]} files
 * @param {Set<string>} slugs
 * @param {Map<string, string[]>} importers
 */
function follow(files, slugs, importers) {
  const dependents = new Set();
  const tests = new Set();
  const areaOf = (file) => slugOfSource(file, slugs) ?? file.split('/')[0];
  for (const changed of files) {
    const found = new Set([changed]);
    for (const file of found)
      for (const importer of importers.get(file) ?? []) {
        const slug = slugOfSource(importer, slugs);
        if (importer.startsWith('test/_support/')) continue;
        if (/^(?:test|plugins\/[^/]+\/test)\//.test(importer)) found.add(importer);
        else if (areaOf(importer) === areaOf(changed) && areaOf(changed) !== 'src') found.add(importer);
        else if (slug !== undefined) dependents.add(slug);
      }
    for (const file of found) if (/\.(?:test|rest)\.ts$/.test(file)) tests.add(file);
  }
  return { dependents: [...dependents].sort(), tests: [...tests].sort() };
}

/**
 * Which tests a change asks for: those of its features and of the features that use what has changed, those that import
 * it, sweeps and architecture.
 * @param {readonly string[]} files
 * @param {{ slugs?: Set<string>, importers?: Map<string, string[]> }} [house] the tree as it is
 * @returns {{ slugs: string[], dependents: string[], kernel?: string, paths: string[] }} `kernel`: a changed file on which
 *   all tests depend; then `paths` is empty, which is all of them
 */
export function testsOf(files, { slugs: known = knownSlugs(), importers = importersByFile() } = {}) {
  const slugs = slugsOf(files, known);
  const kernel = files.find((file) => isKernel(file, known, listFiles));
  if (kernel !== undefined) return { slugs, dependents: [], kernel, paths: [] };
  const { dependents, tests } = follow(files, known, importers);
  const others = files.flatMap((file) =>
    otherTests.flatMap(([pattern, folders]) => {
      const match = pattern.exec(file);
      return match ? folders(match) : [];
    }),
  );
  const folders = [
    ...['architecture', 'sweeps', ...slugs, ...dependents].map((name) => `test/${name}/`),
    ...others,
  ];
  const own = [...files.filter((file) => /\.(?:test|rest)\.ts$/.test(file)), ...tests];
  const outside = own.filter((file) => !folders.some((folder) => file.startsWith(folder)));
  const paths = [...new Set([...folders, ...outside])].filter((path) => existsSync(inProject(path)));
  return { slugs, dependents: dependents.filter((slug) => !slugs.includes(slug)), paths };
}
