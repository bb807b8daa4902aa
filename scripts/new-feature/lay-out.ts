import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { featureFiles, type FeatureKind } from './feature-files.js';
import { registrations } from './register-feature.js';

/** What was written, by path within the project. */
export interface LaidOut {
  written: string[];
  changed: string[];
}

/**
 * Writes the files of a new feature and registers it. Everything is made up in memory first: what cannot be done
 * leaves the project as it was.
 * @throws Error for a slug that is none or taken, or a table that does not look as expected
 */
export async function layOutFeature(
  root: string,
  slug: string,
  now: Date,
  kind: FeatureKind = 'crud',
): Promise<LaidOut> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(slug)) throw new Error('npm run new-feature <slug>, kebab-case');
  const files = Object.entries(featureFiles(join(root, 'scripts/new-feature/templates'), slug, kind, now));
  const changes = new Map<string, string>();
  for (const [file, change] of registrations(slug, kind))
    changes.set(file, change(changes.get(file) ?? readFileSync(join(root, file), 'utf8')));
  const taken = files.find(([file]) => existsSync(join(root, file)));
  if (taken) throw new Error(`${taken[0]} exists already`);
  // How long a line becomes depends on the slug.
  const options = await resolveConfig(join(root, 'package.json'));
  const written = files.map(async ([file, text]) => [file, await format(text, { ...options, filepath: file })] as const); // prettier-ignore
  for (const [file, text] of [...(await Promise.all(written)), ...changes]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return { written: files.map(([file]) => file), changed: [...changes.keys()] };
}
