import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiler, compilerSettings } from '../../scripts/supervisor/compile.mjs';
import { waitForLock } from '../../scripts/supervisor/exclusive.mjs';
import { inProject } from '../../scripts/supervisor/paths.mjs';
import { filesBelow, fingerprint } from '../../scripts/supervisor/sources.mjs';

/** Beside `test` and as deep, so that paths to what is not a test lead to the same place from here. */
const target = inProject('.test-build');

/** What jest makes for the file that runs, instead of a package that only throws outside of jest's own contexts. */
const globals = pathToFileURL(inProject('test', '_support', 'jest', 'globals.mjs')).href;

/** Where the build puts the modules of these folders; see `scripts/supervisor/build-run.mjs`. */
const built = /(from '(?:\.\.\/)+)((?:scripts|sandboxes|migrations|bench|client)\/[^']*\.js')/g;

/** A module as if it still lay where it was written. */
const inPlace = {
  name: 'in place',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|mjs)$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll("'@jest/globals'", `'${globals}'`)
        .replace(built, '$1dist/$2');
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

/** The compiled form of a module below `test`: a path. */
export const compiledTest = (file) =>
  `${target}${sep}${relative(inProject('test'), file).replace(/\.ts$/, '.js')}`;

/**
 * Compiles the tests and what supports them: loaded as they are, each module that a process of the tests loads, those of
 * the packages too, would pass through the loader of TypeScript, which took longer than loading them. Does nothing when
 * no test changed. Of two runs in one checkout the second waits.
 */
export async function compileTests() {
  const release = await waitForLock(inProject('.cache', 'compiled-tests.lock'), 'jest');
  try {
    await compileChanged();
  } finally {
    release();
  }
}

async function compileChanged() {
  // With the place, which the compiled modules name.
  const wanted = `${inProject()} ${fingerprint(['test', 'package-lock.json'])}`;
  const stamp = join(target, '.stamp');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const build = await compiler();
  const sources = filesBelow(inProject('test')).filter((file) => !file.includes(`${sep}jest${sep}`));
  const compile = (ending, outEnding) =>
    build({
      ...compilerSettings,
      sourcemap: 'inline',
      sourcesContent: true,
      metafile: false,
      entryPoints: sources.filter((file) => file.endsWith(ending)),
      outbase: inProject('test'),
      outdir: target,
      outExtension: { '.js': outEnding },
      plugins: [inPlace],
    });
  await Promise.all([compile('.ts', '.js'), compile('.mjs', '.mjs')]);
  writeFileSync(stamp, wanted);
}
