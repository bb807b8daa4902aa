import { createDeck, type Random } from '../random.js';
import { type SandboxMode, sandboxModes } from './sandbox-modes.js';

export const targets = ['api', 'worker', 'relay', 'engine', 'postgres'] as const;
export type Target = (typeof targets)[number];
/** The second of those that there may be two of. */
export const replicas = ['api 2', 'worker 2', 'relay 2'] as const;
export type Replica = (typeof replicas)[number];

/** When a fault strikes, counted from the one before it. */
export interface Trigger {
  afterMs: number;
  /** Not before the clients have reached this so many times more. */
  point?: string;
  times?: number;
}

export type Fault =
  | {
      kind: 'kill' | 'freeze';
      target: Target | Replica;
      /** Until it is started again or goes on. */ ms: number;
    }
  /** The worker without the browser that it has started, as the system does when memory runs out. */
  | { kind: 'kill alone'; target: 'worker'; ms: number }
  /** One process of the database that serves a client. */
  | { kind: 'kill backend'; target: 'postgres'; ms: number }
  /** The engine comes back with an empty database. */
  | { kind: 'lose'; target: 'engine'; ms: number }
  /** The folder of the file storage is gone, as with a disk that is not mounted. */
  | { kind: 'storage away'; ms: number }
  | { kind: 'sandbox'; mode: SandboxMode; ms: number };

export type PlannedFault = Fault & { number: number; when: Trigger };

/** What is done how often; the worker and the API have the most to lose. */
const kinds = {
  kill: 42,
  'kill alone': 6,
  freeze: 22,
  'kill backend': 4,
  lose: 2,
  'storage away': 4,
  sandbox: 22,
};
/** Longer than connections are waited for, and than the lease of a relay lasts. */
const LONG_FREEZE_MS = 20_000;
const weights: Record<Target, number> = { api: 5, worker: 6, relay: 4, engine: 4, postgres: 4 };

/**
 * The plan of a run: the same seed draws the same. Its first faults hit each process once, so that a short run has hurt
 * all of them; then each stands still for 20 s, and the engine and the storage are lost. What is done is drawn apart from when and where: another point to strike at changes no fault.
 */
export function planFaults(
  random: Random,
  count: number,
  points: readonly string[],
  options: { replicas?: boolean } = {},
): PlannedFault[] {
  const draw = createDraw(random.fork('faults'), options.replicas ? [...targets, ...replicas] : targets);
  const times = random.fork('times');
  const places = random.fork('places');
  return Array.from({ length: count }, (_, index) => {
    const when = trigger(times);
    const place = places.next();
    const point = points[Math.floor(place * points.length)];
    return {
      number: index + 1,
      when: when.times === undefined || point === undefined ? { afterMs: when.afterMs } : { ...when, point },
      ...draw(),
    };
  });
}

/** With `times` where it is to strike at a point. */
function trigger(random: Random): { afterMs: number; times?: number } {
  const afterMs = random.int(400, 4_500);
  return random.chance(0.6) ? { afterMs, times: random.int(1, 3) } : { afterMs };
}

function createDraw(random: Random, hit: readonly (Target | Replica)[]): () => Fault {
  const opening = random.shuffle(hit);
  const second = random.shuffle<Fault>([
    ...hit.map((target) => ({ kind: 'freeze' as const, target, ms: LONG_FREEZE_MS })),
    { kind: 'lose', target: 'engine', ms: 500 },
    { kind: 'storage away', ms: 10_000 },
  ]);
  const target = createDeck(
    random,
    hit.flatMap((name) => Array.from({ length: weights[hurtName(name)] }, () => name)),
  );
  const mode = createDeck(random, Object.keys(sandboxModes) as SandboxMode[]);
  const kill = (of: Target | Replica): Fault => ({ kind: 'kill', target: of, ms: random.int(0, 2_500) });
  const freeze = (of: Target | Replica): Fault => ({
    kind: 'freeze',
    target: of,
    ms: random.chance(0.3) ? LONG_FREEZE_MS : random.int(800, 6_000),
  });
  return () => {
    const first = opening.shift();
    if (first) return random.chance(0.7) ? kill(first) : freeze(first);
    const next = second.shift();
    if (next) return next;
    const kind = random.weighted(kinds);
    switch (kind) {
      case 'kill':
        return kill(target());
      case 'freeze':
        return freeze(target());
      case 'kill alone':
        return { kind, target: 'worker', ms: random.int(0, 2_500) };
      case 'kill backend':
        return { kind, target: 'postgres', ms: 0 };
      case 'lose':
        return { kind, target: 'engine', ms: random.int(0, 2_500) };
      case 'storage away':
        return { kind, ms: random.int(2_000, 20_000) };
      case 'sandbox':
        return { kind, mode: mode(), ms: random.int(1_500, 7_000) };
    }
  };
}

/** In words, for reports. */
export function faultName(fault: Fault): string {
  if (fault.kind === 'sandbox') return fault.mode;
  if (fault.kind === 'storage away') return fault.kind;
  if (fault.kind === 'lose') return 'lose the database of the engine';
  if (fault.kind === 'kill alone') return `kill ${fault.target}, not its browser`;
  return `${fault.kind} ${fault.target}`;
}

/** The process or sandbox that it hurts. */
export function hurtBy(fault: Fault): string {
  if (fault.kind === 'storage away') return 'storage';
  return fault.kind === 'sandbox' ? sandboxModes[fault.mode].sandbox : hurtName(fault.target);
}

/** What excuses name: of two, the other lives, because both are hurt one after the other. */
function hurtName(target: Target | Replica): Target {
  return target.replace(/ 2$/, '') as Target;
}
