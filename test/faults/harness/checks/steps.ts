import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, finding } from '../finding.js';
import type { Fixtures } from '../flow.js';
import { outages } from './outages.js';

/** A step may wait so long for what is away before it says so. */
const GRACE_MS = 15_000;

interface Line {
  msg?: string;
  time?: string;
  activity?: string;
  err?: { type?: string; message?: string };
}

/**
 * A step that fails is tried again, and what comes of its workflow does not show it: only the log of the worker does. So
 * a fault of ours that the next try gets over is found here alone.
 */
export function stepsFailOfOutages({
  folder,
  disturbances,
}: Pick<Fixtures, 'folder' | 'disturbances'>): Finding {
  const lines = readFileSync(join(folder.path, 'logs', 'worker.log'), 'utf8')
    .split('\n')
    .flatMap(parsed);
  const failed = lines.filter(({ msg }) => msg === 'activity failed');
  const problems = failed.flatMap(({ time = '', activity, err }) => {
    const reason = `${err?.type ?? 'Error'}: ${err?.message ?? ''}`;
    const at = Date.parse(time);
    const explained =
      outages.some((outage) => outage.test(reason)) && disturbances.during(at - GRACE_MS, at).length > 0;
    return explained ? [] : [`${time} ${activity ?? ''} failed of ${reason.slice(0, 300)}`];
  });
  return finding(`a step fails of outages alone (${failed.length} did)`, lines.length, problems);
}

/** The log of a process that was killed may end in the middle of a line. */
function parsed(line: string): Line[] {
  try {
    return [JSON.parse(line) as Line];
  } catch {
    return [];
  }
}
