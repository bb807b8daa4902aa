import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { exitWithOneLine } from '#lib/exit.js';
import { type FeatureKind, featureKinds } from './new-feature/feature-files.js';
import { layOutFeature } from './new-feature/lay-out.js';

const root = join(import.meta.dirname, '..', '..');

/**
 * `npm run new-feature <slug> [--crud | --flow | --derived | --webhook]`: writes a feature that works as it is, names every
 * file, and has the lists of features written anew.
 */
try {
  const { slug, kind } = readArguments(process.argv.slice(2));
  for (const file of await layOutFeature(root, slug, new Date(), kind)) console.log(`  new      ${file}`);
  execFileSync(process.execPath, [join(root, 'scripts/feature-lists.mjs')], { stdio: 'inherit' });
  console.log(`
Its routes respond already. Next:
  npm run generate               the reference, the map of features and the schema, with the new feature in them
  npm test -- test/${slug}${' '.repeat(Math.max(1, 14 - slug.length))}it passes; then the columns in the migration, and everything else
CONTRIBUTING.md has the steps, docs/patterns.md an example of each kind of code.`);
} catch (error) {
  exitWithOneLine(error);
}

/** @throws Error for an option that does not exist */
function readArguments(given: readonly string[]): { slug: string; kind: FeatureKind } {
  const options = given.filter((argument) => argument.startsWith('--')).map((option) => option.slice(2));
  const [kind = 'crud', ...more] = options;
  if (more.length > 0 || !featureKinds.includes(kind as FeatureKind))
    throw new Error(
      `npm run new-feature <slug>, with one of ${featureKinds.map((name) => `--${name}`).join(' ')}`,
    );
  const [slug = ''] = given.filter((argument) => !argument.startsWith('--'));
  return { slug, kind: kind as FeatureKind };
}
