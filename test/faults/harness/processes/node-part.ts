import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import type { Journal } from '../journal.js';
import { createPart, type Part } from './part.js';
import { descendantsOf } from './process-tree.js';

/** Long enough for a start on a busy machine while the database or the engine is away. */
const READY_MS = 60_000;

export interface NodePartOptions {
  name: string;
  journal: Journal;
  /** The built module. */
  module: string;
  folder: string;
  env: Record<string, string>;
  /** What it prints once it is of use. */
  ready: string;
  logFile: string;
  /** Hears of each process at once, so that none can be lost; `words` stand in its command line. */
  holdProcess: (pid: number, signal: NodeJS.Signals, words: string[]) => void;
}

/** A process of the platform that is Node: API, worker, relay, sandboxes. */
export function createNodePart(options: NodePartOptions): Part {
  const { name, journal, module, folder, env, ready, logFile, holdProcess } = options;

  async function launch(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [module], {
      cwd: folder,
      env: { ...env, HAAT_PARENT_PIPE: '1' },
      detached: true, // Ctrl-C goes to the harness alone, which ends the parts in order
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    if (child.pid !== undefined) holdProcess(child.pid, 'SIGKILL', [module]);
    child.stdin.on('error', () => undefined); // it died first; its exit says so
    const log = createWriteStream(logFile, { flags: 'a' });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    child.once('close', () => log.end());
    await said(child, ready);
    return child;
  }

  /** The browser of a worker is a dozen processes. */
  function members(pid: number): number[] {
    const others = descendantsOf(pid);
    // Should the run end while they are frozen, somebody has to end them.
    for (const { pid: other, command } of others) if (command) holdProcess(other, 'SIGKILL', [command]);
    return [pid, ...others.map((other) => other.pid)];
  }

  return createPart({ name, journal, launch, members });
}

function said(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let tail = '';
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      finish(new Error(`it was not ready within ${READY_MS / 1000} s`));
    }, READY_MS);
    const listen = (chunk: Buffer) => {
      tail = (tail + chunk.toString()).slice(-4_000);
      if (tail.includes(words)) finish();
    };
    const ended = (code: number | null, signal: string | null) =>
      finish(new Error(`it ended with ${signal ?? code}: ${tail.trim().split('\n').at(-1) ?? ''}`));
    function finish(error?: Error): void {
      clearTimeout(late);
      child.stdout?.off('data', listen);
      child.stderr?.off('data', listen);
      child.off('exit', ended);
      if (error) reject(error);
      else resolve();
    }
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', ended);
    child.once('error', finish);
  });
}
