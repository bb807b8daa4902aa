import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `npm run build` leaves in `dist/console`: the page, and files whose names carry a hash of their content. */
export interface ConsoleFiles {
  /** The page; undefined where the console was not built. */
  page: string | undefined;
  /** Type and content of a hashed file; undefined for a name that the build did not write, and for a file that is gone. */
  asset(name: string): ConsoleAsset | undefined;
  /** Whether the build wrote a file of this name. */
  has(name: string): boolean;
}

export interface ConsoleAsset {
  type: string;
  plain: Buffer;
  brotli: Buffer | undefined;
  gzip: Buffer | undefined;
}

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
};

/** Whether a path ends like a file of the build, or like the source map of one. */
export function isFileName(path: string): boolean {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  return extension === 'map' || Object.hasOwn(types, extension);
}

/**
 * Reads `dist/console`. Names are compared with what was listed at the start, so that no path leads out of the folder;
 * contents are read when they are first asked for.
 */
export function readConsoleFiles(folder: string): ConsoleFiles {
  const pageFile = join(folder, 'index.html');
  const assetsFolder = join(folder, 'assets');
  const names = new Set(existsSync(assetsFolder) ? readdirSync(assetsFolder) : []);
  const read = (name: string) => (names.has(name) ? readIfThere(join(assetsFolder, name)) : undefined);
  const assets = new Map<string, ConsoleAsset>();
  return {
    page: existsSync(pageFile) ? readFileSync(pageFile, 'utf8') : undefined,
    has: (name) => names.has(name),
    asset(name) {
      const known = assets.get(name);
      if (known) return known;
      const type = types[name.split('.').at(-1) ?? ''];
      const plain = type === undefined ? undefined : read(name);
      if (type === undefined || !plain) return undefined;
      const asset = { type, plain, brotli: read(`${name}.br`), gzip: read(`${name}.gz`) };
      assets.set(name, asset);
      return asset;
    },
  };
}

/** A build beside a running process replaces all files. */
function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
