/**
 * Has callers that ask for the same key at the same time share one read. A read that has begun may miss what was
 * committed since, so later callers wait for it and share the next one: no result is older than its call.
 */
export function shareReads<Key, Result>(read: (key: Key) => Promise<Result>) {
  const running = new Map<Key, Promise<Result>>();
  const next = new Map<Key, Promise<Result>>();

  function begin(key: Key): Promise<Result> {
    const result = read(key);
    running.set(key, result);
    const ended = () => {
      if (running.get(key) === result) running.delete(key);
    };
    result.then(ended, ended);
    return result;
  }

  return function shared(key: Key): Promise<Result> {
    const current = running.get(key);
    if (!current) return begin(key);
    const waiting = next.get(key);
    if (waiting) return waiting;
    const after = () => {
      next.delete(key);
      return begin(key);
    };
    const following = current.then(after, after);
    next.set(key, following);
    return following;
  };
}
