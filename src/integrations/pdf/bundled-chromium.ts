import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';
import { unpackOnce } from './unpack-once.js';

// The package's own unpacking writes to fixed names in the shared temporary directory, without a lock: two workers
// starting at once run half a browser, and another user's file of that name would be run as ours. So only its archives
// are used.
const packageRoot = path.resolve(
  path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
  '../..',
);

/** The browser shipped in a package, and the system libraries it needs where a system lacks them. */
export interface BundledChromium {
  /** Unpacks the browser on first use, some 3 s, and gives its path. */
  executable(): Promise<string>;
  /** Unpacks libnss3, libnspr4 and libexpat and gives their directory, for `LD_LIBRARY_PATH`. */
  libraries(): Promise<string>;
}

/** The bundled browser for this machine, unpacked below `cache`; null where the package has none. */
export function bundledChromium(cache: string): BundledChromium | null {
  const archives = archiveDirectory();
  if (!archives) return null;
  const target = path.join(cache, `chromium-${packageVersion()}-${process.arch}`);
  return {
    async executable() {
      const directory = `${target}-browser`;
      await unpackOnce(directory, async (into) => {
        const file = createWriteStream(path.join(into, 'chromium'), { mode: 0o700 });
        await pipeline(createReadStream(path.join(archives, 'chromium.br')), createBrotliDecompress(), file);
      });
      return path.join(directory, 'chromium');
    },
    async libraries() {
      const directory = `${target}-libraries`;
      await unpackOnce(directory, async (into) => {
        const archive = createReadStream(path.join(archives, 'al2023.tar.br'));
        await pipeline(archive, createBrotliDecompress(), extract(into));
      });
      return path.join(directory, 'lib');
    },
  };
}

/** Releases for several architectures keep each in its own folder; the others are for x64 only. */
function archiveDirectory(): string | null {
  if (process.platform !== 'linux') return null;
  const all = path.join(packageRoot, 'bin');
  const candidates = [path.join(all, process.arch), ...(process.arch === 'x64' ? [all] : [])];
  return candidates.find((directory) => existsSync(path.join(directory, 'chromium.br'))) ?? null;
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8'));
  const version = (manifest as { version?: unknown }).version;
  return typeof version === 'string' ? version : 'unknown';
}
