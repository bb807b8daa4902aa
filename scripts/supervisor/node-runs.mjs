import { runCommand } from './processes.mjs';
import { inProject, projectRoot } from './paths.mjs';
import { installNode, triedVersions, withNode } from './node-versions.mjs';
import { printFailure } from './plain-error.mjs';

const say = (line) => console.error(`nodes: ${line}`);

/**
 * Runs the tests on each release, and says at the end on which they pass.
 * @param {string[]} args of jest
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<number>} the exit code
 */
export async function runOnNodes(args, env) {
  const results = [];
  try {
    for (const version of triedVersions) {
      const bin = await installNode(version, env, say);
      say(`npm test on Node ${version}`);
      const { code } = await runCommand('node', [inProject('scripts', 'test.mjs'), ...args], {
        cwd: projectRoot,
        env: withNode(bin, env),
        stdio: 'inherit',
      });
      results.push({ version, code });
    }
  } catch (error) {
    return printFailure(error, 'nodes: ');
  }
  for (const { version, code } of results) say(`Node ${version}: ${code === 0 ? 'passed' : 'FAILED'}`);
  return results.every(({ code }) => code === 0) ? 0 : 1;
}
