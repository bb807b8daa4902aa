/** Moments at which a fault can be made to strike, told by the clients as they reach them. */
export const pointNames = [
  'place-order',
  'pay',
  'cancel',
  'invoice',
  'download',
  'import',
  'adjust stock',
  'ask for mail',
] as const;
export type PointName = (typeof pointNames)[number];

export interface Points {
  reach(point: PointName): void;
  /** Waits until a point was reached so many times more; false when that took too long. */
  next(point: PointName, times: number, ms: number): Promise<boolean>;
}

export function createPoints(): Points {
  const waiting = new Set<{ point: PointName; left: number; done: (reached: boolean) => void }>();
  return {
    reach(point) {
      for (const one of waiting) if (one.point === point && (one.left -= 1) <= 0) one.done(true);
    },
    next: (point, times, ms) =>
      new Promise((resolve) => {
        const done = (reached: boolean) => {
          clearTimeout(timer);
          waiting.delete(one);
          resolve(reached);
        };
        const one = { point, left: times, done };
        const timer = setTimeout(() => done(false), ms);
        waiting.add(one);
      }),
  };
}
