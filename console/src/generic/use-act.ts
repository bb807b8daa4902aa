import { notifications } from '@mantine/notifications';
import { ApiError } from 'haat-client';
import { useRef, useState } from 'react';
import { useRefreshAll } from './act-button.js';

/**
 * Runs an act of a form once at a time, with a key that a repeat keeps. A refusal stays with the fields that it names
 * (`fields`, by the path below `body.`), and what was typed stays as it is.
 */
export function useAct(known: readonly string[] = []) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const key = useRef(crypto.randomUUID());
  const refresh = useRefreshAll();
  const fields: Record<string, string> = {};
  if (error instanceof ApiError)
    for (const { path, message } of error.errors)
      if (path.startsWith('body.')) fields[path.slice('body.'.length)] ??= message;
  const shown = Object.keys(fields).filter((path) => known.some((name) => path === name || path.startsWith(`${name}.`))); // prettier-ignore

  async function act<T>(
    work: (idempotencyKey: string) => Promise<T>,
    done?: ((result: T) => void) | string,
  ): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const result = await work(key.current);
      key.current = crypto.randomUUID();
      if (typeof done === 'string') notifications.show({ color: 'teal', message: done });
      else done?.(result);
      void refresh();
    } catch (thrown) {
      setError(thrown);
      if (thrown instanceof ApiError && thrown.status !== 0 && thrown.status !== 503)
        key.current = crypto.randomUUID();
    } finally {
      setBusy(false);
    }
  }
  /** The error as a whole; null where each of its parts stands beside its field. */
  const rest =
    error !== null && shown.length > 0 && shown.length === Object.keys(fields).length ? null : error;
  return { act, busy, error: rest, fields, thrown: error, clear: () => setError(null) };
}
