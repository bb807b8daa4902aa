/** Something that was hurt, from when to when (epoch milliseconds); `to` is infinite while it lasts. */
export interface Disturbance {
  /** As in the report: `kill worker`. */
  name: string;
  /** The process or sandbox. */
  hurt: string;
  from: number;
  to: number;
}

/** The times at which something was hurt: what went wrong then has an explanation, and at no other time. */
export interface Disturbances {
  /** Returns how to say that it is over; both now, unless another time is given. */
  begin(name: string, hurt: string, from?: number): (to?: number) => void;
  /** What was hurt at some moment from `from` to `to`, or had passed `graceMs` before at most. */
  during(from: number, to: number, options?: { hurt?: readonly string[]; graceMs?: number }): Disturbance[];
  /** The spans from `from` to `to` in which nothing of that was hurt or had just passed. */
  calm(
    from: number,
    to: number,
    options?: { hurt?: readonly string[]; graceMs?: number },
  ): { from: number; to: number }[];
}

export function createDisturbances(): Disturbances {
  const all: Disturbance[] = [];
  const disturbances: Disturbances = {
    begin(name, hurt, from = Date.now()) {
      const item: Disturbance = { name, hurt, from, to: Infinity };
      all.push(item);
      return (to = Date.now()) => void (item.to = to);
    },
    during: (from, to, { hurt, graceMs = 0 } = {}) =>
      all.filter(
        (item) =>
          item.from <= to && from <= item.to + graceMs && (hurt === undefined || hurt.includes(item.hurt)),
      ),
    calm(from, to, options = {}) {
      const spans: { from: number; to: number }[] = [];
      let begins = from;
      const hurting = disturbances.during(from, to, options).sort((a, b) => a.from - b.from);
      for (const item of hurting) {
        if (item.from > begins) spans.push({ from: begins, to: item.from });
        begins = Math.max(begins, item.to + (options.graceMs ?? 0));
      }
      if (to > begins) spans.push({ from: begins, to });
      return spans;
    },
  };
  return disturbances;
}
