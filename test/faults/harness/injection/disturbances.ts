/** The times at which something was hurt: what clients are refused then is expected, and at no other time. */
export interface Disturbances {
  /** Answers how to say that it is over. */
  begin(name: string): () => void;
  /** Whether anything was hurt at some moment from `from` to `to` (epoch milliseconds), or had just come back. */
  touched(from: number, to: number): boolean;
}

/** Pools, pollers and caches notice within this that what they use is back. */
const GRACE_MS = 12_000;

export function createDisturbances(): Disturbances {
  const spans: { from: number; to: number }[] = [];
  return {
    begin() {
      const span = { from: Date.now(), to: Infinity };
      spans.push(span);
      return () => void (span.to = Date.now());
    },
    touched: (from, to) => spans.some((span) => span.from <= to && from <= span.to + GRACE_MS),
  };
}
