import { appendFileSync } from 'node:fs';
import { nodeArguments } from './app-process.mjs';
import { freshLog, tellingLine } from './log-files.mjs';
import { projectRoot } from './paths.mjs';
import { PlainError } from './plain-error.mjs';
import { runCommand } from './processes.mjs';

/**
 * Runs one of the project's scripts to its end as a step of the start; its output goes to its log.
 * @param {{ name: string, dataDir: string, env: Record<string, string>, watch: boolean }} options
 * @returns {Promise<string>} what it printed
 * @throws PlainError with the last line that it printed
 */
export async function runScriptStep({ name, dataDir, env, watch }) {
  const { code, output } = await runCommand(process.execPath, nodeArguments(`scripts/${name}`, watch), {
    cwd: projectRoot,
    env,
  });
  const file = freshLog(dataDir, name);
  appendFileSync(file, output);
  if (code === 0) return output;
  throw new PlainError(
    `The step ${name} failed: ${tellingLine(output) || `exit code ${code}`} (all of it in ${file})`,
  );
}
