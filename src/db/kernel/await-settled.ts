import type { LiveChannel } from './live-channel.js';

/** The net under notifications: one may be lost with its connection. */
const LOOK_AGAIN_MS = 1_000;

/**
 * Waits until somebody else has settled a row: the workflow that a request has started, or an equal request.
 * The transaction that settles it publishes `topic` with `id`.
 * @param read returns the row once it is settled, and undefined before; not inside of a transaction
 * @param ms how long the caller can wait
 * @param signal ends the wait early: the client has gone
 * @returns what `read` found, or undefined when time was up first
 */
export async function awaitSettled<T>(
  live: Pick<LiveChannel, 'subscribe'>,
  topic: string,
  id: string,
  read: () => Promise<T | undefined>,
  ms: number,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const until = Date.now() + ms;
  let received = false;
  let wake: () => void = () => undefined;
  const notice = () => {
    received = true;
    wake();
  };
  // Before the first look, so that nothing falls in between. After a reconnect the id is empty: anything may have changed.
  const unsubscribe = live.subscribe(topic, (changed) => {
    if (changed === id || changed === '') notice();
  });
  const pause = (forMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, forMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  signal?.addEventListener('abort', notice);
  try {
    for (;;) {
      received = false;
      const settled = await read();
      const left = until - Date.now();
      if (settled !== undefined || left <= 0 || signal?.aborted) return settled;
      if (!received) await pause(Math.min(left, LOOK_AGAIN_MS));
    }
  } finally {
    unsubscribe();
    signal?.removeEventListener('abort', notice);
  }
}
