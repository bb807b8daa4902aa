import type { Random } from '../random.js';
import { type PointName, pointNames } from './points.js';
import { type SandboxMode, sandboxModes } from './sandbox-modes.js';

export const targets = ['api', 'worker', 'relay', 'engine', 'postgres'] as const;
export type Target = (typeof targets)[number];

/** When a fault strikes, counted from the one before it. */
export interface Trigger {
  afterMs: number;
  /** Not before the clients have reached this so many times more. */
  point?: PointName;
  times?: number;
}

export type Fault =
  | { kind: 'kill' | 'freeze'; target: Target; /** Until it is started again or goes on. */ ms: number }
  /** One process of the database that serves a client. */
  | { kind: 'kill backend'; target: 'postgres'; ms: number }
  | { kind: 'sandbox'; mode: SandboxMode; ms: number };

export type PlannedFault = Fault & { number: number; when: Trigger };

/** What is done how often; the worker and the API have the most to lose. */
const kinds = { kill: 50, freeze: 22, 'kill backend': 4, sandbox: 24 };
const killed: Record<Target, number> = { api: 5, worker: 6, relay: 4, engine: 4, postgres: 4 };

/** The plan of a run: the same seed draws the same. */
export function planFaults(random: Random, count: number): PlannedFault[] {
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    when: trigger(random),
    ...fault(random),
  }));
}

function trigger(random: Random): Trigger {
  const afterMs = random.int(400, 4_500);
  if (!random.chance(0.6)) return { afterMs };
  return { afterMs, point: random.pick(pointNames), times: random.int(1, 3) };
}

function fault(random: Random): Fault {
  const kind = random.weighted(kinds);
  switch (kind) {
    case 'kill':
      return { kind, target: random.weighted(killed), ms: random.int(0, 2_500) };
    case 'freeze':
      return { kind, target: random.weighted(killed), ms: random.int(800, 6_000) };
    case 'kill backend':
      return { kind, target: 'postgres', ms: 0 };
    case 'sandbox':
      return {
        kind,
        mode: random.pick(Object.keys(sandboxModes) as SandboxMode[]),
        ms: random.int(1_500, 7_000),
      };
  }
}

/** In words, for reports. */
export function faultName(fault: Fault): string {
  return fault.kind === 'sandbox' ? fault.mode : `${fault.kind} ${fault.target}`;
}
