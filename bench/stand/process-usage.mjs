import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { platform } from 'node:os';

const linux = platform() === 'linux';

/** Ticks of the kernel's clock in a second: a hundred on every Linux that Node runs on. */
const TICKS = 100;

/** Every process with its parent and the CPU seconds of itself and of children that have ended. */
function processes() {
  return linux ? fromProc() : fromPs();
}

function fromProc() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
        return [{ pid: Number(pid), parent: Number(fields[1]), seconds: ticks / TICKS }];
      } catch {
        return []; // ended meanwhile
      }
    });
}

function fromPs() {
  const output = execFileSync('ps', ['-Ao', 'pid=,ppid=,time='], { encoding: 'utf8' });
  return output
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, time = '0'] = line.trim().split(/\s+/);
      const seconds = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
      return { pid: Number(pid), parent: Number(parent), seconds };
    });
}

function treeOf(root, all) {
  const tree = [];
  const waiting = [root];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    tree.push(...all.filter((item) => item.pid === pid));
    waiting.push(...all.filter((item) => item.parent === pid).map((item) => item.pid));
  }
  return tree;
}

/**
 * CPU seconds that each part has used so far, with all that it started.
 * @param {Record<string, number>} roots process id by name of the part
 * @returns {Record<string, number>}
 */
export function cpuSeconds(roots) {
  const all = processes();
  return Object.fromEntries(
    Object.entries(roots).map(([name, pid]) => [
      name,
      treeOf(pid, all).reduce((sum, item) => sum + item.seconds, 0),
    ]),
  );
}

function memoryOf(pid) {
  try {
    if (linux)
      return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1024;
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
  } catch {
    return 0; // ended meanwhile
  }
}

/**
 * Megabytes of each part: on Linux its proportional share of what is mapped, elsewhere what is resident, which counts
 * shared pages several times.
 * @param {Record<string, number>} roots
 */
export function memoryMb(roots) {
  const all = processes();
  return Object.fromEntries(
    Object.entries(roots).map(([name, pid]) => [
      name,
      treeOf(pid, all).reduce((sum, item) => sum + memoryOf(item.pid), 0),
    ]),
  );
}
