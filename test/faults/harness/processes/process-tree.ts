import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessEntry {
  pid: number;
  parent: number;
  command: string;
}

/** Every process of this machine that may be looked at; `/proc` where there is one, else `ps`. */
export function listProcesses(): ProcessEntry[] {
  let names: string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return listByPs();
  }
  return names.flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The command name stands in brackets and may itself hold brackets.
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z') return [];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return [{ pid: Number(name), parent: Number(parent), command }];
    } catch {
      return []; // it has ended meanwhile
    }
  });
}

function listByPs(): ProcessEntry[] {
  const text = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' });
  return text.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
    if (!match || match[3]?.startsWith('Z')) return [];
    return [{ pid: Number(match[1]), parent: Number(match[2]), command: match[4] ?? '' }];
  });
}

/** The direct children of a process. */
export function childrenOf(pid: number): ProcessEntry[] {
  return listProcesses().filter(({ parent }) => parent === pid);
}

/** All that a process has started, and what those have; the nearest first. */
export function descendantsOf(pid: number): ProcessEntry[] {
  const all = listProcesses();
  const found: ProcessEntry[] = [];
  for (let parents = [pid]; parents.length > 0;) {
    const children = all.filter((item) => parents.includes(item.parent));
    found.push(...children);
    parents = children.map((child) => child.pid);
  }
  return found;
}

/** Sends a signal; false for a process that has gone already, which is what was wanted, or noticed elsewhere. */
export function signalTo(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}
