/**
 * Starts each service when those that it waits for are healthy, or have ended well.
 * @param {{ parts: Record<string, { start(): Promise<void> }>, waitsFor: Record<string, readonly string[]> }} services
 * @param {(line: string) => void} say
 * @param {(name: string, ms: number) => void} [onStarted]
 */
export async function startInOrder({ parts, waitsFor }, say, onStarted = () => undefined) {
  const started = new Map();
  const begin = (name) => {
    if (!started.has(name)) started.set(name, startOne(name));
    return started.get(name);
  };
  async function startOne(name) {
    await Promise.all((waitsFor[name] ?? []).filter((other) => parts[other] !== undefined).map(begin));
    const before = performance.now();
    await parts[name].start();
    const ms = performance.now() - before;
    onStarted(name, ms);
    say(`${name} after ${(ms / 1000).toFixed(1)} s`);
  }
  await Promise.all(Object.keys(parts).map(begin));
}
