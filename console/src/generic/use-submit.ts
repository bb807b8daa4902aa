import { ApiError } from 'haat-client';
import { type FormEvent, useRef, useState } from 'react';

/**
 * Sends a form once: a second click while it is sent does nothing, and the idempotency key stays the same until there was a
 * response, so that a repeat after a lost one does not act twice.
 */
export function useSubmit(act: (idempotencyKey: string) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const key = useRef(crypto.randomUUID());
  async function send(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await act(key.current);
      key.current = crypto.randomUUID();
    } catch (thrown) {
      setError(thrown);
      if (thrown instanceof ApiError && thrown.status !== 0 && thrown.status !== 503)
        key.current = crypto.randomUUID();
    } finally {
      setBusy(false);
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return { busy, error, submit };
}
