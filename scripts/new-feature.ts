import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { exitWithOneLine } from '#lib/exit.js';
import { type FeatureKind, featureKinds } from './new-feature/feature-files.js';
import { layOutFeature, layOutPage, layOutPlugin } from './new-feature/lay-out.js';

const root = join(import.meta.dirname, '..', '..');

/**
 * `npm run new-feature <slug> [--crud | --flow | --derived | --webhook | --plugin] [--page]`: writes a feature, or a plugin,
 * that works as it is, names every file, and has the lists of features written anew. `--page` writes a page of the console
 * as well; a plugin has one always.
 */
try {
  const { slug, kind, page } = readArguments(process.argv.slice(2));
  if (kind === 'plugin') await newPlugin(slug);
  else await newFeature(slug, kind, page);
} catch (error) {
  exitWithOneLine(error);
}

function said(files: readonly string[]): void {
  for (const file of files) console.log(`  new      ${file}`);
  execFileSync(process.execPath, [join(root, 'scripts/feature-lists.mjs')], { stdio: 'inherit' });
}

async function newFeature(slug: string, kind: FeatureKind, page: boolean): Promise<void> {
  const files = await layOutFeature(root, slug, new Date(), kind);
  const own = page ? await layOutPage(root, slug) : undefined;
  if (own?.registered) console.log('  changed  console/src/shell/routes.tsx');
  said([...files, ...(own?.files ?? [])]);
  console.log(`
Its routes respond already. Next:
  npm run generate               the reference, the map of features and the schema, with the new feature in them
  npm test -- test/${slug}${' '.repeat(Math.max(1, 14 - slug.length))}it passes; then the columns in the migration, and everything else
CONTRIBUTING.md has the steps, docs/patterns.md an example of each kind of code.`);
}

async function newPlugin(slug: string): Promise<void> {
  const { files, registered } = await layOutPlugin(root, slug, new Date());
  if (registered) console.log('  changed  haat.config.ts');
  said(files);
  console.log(`
${registered ? 'It is registered.' : `Name './plugins/${slug}' in haat.config.ts.`} Next:
  npm start                      builds it in, migrates its table and serves its routes
  npm test -- plugins/${slug}${' '.repeat(Math.max(1, 11 - slug.length))}it passes; then the columns in its migration, and everything else
docs/plugins.md has the files that a plugin may have, docs/plugin-surface.md what it may import.`);
}

/**
 * Options as npm gives them to the script: `npm run new-feature gift-cards --plugin`, without a `--` before, sets a variable.
 */
function fromNpm(kinds: readonly string[]): string[] {
  return kinds.filter((kind) => process.env[`npm_config_${kind}`] === 'true');
}

/** @throws Error for an option that does not exist */
function readArguments(given: readonly string[]): {
  slug: string;
  kind: FeatureKind | 'plugin';
  page: boolean;
} {
  const kinds = [...featureKinds, 'plugin'] as const;
  const written = given.filter((argument) => argument.startsWith('--')).map((option) => option.slice(2));
  const options = new Set([...written, ...fromNpm([...kinds, 'page'])]);
  const page = options.delete('page');
  const [kind = 'crud', ...more] = options;
  if (more.length > 0 || !kinds.some((name) => name === kind))
    throw new Error(
      `npm run new-feature <slug>, with one of ${kinds.map((name) => `--${name}`).join(' ')}, and --page`,
    );
  const [slug = ''] = given.filter((argument) => !argument.startsWith('--'));
  return { slug, kind: kind as FeatureKind | 'plugin', page };
}
