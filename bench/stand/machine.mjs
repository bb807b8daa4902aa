import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { projectRoot } from '../../scripts/supervisor/paths.mjs';

function git(...args) {
  try {
    return execFileSync('git', args, {
      cwd: projectRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return ''; // not a checkout
  }
}

/** CPU milliseconds of a fixed piece of work: tells how much a busy machine or a slow one makes of every other number. */
function fixedWorkMs() {
  const began = process.cpuUsage();
  for (let round = 0; round < 20; round += 1) {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      id: (index * 7919) % 20_011,
      name: `row ${index}`,
    }));
    JSON.parse(JSON.stringify(rows.sort((item, other) => item.id - other.id)));
  }
  const { user, system } = process.cpuUsage(began);
  return Math.round((user + system) / 1000);
}

/** What the numbers were taken on; the load average tells whether the machine had anything else to do. */
export function describeMachine() {
  return {
    system: `${platform()} ${release()}`,
    processors: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryMb: Math.round(totalmem() / 2 ** 20),
    node: process.version,
    commit: git('rev-parse', '--short', 'HEAD') || null,
    fixedWorkMs: fixedWorkMs(),
    loadBefore: loadavg().map((item) => Math.round(item * 100) / 100),
  };
}
