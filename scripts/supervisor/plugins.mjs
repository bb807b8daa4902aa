import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiler } from './compile.mjs';
import { readConsolePart } from './console-plugins.mjs';
import { inProject } from './paths.mjs';
import { PlainError } from './plain-error.mjs';
import { satisfies } from './semver-range.mjs';

/** Where the installation says which plugins it has. */
export const configFile = 'haat.config.ts';

/** Every registered plugin is found here under its name, wherever it lies: `#plugins/<name>/…` leads into it. */
export const linkFolder = '.plugins';

/** Beginnings of tables that are the platform's and no feature's. */
const kernelPrefixes = ['audit', 'content', 'idempotency', 'knex', 'outbox', 'schema', 'pg'];

/**
 * @typedef {object} Plugin
 * @property {string} name
 * @property {string} version
 * @property {string} prefix of its tables
 * @property {string} folder absolute
 * @property {number} place in the list of the configuration
 * @property {{ pages: object[], slots: object[] }} console what it adds to the console
 */

/** The list of the configuration, compiled and evaluated: its options are functions, which nobody calls here. */
async function readConfig() {
  if (!existsSync(inProject(configFile))) return [];
  const text = readFileSync(inProject(configFile));
  const target = inProject(
    '.cache',
    'haat-config',
    `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.mjs`,
  );
  if (!existsSync(target)) {
    const build = await compiler();
    const { outputFiles } = await build({
      entryPoints: [inProject(configFile)],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      alias: { 'haat/config': inProject('src', 'config.ts') },
      conditions: ['source'],
      logLevel: 'silent',
    });
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, outputFiles[0].text);
  }
  const { config } = await import(pathToFileURL(target).href);
  if (!Array.isArray(config?.plugins))
    throw new PlainError(`${configFile} must export \`config\`, made by defineConfig({ plugins: [ … ] })`);
  return config.plugins.map((entry) => (typeof entry === 'string' ? entry : entry.from));
}

/** A path begins with a dot or a slash; anything else is a package. */
function folderOf(from) {
  if (from.startsWith('.') || isAbsolute(from)) {
    const folder = resolve(inProject(), from);
    if (!existsSync(folder)) throw new PlainError(`${configFile} names ${from}, which does not exist`);
    return realpathSync(folder);
  }
  try {
    return dirname(createRequire(inProject('package.json')).resolve(`${from}/package.json`));
  } catch {
    throw new PlainError(
      `${configFile} names the package ${from}, which is not installed: npm install ${from}`,
    );
  }
}

/** What the package.json of a plugin says. @throws PlainError naming the line to correct */
function readPlugin(from, place) {
  const folder = folderOf(from);
  const file = join(folder, 'package.json');
  if (!existsSync(file))
    throw new PlainError(`${from} has no package.json: docs/plugins.md says what it holds`);
  const { name: full = '', version = '0.0.0', type, engines, haat } = JSON.parse(readFileSync(file, 'utf8'));
  const name = full.replace(/^@[^/]+\//, '').replace(/^haat-(plugin-)?/, '');
  const wrong = (line) => new PlainError(`${join(from, 'package.json')}: ${line}`);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw wrong('`name` must be kebab-case, as in loyalty-points');
  if (type !== 'module') throw wrong('`type` must be "module"');
  const prefix = haat?.prefix ?? '';
  if (!/^[a-z][a-z0-9_]{1,29}$/.test(prefix) || prefix.endsWith('_'))
    throw wrong('`haat.prefix` must be the beginning of its tables: two to thirty of a to z, 0 to 9 and _');
  const range = engines?.haat;
  if (!range) throw wrong('`engines.haat` must say which versions of haat it is for, as in "^0.1.0"');
  const own = JSON.parse(readFileSync(inProject('package.json'), 'utf8')).version;
  const fits = satisfies(own, range);
  if (fits === undefined) throw wrong(`\`engines.haat\` is not a range that can be read: ${range}`);
  if (!fits)
    throw new PlainError(
      `The plugin ${name} ${version} is for haat ${range}, and this is haat ${own}: install a version of the plugin that ` +
        'fits, or take it out of haat.config.ts',
    );
  if (!existsSync(join(folder, 'domain', `${name}.feature.ts`)))
    throw new PlainError(`The plugin ${name} has no domain/${name}.feature.ts, which says what it is about`);
  return { name, version, prefix, folder, place, console: readConsolePart(folder, haat.console, wrong) };
}

/** Whether tables of one prefix could be taken for tables of the other. */
const overlap = (first, second) =>
  first === second || first.startsWith(`${second}_`) || second.startsWith(`${first}_`);

function refuseConflicts(plugins) {
  const slugs = readdirSync(inProject('src', 'domain')).filter((slug) =>
    existsSync(inProject('src', 'domain', slug, `${slug}.feature.ts`)),
  );
  const taken = [
    ...slugs.map((slug) => [slug.replaceAll('-', '_'), `the feature ${slug}`]),
    ...kernelPrefixes.map((prefix) => [prefix, 'the platform']),
  ];
  for (const { name, prefix } of plugins) {
    if (slugs.includes(name)) throw new PlainError(`The plugin ${name} has the name of a feature: rename it`);
    const owner = taken.find(([other]) => overlap(prefix, other));
    if (owner)
      throw new PlainError(
        `The prefix ${prefix} of the plugin ${name} is taken by ${owner[1]}: choose another in \`haat.prefix\``,
      );
    taken.push([prefix, `the plugin ${name}`]);
  }
  const names = plugins.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) throw new PlainError(`${configFile} names the plugin ${repeated} more than once`);
}

/** Links each plugin under its name, and removes the links of those that are registered no more. */
function link(plugins) {
  const wanted = new Map(plugins.map(({ name, folder }) => [name, folder]));
  if (wanted.size > 0) mkdirSync(inProject(linkFolder), { recursive: true });
  const present = existsSync(inProject(linkFolder)) ? readdirSync(inProject(linkFolder)) : [];
  for (const name of present) {
    const path = inProject(linkFolder, name);
    if (!lstatSync(path).isSymbolicLink()) continue;
    if (existsSync(path) && wanted.get(name) === realpathSync(path)) wanted.delete(name);
    else rmSync(path);
  }
  for (const [name, folder] of wanted) symlinkSync(folder, inProject(linkFolder, name), 'junction');
}

/**
 * The plugins of this installation, in the order of their names.
 * @returns {Promise<Plugin[]>}
 * @throws PlainError that says what is wrong with the configuration or a plugin
 */
export async function registeredPlugins() {
  const plugins = (await readConfig()).map(readPlugin);
  refuseConflicts(plugins);
  link(plugins);
  return plugins.sort((first, second) => (first.name < second.name ? -1 : 1));
}
