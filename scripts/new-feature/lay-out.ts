import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatSource } from './format-source.js';
import { featureFiles, type FeatureKind, templateFiles } from './feature-files.js';
import { namesOf } from './feature-names.js';
import { pluginFiles } from './plugin-files.js';
import { registerPage } from './register-page.js';
import { registerPlugin } from './register-plugin.js';

const templatesOf = (root: string) => join(root, 'scripts/new-feature/templates');

/** @throws Error for a slug that is not valid, or that a feature has */
function assertFree(root: string, slug: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(slug)) throw new Error('npm run new-feature <slug>, kebab-case');
  if (existsSync(join(root, 'src/domain', slug)))
    throw new Error(`There is a feature called ${slug} already`);
}

/** Everything is made up in memory first: what cannot be done leaves the project as it was. */
async function writeFormatted(root: string, files: readonly (readonly [string, string])[]): Promise<void> {
  const taken = files.find(([file]) => existsSync(join(root, file)));
  if (taken) throw new Error(`${taken[0]} exists already`);
  // How long a line becomes depends on the slug.
  const formatted = files.map(async ([file, text]) => [file, await formatSource(root, file, text)] as const);
  for (const [file, text] of await Promise.all(formatted)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

/**
 * Writes the files of a new feature, which `npm run generate` finds by itself.
 * @returns the files, by path within the project
 * @throws Error for a slug that is not valid or taken
 */
export async function layOutFeature(
  root: string,
  slug: string,
  now: Date,
  kind: FeatureKind = 'crud',
): Promise<string[]> {
  assertFree(root, slug);
  const files = Object.entries(featureFiles(templatesOf(root), slug, kind, now));
  await writeFormatted(root, files);
  return files.map(([file]) => file);
}

/**
 * Writes a plugin into `plugins/<slug>` and names it in `haat.config.ts`.
 * @returns the files, by path within the project; and whether the configuration could be added to
 * @throws Error for a slug that is not valid or taken
 */
export async function layOutPlugin(
  root: string,
  slug: string,
  now: Date,
): Promise<{ files: string[]; registered: boolean }> {
  assertFree(root, slug);
  const folder = `plugins/${slug}`;
  if (existsSync(join(root, folder))) throw new Error(`There is a plugin called ${slug} already`);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const files = Object.entries(pluginFiles(templatesOf(root), slug, version, now)).map(
    ([file, text]) => [`${folder}/${file}`, text] as const,
  );
  await writeFormatted(root, files);
  return {
    files: files.map(([file]) => file),
    registered: registerPlugin(join(root, 'haat.config.ts'), `./${folder}`),
  };
}

/**
 * Writes a page of the console for the rows of a feature, and names it in the routes of the console.
 * @returns its files; and whether the routes could be added to
 * @throws Error for a page that exists
 */
export async function layOutPage(
  root: string,
  slug: string,
): Promise<{ files: string[]; registered: boolean }> {
  const files = Object.entries(templateFiles(join(templatesOf(root), 'page'), slug));
  await writeFormatted(root, files);
  const routes = join(root, 'console/src/shell/routes.tsx');
  return {
    files: files.map(([file]) => file),
    registered: registerPage(routes, slug, `getAdmin${namesOf(slug).pascal}`),
  };
}
