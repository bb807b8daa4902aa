import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/supervisor/ports.mjs';
import { portTable } from '../../scripts/supervisor/settings.mjs';
import { isAlive } from '../../scripts/supervisor/processes.mjs';
import { eventually, WAIT_MS } from '../_support/eventually.js';

/** A place for one installation: its own data directory and ports that nobody uses. */
export interface Installation {
  dataDir: string;
  env: Record<string, string>;
  remove(): void;
}

export async function createInstallation(): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-supervised-'));
  chmodSync(dataDir, 0o755); // Postgres may run as another user
  // The settings of the test run (TEST_…, NODE_ENV=test) are not those of an installation.
  const { PATH = '', HOME = '', HAAT_CACHE_DIR = '' } = process.env;
  const env: Record<string, string> = { PATH, HOME, HAAT_CACHE_DIR, DATA_DIR: dataDir };
  // Empty means not set, and keeps a developer's `.env` from pointing this at real parts.
  for (const name of ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'SMTP_HOST', 'NODE_ENV']) env[name] = '';
  for (const { variable } of Object.values(portTable)) env[variable] = String(await freePort());
  return { dataDir, env, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** The process ids of the parts that run, by name. */
export function runningParts(dataDir: string): Record<string, number> {
  const folder = join(dataDir, 'run');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return Object.fromEntries(
    names.map((name) => {
      const { pid } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { pid: number };
      return [name.replace(/\.json$/, ''), pid];
    }),
  );
}

/** `npm start` on an installation. */
export class Supervised {
  private output = '';
  private readonly child: ChildProcess;
  private readonly exit: Promise<number | null>;
  private ended = false;

  constructor(
    private readonly installation: Installation,
    args: readonly string[] = [],
  ) {
    this.child = spawn(process.execPath, ['scripts/start.mjs', ...args], {
      env: installation.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    this.exit = new Promise((resolve) => this.child.once('close', resolve));
    void this.exit.then(() => (this.ended = true));
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get text(): string {
    return this.output;
  }

  /** Waits until it says so, for as long as all its parts may take to start; an early end fails with all that it said. */
  async says(words: RegExp, timeoutMs = 4 * WAIT_MS): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!words.test(this.output)) {
      if (this.ended || Date.now() > deadline)
        throw new Error(`it did not say ${words}, but:\n${this.output}`);
      await sleep(50);
    }
  }

  async isReady(): Promise<void> {
    const url = `http://127.0.0.1:${this.installation.env['PORT']}/health/ready`;
    await eventually(async () => {
      const { status } = await fetch(url);
      if (status !== 200) throw new Error(`${url} returned ${status}`);
    });
  }

  /** Sends a signal and waits for the end. @returns the exit code, null when it was killed */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exit;
  }
}

/** Waits until none of these lives. */
export async function allGone(pids: number[], timeoutMs = WAIT_MS): Promise<void> {
  await eventually(async () => {
    const alive = pids.filter((pid) => isAlive(pid));
    if (alive.length > 0) throw new Error(`still running: ${alive.join(', ')}`);
  }, timeoutMs);
}
