/** A fixed number of places, handed out in the order of asking. */
export class SlotPool<Slot> {
  readonly #free: Slot[];
  readonly #waiting: ((slot: Slot) => void)[] = [];

  constructor(slots: readonly Slot[]) {
    this.#free = [...slots];
  }

  /** Waits for a place; rejects with the signal's reason when it is aborted first. */
  async take(signal?: AbortSignal): Promise<Slot> {
    signal?.throwIfAborted();
    const free = this.#free.shift();
    if (free !== undefined) return free;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(receive), 1);
        reject(signal?.reason as Error);
      };
      const receive = (slot: Slot) => {
        signal?.removeEventListener('abort', onAbort);
        resolve(slot);
      };
      this.#waiting.push(receive);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  give(slot: Slot): void {
    const next = this.#waiting.shift();
    if (next) next(slot);
    else this.#free.push(slot);
  }
}
