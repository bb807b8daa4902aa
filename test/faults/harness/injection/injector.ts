import { rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from '../journal.js';
import type { PlatformProcesses } from '../processes/platform-processes.js';
import type { Disturbances } from './disturbances.js';
import { type Fault, faultName, hurtBy, type PlannedFault } from './fault-plan.js';
import type { Points } from './points.js';
import { sandboxModes, setSandboxMode } from './sandbox-modes.js';

/** How long a fault waits for its point before it strikes anyway. */
const POINT_MS = 6_000;
/** How long it waits for somebody to hurt: a process that is being started, a connection that is being made. */
const VICTIM_MS = 15_000;
/** After so many faults there are none for a while: what is refused then has no excuse. */
const CALM_EVERY = 10;
const CALM_MS = 13_000;

/** A file in the place of the folder: it can neither be read nor made again. */
async function takeAway(folder: string): Promise<(() => Promise<void>) | undefined> {
  const aside = `${folder}.away`;
  try {
    await rename(folder, aside);
  } catch {
    return undefined;
  }
  await writeFile(folder, '');
  return async () => {
    await rm(folder, { force: true });
    await rename(aside, folder);
  };
}

export interface Injector {
  /** Works off the plan; ends when every fault has passed, or with those under way when `signal` says so. */
  run(plan: readonly PlannedFault[], signal: AbortSignal): Promise<void>;
  /** How often each fault was injected; one that met nobody was not. */
  readonly injected: ReadonlyMap<string, number>;
}

/** Faults overlap where the next one strikes before the last has passed, but each part has one at a time. */
export function createInjector(deps: {
  processes: PlatformProcesses;
  points: Points;
  disturbances: Disturbances;
  journal: Journal;
  /** For tests that cannot wait so long. */
  timeout?: { victimMs: number; calmMs: number };
}): Injector {
  const { processes, points, disturbances, journal } = deps;
  const { victimMs, calmMs } = deps.timeout ?? { victimMs: VICTIM_MS, calmMs: CALM_MS };
  const injected = new Map<string, number>();
  const busy = new Map<string, Promise<void>>();

  async function due({ when }: PlannedFault): Promise<string> {
    await sleep(when.afterMs);
    if (!when.point) return 'time';
    return (await points.next(when.point, when.times ?? 1, POINT_MS)) ? when.point : 'point not reached';
  }

  /** Hurts, and returns how to make good; undefined where there was nobody to hurt. */
  async function strike(fault: Fault): Promise<(() => Promise<void> | void) | undefined> {
    if (fault.kind === 'sandbox') {
      const { sandbox, patch } = sandboxModes[fault.mode];
      await setSandboxMode(processes.urls[sandbox], patch);
      return () => setSandboxMode(processes.urls[sandbox], null);
    }
    if (fault.kind === 'storage away') return takeAway(processes.env['STORAGE_DIR'] ?? '');
    const part = processes.partOf(fault.target);
    switch (fault.kind) {
      case 'lose':
        return (await processes.parts.engine.lose())
          ? () => processes.parts.engine.bringUp().then(() => processes.engineIsSetUp())
          : undefined;
      case 'kill backend':
        return processes.parts.postgres.killBackend() ? () => sleep(1_000).then(() => undefined) : undefined;
      case 'freeze':
        return part.freeze() ? () => part.thaw() : undefined;
      case 'kill':
      case 'kill alone':
        return (await part.kill({ alone: fault.kind === 'kill alone' })) ? () => part.bringUp() : undefined;
    }
  }

  async function inject(planned: PlannedFault, by: string): Promise<void> {
    const { number, when: _when, ...fault } = planned;
    const name = faultName(fault);
    for (const until = Date.now() + victimMs; Date.now() < until; await sleep(100)) {
      const began = Date.now();
      const makeGood = await strike(fault);
      if (!makeGood) continue;
      const over = disturbances.begin(name, hurtBy(fault), began);
      journal.write('injected', { number, fault: name, by, tookMs: Date.now() - began, forMs: fault.ms });
      injected.set(name, (injected.get(name) ?? 0) + 1);
      await sleep(fault.ms);
      await makeGood();
      over();
      journal.write('passed', { number, fault: name });
      return;
    }
    journal.write('met nobody', { number, fault: name });
  }

  return {
    injected,
    async run(plan, signal) {
      let running: Promise<void>[] = [];
      for (const planned of plan) {
        if (signal.aborted) break;
        const by = await due(planned);
        const key = hurtBy(planned);
        await busy.get(key);
        const work = inject(planned, by);
        busy.set(
          key,
          work.catch(() => undefined),
        );
        running.push(work);
        // The caller that awaits all of them sees it; a rejection in between must not end the process.
        work.catch(() => undefined);
        if (planned.number % CALM_EVERY !== 0 || planned === plan.at(-1)) continue;
        await Promise.all(running);
        running = [];
        await calm();
      }
      await Promise.all(running);
      await calm();
    },
  };

  async function calm(): Promise<void> {
    journal.write('calm', { forMs: calmMs });
    await sleep(calmMs);
  }
}
