import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { waitForLock } from './exclusive.mjs';
import { inProject } from './paths.mjs';
import { fingerprint } from './sources.mjs';

const SOURCE = 'examples/storefront';

/** Everything that decides what the storefront becomes. */
const inputs = [SOURCE, 'client/src', 'package-lock.json', 'scripts/supervisor/storefront-build.mjs'];

const folder = () => inProject('dist', 'storefront');
const stampFile = () => join(folder(), '.stamp');

const shared = () => ({
  absWorkingDir: inProject(),
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  logLevel: 'warning',
  legalComments: 'none',
  alias: { 'haat-client': inProject('client', 'src', 'index.ts') },
  tsconfig: inProject(SOURCE, 'tsconfig.json'),
  define: { 'process.env.NODE_ENV': '"production"' },
});

/**
 * Builds the storefront, where its sources have changed: one module for Node, and for browsers scripts by part, one style
 * sheet and its fonts, all with hashes in their names and compressed beside.
 * @returns {Promise<boolean>} whether something was built
 */
export async function buildStorefront(options = {}) {
  // Test files that run beside each other ask for it at once.
  const release = await waitForLock(inProject('dist', 'storefront.lock'), 'node');
  try {
    return await buildChanged(options);
  } finally {
    release();
  }
}

async function buildChanged({ minify = true }) {
  const wanted = `${fingerprint(inputs)} ${minify}`;
  if (existsSync(stampFile()) && readFileSync(stampFile(), 'utf8') === wanted) return false;
  const { build } = await import('esbuild');
  rmSync(folder(), { recursive: true, force: true });
  const assets = join(folder(), 'assets');
  mkdirSync(assets, { recursive: true });
  const [{ metafile }] = await Promise.all([
    build({
      ...shared(),
      entryPoints: {
        main: `${SOURCE}/src/live/main.ts`,
        shop: `${SOURCE}/src/style/shop.css`,
        icon: `${SOURCE}/src/style/icon.svg`,
      },
      outdir: assets,
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
      assetNames: '[name]-[hash]',
      splitting: true,
      platform: 'browser',
      target: 'es2022',
      minify,
      metafile: true,
      loader: { '.woff2': 'file', '.svg': 'copy' },
    }),
    build({
      ...shared(),
      entryPoints: {
        main: `${SOURCE}/src/server/main.ts`,
        app: `${SOURCE}/src/server/app.ts`,
        assets: `${SOURCE}/src/server/assets.ts`,
      },
      outdir: folder(),
      splitting: true,
      chunkNames: 'chunk-[hash]',
      platform: 'node',
      target: 'node20',
      sourcemap: true,
      external: ['express'],
      // React's server renderer asks for modules of Node as CommonJS does.
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
    }),
  ]);
  const outputs = Object.entries(metafile.outputs);
  const made = (entry) =>
    basename(outputs.find(([, { entryPoint }]) => entryPoint === `${SOURCE}/src/${entry}`)[0]);
  const files = outputs.map(([file]) => basename(file));
  const address = (name) => `/assets/${name}`;
  const fonts = files.filter((name) => /latin-wght-normal-\w+\.woff2$/.test(name)).map(address);
  const manifest = {
    script: address(made('live/main.ts')),
    style: address(made('style/shop.css')),
    icon: address(made('style/icon.svg')),
    fonts,
    files,
  };
  await Promise.all(
    files.filter((name) => !name.endsWith('.woff2')).map((name) => compress(join(assets, name))),
  );
  writeFileSync(join(assets, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(stampFile(), wanted);
  return true;
}

async function compress(file) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(readFileSync(file), { params }));
}
