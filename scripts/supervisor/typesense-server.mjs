import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLog } from './log-files.mjs';
import { PlainError } from './plain-error.mjs';

const START_MS = 30_000;

async function isHealthy(port) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(1_000) });
    return response.ok;
  } catch {
    return false;
  }
}

/**
 * Starts a Typesense server on the loopback address and waits until it serves.
 * @param {{ file: string, folder: string, port: number, peeringPort: number, apiKey: string, logFile: string,
 *   onSpawn?: (pid: number) => void }} options `folder` holds its data
 * @returns {Promise<import('node:child_process').ChildProcess>}
 * @throws PlainError when it ends, or does not serve within 30 s
 */
export async function startTypesense({
  file,
  folder,
  port,
  peeringPort,
  apiKey,
  logFile,
  onSpawn = () => {},
}) {
  mkdirSync(folder, { recursive: true });
  const args = [
    '--data-dir',
    folder,
    '--api-address',
    '127.0.0.1',
    '--api-port',
    String(port),
    '--peering-address',
    '127.0.0.1',
    '--peering-port',
    String(peeringPort),
    '--enable-cors=false',
  ];
  const child = withLog(logFile, (log) =>
    // The key is no argument: arguments are seen by everybody on the machine.
    spawn(file, args, {
      env: { ...process.env, TYPESENSE_API_KEY: apiKey },
      detached: true,
      stdio: ['ignore', log, log],
    }),
  );
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  onSpawn(child.pid);
  for (const until = Date.now() + START_MS; !(await isHealthy(port)); await sleep(100)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new PlainError(`Typesense ended while it started: its log ${logFile} says why`);
    if (Date.now() > until) {
      child.kill('SIGKILL');
      throw new PlainError(`Typesense did not serve within ${START_MS / 1_000} s: its log is ${logFile}`);
    }
  }
  return child;
}
