import { appendFileSync } from 'node:fs';
import { freshLog, tellingLine } from '../supervisor/log-files.mjs';
import { inProject } from '../supervisor/paths.mjs';
import { PlainError } from '../supervisor/plain-error.mjs';
import { runCommand } from '../supervisor/processes.mjs';
import { keepProcess, responds } from './keep-process.mjs';
import { ownCommand } from './own-command.mjs';

const shell = () => ({ PATH: process.env.PATH, HOME: process.env.HOME });

/** A process of the platform that is kept running; the image's own health check says when it is healthy. */
export function createOwnProcess({ name, service, env, image, check = [], healthy, context }) {
  const own = { ...env, HOST: '127.0.0.1' };
  const address = check.includes('worker') ? `${own.METRICS_PORT}/metrics` : `${own.PORT}/health/live`;
  async function askImage() {
    // Asked ten times a second, a check that is a process of its own would slow down the start that it waits for.
    if (!(await responds(`http://127.0.0.1:${address}`))) return false;
    const script = inProject('docker', 'healthcheck.mjs');
    const { code } = await runCommand(process.execPath, [script, ...check], { env: { ...own, ...shell() } });
    return code === 0;
  }
  const { file, args, options } = ownCommand({ service, env: own, image });
  return keepProcess({
    name,
    file,
    args,
    env: options.env,
    context,
    healthy: healthy ?? askImage,
    graceMs: 35_000,
  });
}

/** A command of the platform that runs once, before the others start. */
export function createOwnStep({ name, service, env, image, context }) {
  const { file, args, options } = ownCommand({ service, env, image });
  return {
    async start() {
      const { code, output } = await runCommand(file, args, {
        ...options,
        env: { ...shell(), ...options.env },
      });
      appendFileSync(freshLog(context.dataDir, name), output);
      if (code !== 0) throw new PlainError(`${name} failed: ${tellingLine(output) || `exit code ${code}`}`);
    },
    stop: () => Promise.resolve(),
    kill: () => undefined,
  };
}
