import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { projectRoot } from '../../scripts/supervisor/paths.mjs';

function git(...args) {
  try {
    return execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(); // prettier-ignore
  } catch {
    return ''; // not a checkout
  }
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
    loadBefore: loadavg().map((one) => Math.round(one * 100) / 100),
  };
}
