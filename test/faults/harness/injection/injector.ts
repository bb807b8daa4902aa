import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from '../journal.js';
import type { PlatformProcesses } from '../processes/platform-processes.js';
import type { Disturbances } from './disturbances.js';
import { type Fault, faultName, type PlannedFault } from './fault-plan.js';
import type { Points } from './points.js';
import { sandboxModes, setSandboxMode } from './sandbox-modes.js';

/** How long a fault waits for its point before it strikes anyway. */
const POINT_MS = 6_000;

export interface Injector {
  /** Works off the plan; ends when every fault has passed, or with those under way when `signal` says so. */
  run(plan: readonly PlannedFault[], signal: AbortSignal): Promise<void>;
  /** How often each fault was injected. */
  readonly injected: ReadonlyMap<string, number>;
}

/** Faults overlap where the next one strikes before the last has passed, but each part has one at a time. */
export function createInjector(deps: {
  processes: PlatformProcesses;
  points: Points;
  disturbances: Disturbances;
  journal: Journal;
}): Injector {
  const { processes, points, disturbances, journal } = deps;
  const injected = new Map<string, number>();
  const busy = new Map<string, Promise<void>>();

  async function due({ when }: PlannedFault): Promise<string> {
    await sleep(when.afterMs);
    if (!when.point) return 'time';
    return (await points.next(when.point, when.times ?? 1, POINT_MS)) ? when.point : 'point not reached';
  }

  async function strike(fault: Fault): Promise<void> {
    if (fault.kind === 'sandbox') {
      const { sandbox, patch } = sandboxModes[fault.mode];
      await setSandboxMode(processes.urls[sandbox], patch);
      await sleep(fault.ms);
      await setSandboxMode(processes.urls[sandbox], null);
      return;
    }
    const part = processes.parts[fault.target];
    if (fault.kind === 'kill backend') {
      processes.parts.postgres.killBackend();
      await sleep(1_000);
    } else if (fault.kind === 'freeze') {
      part.freeze();
      await sleep(fault.ms);
      part.thaw();
    } else {
      await part.kill();
      await sleep(fault.ms);
      await part.bringUp();
    }
  }

  async function inject(planned: PlannedFault, by: string): Promise<void> {
    const { number, when: _when, ...fault } = planned;
    const name = faultName(fault);
    journal.write('injected', { number, fault: name, by, forMs: fault.ms });
    injected.set(name, (injected.get(name) ?? 0) + 1);
    const over = disturbances.begin(name);
    await strike(fault);
    over();
    journal.write('passed', { number, fault: name });
  }

  return {
    injected,
    async run(plan, signal) {
      const running: Promise<void>[] = [];
      for (const planned of plan) {
        if (signal.aborted) break;
        const by = await due(planned);
        const key = planned.kind === 'sandbox' ? sandboxModes[planned.mode].sandbox : planned.target;
        await busy.get(key);
        const work = inject(planned, by);
        busy.set(
          key,
          work.catch(() => undefined),
        );
        running.push(work);
        // Whoever waits for all of them hears of it; a rejection in between must not end the process.
        work.catch(() => undefined);
      }
      await Promise.all(running);
    },
  };
}
