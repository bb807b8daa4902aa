import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WAIT_MS } from '../_support/eventually.js';

const root = join(import.meta.dirname, '..', '..');

export interface Ended {
  code: number | null;
  text: string;
}

/** Runs one of production's commands to its end, with no variable but those given. */
export function runCommand(args: string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, env, timeout: WAIT_MS }, (error, stdout, stderr) => {
      resolve({
        code: error ? ((error.code as unknown as number) ?? null) : 0,
        text: `${stdout}${stderr}`.trim(),
      });
    });
  });
}

/** A process of a build, as an init system runs it. */
export class Production {
  private output = '';
  private readonly child: ChildProcess;

  constructor(file: string, env: Record<string, string>) {
    // The pipe ends it should this test die; production leaves its stdin alone.
    this.child = spawn(process.execPath, [file], {
      cwd: root,
      env: { ...env, HAAT_PARENT_PIPE: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  /** Everything that it printed. */
  get text(): string {
    return this.output;
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Returns its exit code; null when it was killed. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (!this.running) return this.child.exitCode;
    const exit = once(this.child, 'exit') as Promise<[number | null]>;
    this.child.kill(signal);
    return (await exit)[0];
  }
}
