import type { LiveChannel } from '#db/kernel/live-channel.js';

export interface AwaitSettled<T> {
  live: Pick<LiveChannel, 'subscribe'>;
  topic: string;
  /** Whose changes are waited for; others of the topic are ignored. */
  id: string;
  /** Reads the row as it is now. */
  read: () => Promise<T>;
  isSettled: (row: T) => boolean;
  timeoutMs: number;
}

/**
 * Waits until a row that somebody else works on is settled, or the time is over. It subscribes first and reads then, so
 * that a change in between is seen.
 * @returns the row as it was read last, settled or not
 */
export async function awaitSettled<T>(options: AwaitSettled<T>): Promise<T> {
  const { live, topic, id, read, isSettled, timeoutMs } = options;
  let wake: () => void = () => undefined;
  let changed = false;
  const leave = live.subscribe(topic, (notified) => {
    // An empty id comes after a reconnect, when anything may have been missed.
    if (notified !== id && notified !== '') return;
    changed = true;
    wake();
  });
  const deadline = Date.now() + timeoutMs;
  let timer: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      changed = false;
      const row = await read();
      const left = deadline - Date.now();
      if (isSettled(row) || left <= 0) return row;
      if (!changed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, left);
        });
        clearTimeout(timer);
      }
    }
  } finally {
    clearTimeout(timer);
    leave();
  }
}
