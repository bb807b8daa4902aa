interface Kept<T> {
  value: Promise<T>;
  until: number;
}

/**
 * Keeps what was read for a short time, in this process: callers that ask meanwhile share it. A failure is kept for nobody.
 * @param most entries; the oldest go first
 */
export function keepBriefly<T>({ forMs, most }: { forMs: number; most: number }) {
  const kept = new Map<string, Kept<T>>();

  return function read(key: string, now: number, load: () => Promise<T>): Promise<T> {
    const found = kept.get(key);
    if (found && found.until > now) return found.value;
    const value = load();
    const entry = { value, until: now + forMs };
    kept.delete(key);
    kept.set(key, entry);
    value.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
