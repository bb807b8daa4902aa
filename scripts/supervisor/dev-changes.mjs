/**
 * @typedef {'sandboxes' | 'worker' | 'api' | 'shop'} Part
 *
 * @typedef {object} Change
 * @property {readonly Part[]} restart parts that read a file which no bundle holds
 * @property {readonly string[]} files those files, from the project's root
 * @property {boolean} build the processes are bundled again, and those restart whose bundle differs
 * @property {boolean} migrate
 * @property {boolean} storefront
 * @property {boolean} environment
 */

/** @param {Partial<Change>} change */
const asChange = (change) => ({
  restart: [],
  files: [],
  build: false,
  migrate: false,
  storefront: false,
  environment: false,
  ...change,
});

/** What belongs to one layer restarts its process alone; other templates are for both. */
const readersOf = (path) =>
  path.startsWith('activities/') ? ['worker'] : path.startsWith('api/') ? ['api'] : ['worker', 'api'];

/** @param {string} place the folder from the project's root, where that is not what was watched */
function changeOfSource(place, path, restart) {
  if (!/\.(ts|json|liquid|html|css|sql)$/.test(path)) return undefined;
  if (path.endsWith('.ts')) return asChange({ build: true });
  return asChange({ build: true, restart, files: [`${place}/${path}`] });
}

const changeOfMigration = (place, path) =>
  /\.(ts|sql)$/.test(path)
    ? asChange({ restart: ['worker', 'api'], migrate: true, files: [`${place}/${path}`] })
    : undefined;

/**
 * What a changed file asks for while the sources are watched (`npm run dev`). The pages of the console are not among them:
 * their own server follows them.
 * @param {string} folder from the project's root; `.` for the root itself
 * @param {string} changed below that folder
 * @returns {Change | undefined} undefined for a file that nothing is made of
 */
export function changeOf(folder, changed) {
  const path = changed.replaceAll('\\', '/');
  if (folder === '.')
    return path === '.env'
      ? asChange({ restart: ['sandboxes', 'worker', 'api'], environment: true })
      : undefined;
  if (folder === 'client' || folder === 'examples/storefront')
    return /^src\/.+\.(ts|tsx|css|svg)$/.test(path)
      ? asChange({ restart: ['shop'], storefront: true })
      : undefined;
  if (folder === 'migrations') return changeOfMigration(folder, path);
  if (folder === 'sandboxes') return changeOfSource(folder, path, ['sandboxes']);
  if (folder === 'src') return changeOfSource(folder, path, readersOf(path));
  // What is left is a plugin, which has the layers as its folders.
  if (/^(test|console|node_modules)\//.test(path)) return undefined;
  return path.startsWith('migrations/')
    ? changeOfMigration(folder, path)
    : changeOfSource(folder, path, readersOf(path));
}

/**
 * The union of several changes, which are applied together.
 * @param {Change | undefined} first
 * @param {Change} second
 * @returns {Change}
 */
export function joinChanges(first, second) {
  if (first === undefined) return second;
  return {
    restart: [...new Set([...first.restart, ...second.restart])],
    files: [...new Set([...first.files, ...second.files])],
    build: first.build || second.build,
    migrate: first.migrate || second.migrate,
    storefront: first.storefront || second.storefront,
    environment: first.environment || second.environment,
  };
}
