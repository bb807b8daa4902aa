import { execFileSync } from 'node:child_process';

/** The processes of the compiler that a process started and that still live. */
export function compilersOf(parent: number | undefined): string[] {
  const list = execFileSync('ps', ['-A', '-ww', '-o', 'ppid=,command='], { encoding: 'utf8' }).split('\n');
  return list.filter((line) => Number(line.trim().split(/\s+/)[0]) === parent && line.includes('esbuild'));
}
