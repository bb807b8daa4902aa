import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { devEntries } from './app-process.mjs';
import { arePackagesBundled, importedNames } from './bundle-packages.mjs';
import { entrySettings } from './bundle-entries.mjs';
import { filesOf } from './compile.mjs';
import { inProject } from './paths.mjs';

const FOLDER = 'dist/dev';

const sourceOf = (entry) => (/^(scripts|sandboxes)\//.test(entry) ? `${entry}.ts` : `src/${entry}.ts`);

const fileOf = (entry) => inProject(FOLDER, `${entry}.js`);

/**
 * The processes of `npm run dev`, bundled apart from what `npm start` and the tests run, so that neither replaces what the
 * other has loaded. Bundling all of them takes half a second, and a process starts from its bundle three times as
 * fast as from two thousand sources.
 * @param {{ bundleAll: () => Promise<unknown> }} options `bundleAll` builds everything, with the packages that sources import
 */
export function createDevBuild({ bundleAll }) {
  let context;
  const before = new Map();

  async function rebuild() {
    const esbuild = await import('esbuild');
    context ??= await esbuild.context({
      ...entrySettings,
      entryPoints: Object.fromEntries(devEntries.map((entry) => [entry, sourceOf(entry)])),
      outdir: inProject(FOLDER),
    });
    const files = filesOf(await context.rebuild());
    // A source takes something from a package that nothing has taken from it before.
    if (!arePackagesBundled(importedNames(files))) await bundleAll();
  }

  return {
    /**
     * Bundles the sources as they are now.
     * @returns {Promise<string[]>} the entries that differ from those of the last time: a bundle names what it imports by its
     *   content
     * @throws the compiler's error for sources that cannot be bundled
     */
    async rebuild() {
      // What running processes load later stays until the next start.
      if (context === undefined) rmSync(inProject(FOLDER), { recursive: true, force: true });
      await rebuild();
      return devEntries.filter((entry) => {
        if (!existsSync(fileOf(entry))) return false;
        const hash = createHash('sha256')
          .update(readFileSync(fileOf(entry)))
          .digest('hex');
        const differs = before.get(entry) !== hash;
        before.set(entry, hash);
        return differs;
      });
    },
    close: () => context?.dispose(),
  };
}
