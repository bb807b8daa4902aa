import { ApiError } from 'haat-client';
import { useRef, useState } from 'react';

/**
 * Sends one request at a time: another one meanwhile does nothing. The idempotency key stays the same until there was a
 * response, so that a repeat after a lost one does not act twice.
 */
export function useSend() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const key = useRef(crypto.randomUUID());

  async function send<T>(
    work: (idempotencyKey: string) => Promise<T>,
    done?: (result: T) => void | Promise<void>,
  ): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const result = await work(key.current);
      key.current = crypto.randomUUID();
      await done?.(result);
    } catch (thrown) {
      setError(thrown);
      if (thrown instanceof ApiError && thrown.status !== 0 && thrown.status !== 503)
        key.current = crypto.randomUUID();
    } finally {
      setBusy(false);
    }
  }
  return { busy, error, send, clear: () => setError(null) };
}
