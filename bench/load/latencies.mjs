const round = (value) => Math.round(value * 100) / 100;

/** Percentiles in milliseconds. */
export function percentiles(times) {
  if (times.length === 0) return undefined;
  const sorted = Float64Array.from(times).sort();
  const at = (share) => round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: round(sorted.at(-1)) };
}

/** Collects how long units of work and their steps took. */
export function createLatencies() {
  const units = [];
  const steps = new Map();
  const failures = new Map();
  return {
    unit: (ms) => units.push(ms),
    step(name, ms) {
      if (!steps.has(name)) steps.set(name, []);
      steps.get(name).push(ms);
    },
    failure: (message) => failures.set(message, (failures.get(message) ?? 0) + 1),
    summary(seconds) {
      const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
      return {
        done: units.length,
        failed,
        ...(failed > 0 && {
          failures: [...failures].slice(0, 5).map(([message, count]) => ({ message, count })),
        }),
        seconds: round(seconds),
        perSecond: round(units.length / seconds),
        milliseconds: percentiles(units),
        ...(steps.size > 1 && {
          steps: Object.fromEntries([...steps].map(([name, times]) => [name, percentiles(times)])),
        }),
      };
    },
  };
}
