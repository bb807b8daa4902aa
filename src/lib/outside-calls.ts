/** Calls of this process to one outside service since it last responded. */
interface Failing {
  failures: number;
  since: number;
  lastAt: number;
  reason: string;
}

/** One failure is an accident. */
const MIN_FAILURES = 2;
/** A service that nobody has called for so long may be well again. */
const RECENT_MS = 45_000;

const failing = new Map<string, Failing>();

/**
 * Records how a call went.
 * @param service its host
 * @param reason why it brought no response; absent where the service responded
 */
export function recordOutsideCall(service: string, reason?: string, now = Date.now()): void {
  if (reason === undefined) return void failing.delete(service);
  const known = failing.get(service);
  failing.set(service, {
    failures: (known?.failures ?? 0) + 1,
    since: known?.since ?? now,
    lastAt: now,
    reason,
  });
}

/** Services that have not responded to the latest calls of this process. `since` in milliseconds of the epoch. */
export function silentServices(now = Date.now()): { service: string; since: number; reason: string }[] {
  for (const [service, { lastAt }] of failing) if (now - lastAt > RECENT_MS) failing.delete(service);
  return [...failing].flatMap(([service, { failures, since, reason }]) =>
    failures >= MIN_FAILURES ? [{ service, since, reason }] : [],
  );
}

/** Forgets all calls, for tests: those of one process share this memory. */
export function forgetOutsideCalls(): void {
  failing.clear();
}
