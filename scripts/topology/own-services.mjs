import { appendFileSync } from 'node:fs';
import { freshLog, tellingLine } from '../supervisor/log-files.mjs';
import { inProject, projectRoot } from '../supervisor/paths.mjs';
import { PlainError } from '../supervisor/plain-error.mjs';
import { runCommand } from '../supervisor/processes.mjs';
import { keepProcess } from './keep-process.mjs';

/** `[node, …]` of the file, by the Node that runs here. */
const argumentsOf = ({ command }) => command.slice(1).map((word) => (word.startsWith('dist/') ? inProject(word) : word)); // prettier-ignore

/** What the image sets for all of them. */
const imageEnvironment = { MALLOC_ARENA_MAX: '2' };

/** A process of the platform that is kept running; the image's own health check says when it is healthy. */
export function createOwnProcess({ name, service, env, check = [], healthy, context }) {
  const own = { ...imageEnvironment, ...env, HOST: '127.0.0.1' };
  return keepProcess({
    ...{ name, file: process.execPath, args: argumentsOf(service), env: own, context },
    healthy: healthy ?? askImage,
    graceMs: 35_000,
  });
  async function askImage() {
    const { PATH } = process.env;
    const script = inProject('docker', 'healthcheck.mjs');
    return (await runCommand(process.execPath, [script, ...check], { env: { ...own, PATH } })).code === 0;
  }
}

/** A command of the platform that runs once, before the others start. */
export function createOwnStep({ name, service, env, context }) {
  return {
    async start() {
      const { PATH, HOME } = process.env;
      const { code, output } = await runCommand(process.execPath, argumentsOf(service), {
        cwd: projectRoot,
        env: { PATH, HOME, ...imageEnvironment, ...env },
      });
      appendFileSync(freshLog(context.dataDir, name), output);
      if (code !== 0) throw new PlainError(`${name} failed: ${tellingLine(output) || `exit code ${code}`}`);
    },
    stop: () => Promise.resolve(),
    kill: () => undefined,
  };
}
