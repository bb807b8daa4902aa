import { inProject, projectRoot } from '../../scripts/supervisor/paths.mjs';
import { runCommand } from '../../scripts/supervisor/processes.mjs';

/**
 * Runs a module of `bench/processes` from `dist` to its end.
 * @returns {Promise<any>} the JSON of its last line
 */
export async function runBenchProcess(name, args, env) {
  const file = inProject('dist', 'bench', 'processes', `${name}.js`);
  const command = ['--enable-source-maps', file, ...args.map(String)];
  const { code, output } = await runCommand(process.execPath, command, {
    cwd: projectRoot,
    env: { ...env, LOG_LEVEL: 'warn' },
  });
  if (code !== 0) throw new Error(`${name} failed: ${output.trim()}`);
  return JSON.parse(output.trim().split('\n').at(-1));
}
