import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { featureFiles, type FeatureKind } from './feature-files.js';

/**
 * Writes the files of a new feature, which `npm run generate` finds by itself. Everything is made up in memory first: what
 * cannot be done leaves the project as it was.
 * @returns the files, by path within the project
 * @throws Error for a slug that is not valid or taken
 */
export async function layOutFeature(
  root: string,
  slug: string,
  now: Date,
  kind: FeatureKind = 'crud',
): Promise<string[]> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(slug)) throw new Error('npm run new-feature <slug>, kebab-case');
  const files = Object.entries(featureFiles(join(root, 'scripts/new-feature/templates'), slug, kind, now));
  if (existsSync(join(root, 'src/domain', slug)))
    throw new Error(`There is a feature called ${slug} already`);
  const taken = files.find(([file]) => existsSync(join(root, file)));
  if (taken) throw new Error(`${taken[0]} exists already`);
  // How long a line becomes depends on the slug.
  const options = await resolveConfig(join(root, 'package.json'));
  const written = files.map(async ([file, text]) => [file, await format(text, { ...options, filepath: file })] as const); // prettier-ignore
  for (const [file, text] of await Promise.all(written)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return files.map(([file]) => file);
}
