import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Config } from '#lib/config.js';
import { provided } from './database.js';

const root = join(import.meta.dirname, '..', '..');

/** A worker in its own process, so that it can be killed. */
export interface WorkerProcess {
  pid: number;
  /** What it has logged. */
  output(): string;
  /** Ends it without a word, as a crash or a lost machine does. */
  kill(): Promise<void>;
  /**
   * Tells it to stop, as a deploy does, and waits for its end. Returns its exit code.
   * @param received what is to be done once it has received the signal, while it stops
   */
  terminate(received?: () => Promise<unknown>): Promise<number | null>;
}

/** Starts the built worker with the configuration of a test's container and waits until its workers run. */
export async function startWorkerProcess(
  config: Config,
  roles: string,
  environment: Record<string, string> = {},
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [join(root, 'dist/worker.js')], {
    cwd: root,
    env: {
      ...process.env,
      ...environmentOf(config),
      WORKER_ROLES: roles,
      LOG_LEVEL: 'info',
      ...environment,
      HAAT_PARENT_PIPE: '1',
    },
    // Its end of the pipe closes with this process: a test that dies leaves no worker behind.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = listen(child);
  await said('"workers are running"');
  return {
    pid: child.pid ?? 0,
    output: () => said.text(),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async terminate(received) {
      if (child.exitCode !== null) return child.exitCode;
      const exit = once(child, 'exit') as Promise<[number | null]>;
      child.kill('SIGTERM');
      if (received) await said('"stopping"').then(received);
      return (await exit)[0];
    },
  };
}

function environmentOf(config: Config): Record<string, string> {
  const { DATABASE_URL, DATABASE_POOLER, DATABASE_DIRECT_URL = '' } = config;
  const { TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, STORAGE_DIR } = config;
  const WORKFLOW_BUNDLE = provided('TEST_WORKFLOW_BUNDLE');
  return {
    NODE_ENV: 'test',
    DATABASE_URL,
    DATABASE_POOLER,
    DATABASE_DIRECT_URL,
    TEMPORAL_ADDRESS,
    TEMPORAL_NAMESPACE,
    STORAGE_DIR,
    WORKFLOW_BUNDLE,
  };
}

/** Returns how to wait until a process has written some words; rejects when it ends without them. */
function listen(child: ChildProcess): ((words: string) => Promise<void>) & { text(): string } {
  let text = '';
  let closed = false;
  const checks = new Set<() => void>();
  const look = () => checks.forEach((check) => check());
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    look();
  });
  child.once('close', () => {
    closed = true;
    look();
  });
  const said = (words: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (!text.includes(words) && !closed) return;
        checks.delete(check);
        if (text.includes(words)) resolve();
        else reject(new Error(`The worker ended with ${child.exitCode ?? child.signalCode} before ${words}`));
      };
      checks.add(check);
      check();
    });
  return Object.assign(said, { text: () => text });
}
