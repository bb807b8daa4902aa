import { banner, bundlePackages, importedNames, leftOutside, packagesApart } from './bundle-packages.mjs';
import { compiler, compilerSettings, filesOf, outOf } from './compile.mjs';
import { inProject } from './paths.mjs';

/** How an entry is bundled, whatever the folder. */
export const entrySettings = {
  ...compilerSettings,
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  conditions: ['source'],
  external: leftOutside,
  plugins: [packagesApart],
  banner: { js: banner },
};

/**
 * Bundles what is started as a process, and the packages that it uses: Node reads some hundred files instead of two
 * thousand, which is most of the time that a process takes to start. What several entries share lies in `dist/chunks`.
 * @param {{ source: string, target: string }[]} entries absolute paths
 * @returns {Promise<string[]>} the files written, source maps included
 */
export async function bundleEntries(entries) {
  const build = await compiler();
  const result = await build({
    ...entrySettings,
    entryPoints: entries.map(({ source, target }) => ({ in: source, out: outOf(target) })),
    outdir: inProject('dist'),
  });
  const files = filesOf(result);
  return [...files, ...(await bundlePackages(importedNames(files)))];
}
