import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from './paths.mjs';
import { PlainError } from './plain-error.mjs';

/** Pages of the console that plugins can add to. */
export const slotPlaces = ['home', 'order', 'product', 'vendor', 'customer'];

/** What the console imports its plugins from: a module that is made when it is built. */
export const MODULE = 'haat-console-plugins';

/**
 * @typedef {object} PluginPage a page at `/console/plugins/<plugin>/<path>`
 * @property {string} path empty for the plugin's first page
 * @property {string} title in the menu
 * @property {string} file within the plugin, exports `Page`
 * @property {string} operation without its permission the page is absent from the menu and names the permission
 *
 * @typedef {object} PluginSlot a part of a page of the console
 * @property {string} on one of `slotPlaces`
 * @property {string} file within the plugin, exports `Slot`
 * @property {string} operation without its permission the slot is absent
 */

const isText = (value) => typeof value === 'string' && value !== '';

/**
 * The `haat.console` of a plugin's package.json.
 * @returns {{ pages: PluginPage[], slots: PluginSlot[] }}
 * @throws what `wrong` makes of the line to correct
 */
export function readConsolePart(folder, given, wrong) {
  if (given === undefined) return { pages: [], slots: [] };
  const { pages = [], slots = [], ...rest } = given;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw wrong(`\`haat.console\` has pages and slots, not \`${unknown}\``);
  const check = (entry, at) => {
    if (!isText(entry?.file) || !existsSync(join(folder, entry.file)))
      throw wrong(`\`${at}.file\` must be a file of the plugin, as in "console/points-page.tsx"`);
    if (!isText(entry.operation))
      throw wrong(`\`${at}.operation\` must be the id of the operation whose permission it needs`);
  };
  pages.forEach((page, index) => {
    const at = `haat.console.pages[${index}]`;
    check(page, at);
    if (!isText(page.title)) throw wrong(`\`${at}.title\` must be what the menu calls the page`);
    if (!/^([a-z0-9]+(-[a-z0-9]+)*)?$/.test(page.path ?? ''))
      throw wrong(`\`${at}.path\` must be kebab-case, or absent for the first page`);
  });
  const paths = pages.map(({ path = '' }) => path);
  if (new Set(paths).size < paths.length) throw wrong('`haat.console.pages` has a `path` more than once');
  slots.forEach((slot, index) => {
    const at = `haat.console.slots[${index}]`;
    check(slot, at);
    if (!slotPlaces.includes(slot.on)) throw wrong(`\`${at}.on\` must be one of ${slotPlaces.join(', ')}`);
  });
  return { pages: pages.map((page) => ({ path: '', ...page })), slots };
}

/** The folders whose files decide what the console becomes, beside its own. */
export const consoleFoldersOf = (plugins) =>
  plugins.flatMap(({ name, console: { pages, slots } }) =>
    pages.length + slots.length > 0 ? [`.plugins/${name}/console`, `.plugins/${name}/package.json`] : [],
  );

const entry = ({ file, ...fields }, plugin, kind) =>
  `{ ...${JSON.stringify({ plugin: plugin.name, ...fields })}, load: () => import(${JSON.stringify(join(plugin.folder, file))}).then(({ ${kind} }) => ({ ${kind} })) }`;

/** The text of that module: pages and slots of the plugins of this installation, each in its own chunk. */
export function consolePluginsModule(plugins) {
  const list = (of, kind) =>
    plugins.flatMap((plugin) => plugin.console[of].map((item) => entry(item, plugin, kind))).join(',\n  ');
  return `export const pages = [\n  ${list('pages', 'Page')}\n];\nexport const slots = [\n  ${list('slots', 'Slot')}\n];\n`;
}

/** Has the console bundled with the pages and slots of its plugins. */
export function consolePlugins(plugins) {
  const contents = consolePluginsModule(plugins);
  const folders = plugins.map(({ folder }) => `${folder}/`);
  return {
    name: 'console-plugins',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^${MODULE}$`) }, () => ({ path: MODULE, namespace: MODULE }));
      onLoad({ filter: /.*/, namespace: MODULE }, () => ({ contents, resolveDir: inProject() }));
      onResolve({ filter: /^haat\/console$/ }, () => ({ path: inProject('console', 'src', 'plugin.ts') }));
      // A plugin runs in the browser with what `haat/console` gives it, and packages: nothing of the platform's sources.
      onResolve({ filter: /^(#|haat\/)|\/src\// }, ({ path, importer }) => {
        if (!folders.some((folder) => importer.startsWith(folder)) || path === 'haat/console')
          return undefined;
        throw new PlainError(
          `${importer} imports ${path}: a page of a plugin imports haat/console and packages`,
        );
      });
    },
  };
}
