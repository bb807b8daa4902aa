/**
 * Has callers that ask for the same key at the same time share one read. A read that has begun may miss what was
 * committed since, so later callers wait for it and share the next one: no result is older than its call.
 */
export function shareReads<Result, Key = void>(read: (key: Key) => Promise<Result>) {
  const running = new Map<Key, Promise<void>>();
  const next = new Map<Key, Promise<Result>>();

  async function afterRunning(key: Key): Promise<Result> {
    await running.get(key);
    next.delete(key);
    const result = read(key);
    const ended = result
      .catch(() => undefined)
      .then(() => {
        if (running.get(key) === ended) running.delete(key);
      });
    running.set(key, ended);
    return result;
  }

  return function shared(key: Key): Promise<Result> {
    const waiting = next.get(key) ?? afterRunning(key);
    next.set(key, waiting);
    return waiting;
  };
}
