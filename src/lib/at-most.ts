export interface WaitLimits {
  /** Pieces of work that may wait. */
  waiting: number;
  waitMs: number;
  /** The error of work that would be one too many, or has waited for too long. */
  refuse: () => Error;
}

interface Waiter {
  begin: () => void;
  timer?: NodeJS.Timeout;
}

/** Has at most `limit` pieces of work done at once; the others wait their turn, first come first served. */
export function atMost(limit: number, limits?: WaitLimits) {
  const queue: Waiter[] = [];
  let running = 0;

  function turn(): Promise<void> {
    if (limits && queue.length >= limits.waiting) return Promise.reject(limits.refuse());
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { begin: resolve };
      queue.push(waiter);
      if (!limits) return;
      waiter.timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiter), 1);
        reject(limits.refuse());
      }, limits.waitMs);
      waiter.timer.unref();
    });
  }

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limit) await turn();
    else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      // The place is handed on, so that nobody can take it in between.
      if (next) {
        clearTimeout(next.timer);
        next.begin();
      } else running -= 1;
    }
  };
}
