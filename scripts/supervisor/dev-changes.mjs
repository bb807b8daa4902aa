/**
 * What a changed file asks for while the sources are watched (`npm run dev`).
 * @param {string} folder `src`, `console`, `client`, `examples/storefront`, `sandboxes`, `migrations`, `plugin pages`, or the project for what lies beside them
 * @param {string} path below that folder
 * @returns {{ restart: ('sandboxes' | 'worker' | 'api' | 'shop')[], storefront?: boolean, bundle?: boolean, migrate?: boolean, console?: boolean, environment?: boolean } | undefined}
 */
export function changeOf(folder, path) {
  if (folder === '.')
    return path === '.env' ? { restart: ['sandboxes', 'worker', 'api'], environment: true } : undefined;
  if (folder === 'console' || folder === 'client')
    return /^src[\\/].+\.(ts|tsx|css)$/.test(path) ? { restart: [], console: true } : undefined;
  if (folder === 'examples/storefront')
    return /^src[\\/].+\.(ts|tsx|css|svg)$/.test(path) ? { restart: ['shop'], storefront: true } : undefined;
  if (folder === 'plugin pages') return /\.tsx?$/.test(path) ? { restart: [], console: true } : undefined;
  if (!/\.(ts|json|liquid|html|css|sql)$/.test(path)) return undefined;
  if (folder === 'sandboxes') return { restart: ['sandboxes'] };
  if (folder === 'migrations') return { restart: ['worker', 'api'], migrate: true };
  const bundle = /^(workflows|domain)[\\/]/.test(path);
  if (/^(workflows|activities)[\\/]/.test(path)) return { restart: ['worker'], bundle };
  if (/^api[\\/]/.test(path)) return { restart: ['api'] };
  return { restart: ['worker', 'api'], bundle };
}

/** The union of several changes, which are applied together. */
export function joinChanges(first, second) {
  return {
    restart: [...new Set([...(first?.restart ?? []), ...second.restart])],
    bundle: Boolean(first?.bundle || second.bundle),
    migrate: Boolean(first?.migrate || second.migrate),
    console: Boolean(first?.console || second.console),
    storefront: Boolean(first?.storefront || second.storefront),
    environment: Boolean(first?.environment || second.environment),
  };
}
