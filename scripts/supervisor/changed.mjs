import { readdirSync } from 'node:fs';
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

/**
 * The slugs to which files belong: by their folder in a layer of `src`, in `test`, or by the name of a migration.
 * @param {readonly string[]} files
 */
export function slugsOf(files, slugs = knownSlugs()) {
  const touched = new Set();
  for (const file of files) {
    const [, folder] = /^(?:src\/[^/]+|test)\/([^/]+)\//.exec(file) ?? [];
    if (slugs.has(folder)) touched.add(folder);
    const [, migration = ''] = /^migrations\/\d+_(.+)\.ts$/.exec(file) ?? [];
    for (const slug of slugs) if (migration.replaceAll('_', '-').startsWith(`${slug}-`)) touched.add(slug);
  }
  return [...touched].filter((slug) => slug !== 'kernel' && !slug.startsWith('_')).sort();
}
