export interface Points {
  /**
   * A client is about to do this.
   * @throws when no flow has declared it: faults could not be made to strike there
   */
  reach(point: string): void;
  /** Waits until a point was reached so many times more; false when that took too long. */
  next(point: string, times: number, ms: number): Promise<boolean>;
}

/** Moments at which a fault can be made to strike, told by the clients as they reach them. */
export function createPoints(declared: readonly string[]): Points {
  const waiting = new Set<{ point: string; left: number; done: (reached: boolean) => void }>();
  return {
    reach(point) {
      if (!declared.includes(point)) throw new Error(`No flow declares the point "${point}"`);
      for (const item of waiting) if (item.point === point && (item.left -= 1) <= 0) item.done(true);
    },
    next: (point, times, ms) =>
      new Promise((resolve) => {
        const done = (reached: boolean) => {
          clearTimeout(timer);
          waiting.delete(item);
          resolve(reached);
        };
        const item = { point, left: times, done };
        const timer = setTimeout(() => done(false), ms);
        waiting.add(item);
      }),
  };
}
