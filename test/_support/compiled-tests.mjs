import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiler, compilerSettings } from '../../scripts/supervisor/compile.mjs';
import { waitForLock } from '../../scripts/supervisor/exclusive.mjs';
import { inProject } from '../../scripts/supervisor/paths.mjs';
import { linkFolder } from '../../scripts/supervisor/plugins.mjs';
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

/** The folders with the tests of plugins, by the name of the plugin. */
function pluginTests() {
  const links = inProject(linkFolder);
  const names = existsSync(links) ? readdirSync(links) : [];
  const folders = names.map((name) => [name, join(realpathSync(join(links, name)), 'test')]);
  return new Map(folders.filter(([, folder]) => existsSync(folder)));
}

/** Tests of plugins lie beside what the build makes of their plugin, so that their imports lead there. */
const targetOf = (name) => inProject('dist', linkFolder, name, 'test');

/** The compiled form of a module below `test`, or below the tests of a plugin: a path. */
export function compiledTest(file) {
  const [name, folder] = [...pluginTests()].find(([, tests]) => file.startsWith(`${tests}${sep}`)) ?? [];
  const [from, to] = folder ? [folder, targetOf(name)] : [inProject('test'), target];
  return `${to}${sep}${relative(from, file).replace(/\.ts$/, '.js')}`;
}

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
  const ofPlugins = [...pluginTests()];
  const places = ofPlugins.map(([name]) => `${linkFolder}/${name}/test`);
  const wanted = `${inProject()} ${fingerprint(['test', 'package-lock.json', ...places])}`;
  const compiled = ofPlugins.every(([name]) => existsSync(targetOf(name)));
  const stamp = join(target, '.stamp');
  if (compiled && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const build = await compiler();
  const compile = (ending, outEnding, from = inProject('test'), to = target) =>
    build({
      ...compilerSettings,
      sourcemap: 'inline',
      sourcesContent: true,
      metafile: false,
      entryPoints: filesBelow(from).filter(
        (file) => file.endsWith(ending) && !file.includes(`${sep}jest${sep}`),
      ),
      outbase: from,
      outdir: to,
      outExtension: { '.js': outEnding },
      plugins: [inPlace],
    });
  await Promise.all([
    compile('.ts', '.js'),
    compile('.mjs', '.mjs'),
    ...ofPlugins.map(([name, folder]) => compile('.ts', '.js', folder, targetOf(name))),
  ]);
  writeFileSync(stamp, wanted);
}
