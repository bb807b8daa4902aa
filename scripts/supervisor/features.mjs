import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { inProject } from './paths.mjs';
import { registeredPlugins } from './plugins.mjs';

/** Where each layer of a feature lies, and how its files are imported. */
const layers = ['domain', 'db', 'integrations', 'workflows', 'events', 'operations', 'activities', 'api'];

/**
 * @typedef {object} FeatureFolders
 * @property {string} slug
 * @property {import('./plugins.mjs').Plugin | undefined} plugin where it comes from outside `src`
 * @property {Record<string, { folder: string, specifier: string, only?: string }>} layers paths within the project
 * @property {string} tests where its tests are, and
 * @property {string} testsSpecifier how others import what they share
 */

/** The files of a feature of the platform: a folder in each layer, but one file for its subscriptions. */
function ownFeature(slug) {
  const place = (layer) =>
    layer === 'events'
      ? { folder: 'src/events', specifier: '#events', only: `${slug}.` }
      : { folder: `src/${layer}/${slug}`, specifier: `#${layer}/${slug}` };
  return {
    slug,
    plugin: undefined,
    layers: Object.fromEntries(layers.map((layer) => [layer, place(layer)])),
    tests: `test/${slug}`,
    testsSpecifier: `../${slug}`,
  };
}

/** Tests of a plugin that is shipped may be among those of the platform, whose fixtures they need. */
const testsOf = (name) =>
  existsSync(inProject('test', name))
    ? { tests: `test/${name}`, testsSpecifier: `../${name}` }
    : { tests: `.plugins/${name}/test`, testsSpecifier: `#plugins/${name}/test` };

/** A plugin has the layers as its folders. */
function pluginFeature(plugin) {
  const { name } = plugin;
  const place = (layer) => ({ folder: `.plugins/${name}/${layer}`, specifier: `#plugins/${name}/${layer}` });
  return {
    slug: name,
    plugin,
    ...testsOf(name),
    layers: Object.fromEntries(layers.map((layer) => [layer, place(layer)])),
  };
}

const filesIn = (folder) => (existsSync(inProject(folder)) ? readdirSync(inProject(folder)).sort() : []);

/** Every feature: the folders of `src/domain` with a `<slug>.feature.ts`, and the plugins of `haat.config.ts`, by slug. */
export async function allFeatures() {
  const own = filesIn('src/domain').filter((slug) =>
    existsSync(inProject('src/domain', slug, `${slug}.feature.ts`)),
  );
  const plugins = await registeredPlugins();
  return [...own.map(ownFeature), ...plugins.map(pluginFeature)].sort((first, second) =>
    first.slug < second.slug ? -1 : 1,
  );
}

/**
 * What the files of a feature with one ending export.
 * @param {{ folder: string, specifier: string, only?: string }} place
 * @param {string} ending such as `.routes.ts`
 * @param {RegExp} pattern of one export, with its name as the first group
 * @returns {{ name: string, from: string, file: string }[]} in the order of the files
 */
export function exportsIn({ folder, specifier, only = '' }, ending, pattern) {
  return filesIn(folder)
    .filter((file) => file.endsWith(ending) && file.startsWith(only))
    .flatMap((file) =>
      [...readFileSync(inProject(folder, file), 'utf8').matchAll(pattern)].map(([, name]) => ({
        name,
        from: `${specifier}/${file.replace(/\.ts$/, '.js')}`,
        file: `${folder}/${file}`,
      })),
    );
}
