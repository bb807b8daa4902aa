import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './processes.mjs';

/** Python 3.8 or newer, by the name that starts it; undefined where there is none. */
export async function findPython() {
  for (const name of ['python3', 'python']) {
    const result = await runCommand(name, ['-c', 'import sys; assert sys.version_info >= (3, 8)']).catch(
      () => undefined,
    );
    if (result?.code === 0) return name;
  }
  return undefined;
}

/** Runs commands in order. @returns {Promise<string | undefined>} the last line of the one that failed */
async function runAll(steps) {
  for (const [command, args] of steps) {
    const { code, output } = await runCommand(command, args, { timeoutMs: 180_000 });
    if (code !== 0) return output.trim().split('\n').at(-1) || `${command} failed`;
  }
  return undefined;
}

/**
 * Installs a package with pip into a private virtual environment below `folder`, or, where Python comes without one
 * (Debian splits it off), into a private folder there.
 * @param {{ python: string, folder: string, requirement: string, program: string, options?: string[] }} what
 *   `requirement` as in `name==1.2.3`; `program` is what the package puts into `bin`; `options` are pip's
 * @returns {Promise<string>} the path of the program
 * @throws Error with the reason of pip, in one line
 */
export async function installPackage({ python, folder, requirement, program, options = [] }) {
  const [venv, target] = [join(folder, 'venv'), join(folder, 'target')];
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...options];
  const ways = [
    {
      steps: [
        [python, ['-m', 'venv', venv]],
        [join(venv, 'bin', 'python'), [...pip, requirement]],
      ],
      file: join(venv, 'bin', program),
    },
    { steps: [[python, [...pip, '--target', target, requirement]]], file: join(target, 'bin', program) },
  ];
  let reason = '';
  for (const { steps, file } of ways) {
    reason = await runAll(steps);
    if (reason === undefined && existsSync(file)) return file;
  }
  throw new Error(`could not be installed: ${reason ?? 'the package holds no program for this system'}`);
}
