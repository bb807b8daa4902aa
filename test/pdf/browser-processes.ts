import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { WAIT_MS } from '../_support/eventually.js';

export interface RunningProcess {
  pid: number;
  parent: number;
  command: string;
}

/** All processes below one, however deep: a browser is a tree of them. */
export function descendants(root = process.pid): RunningProcess[] {
  const all = existsSync('/proc/self/stat') ? processesOfProc() : processesOfPs();
  const found: RunningProcess[] = [];
  let parents = new Set([root]);
  while (parents.size > 0) {
    const children = all.filter(({ parent }) => parents.has(parent));
    found.push(...children);
    parents = new Set(children.map(({ pid }) => pid));
  }
  return found.filter(({ command }) => command !== '');
}

/** The processes of browsers that this one has started. */
export function browserProcesses(root = process.pid): RunningProcess[] {
  return descendants(root).filter(
    ({ command }) => command.includes('--user-data-dir=') || command.includes('--type='),
  );
}

/** The profile directories that browsers of a process have in the temporary directory. */
export function profilesOf(pid: number): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`haat-pdf-${pid}-`));
}

/** Waits until something holds; fails with `what`. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const end = Date.now() + WAIT_MS;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`still waiting for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function processesOfProc(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The name in parentheses may hold blanks; what follows it are state and parent. A dead process has no command.
        const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        return []; // Ended while we were reading.
      }
    });
}

function processesOfPs(): RunningProcess[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' }).split(
    '\n',
  );
  return lines.flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined || command.includes('<defunct>')
      ? []
      : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}
