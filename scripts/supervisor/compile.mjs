import { relative } from 'node:path';
import { inProject } from './paths.mjs';

/** What every compilation here is made with, that of the tests too. */
export const compilerSettings = {
  absWorkingDir: inProject(),
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, target: 'es2023', jsx: 'react-jsx' } },
};

/** The compiler comes with the development packages; who only stops a platform does without. */
export const compiler = async () => (await import('esbuild')).build;

/** Ends the process that the compiler keeps for further builds; the next build starts another. */
export const stopCompiler = async () => (await import('esbuild')).stop();

/** The files that a compilation wrote. */
export const filesOf = ({ metafile }) => Object.keys(metafile.outputs).map((file) => inProject(file));

/**
 * Compiles modules one by one, each to its place below `dist`.
 * @param {{ source: string, target: string }[]} modules absolute paths
 * @returns {Promise<string[]>} the files written, source maps included
 */
export async function compileModules(modules) {
  const build = await compiler();
  const entryPoints = modules.map(({ source, target }) => ({ in: source, out: outOf(target) }));
  return filesOf(await build({ ...compilerSettings, entryPoints, outdir: inProject('dist') }));
}

/** The same without its ending, as the compiler takes it. */
export const outOf = (target) => relative(inProject('dist'), target).replace(/\.js$/, '');
