import { notifications } from '@mantine/notifications';
import { ApiError } from 'haat-client';
import { useRefreshAll } from './act-button.js';
import { useSend } from './use-send.js';

/**
 * Runs an act of a form once at a time, with a key that a repeat keeps. A refusal stays with the fields that it names
 * (`fields`, by the path below `body.`), and what was typed stays as it is.
 */
export function useAct(known: readonly string[] = []) {
  const { busy, error, send, clear } = useSend();
  const refresh = useRefreshAll();
  const fields: Record<string, string> = {};
  if (error instanceof ApiError)
    for (const { path, message } of error.errors)
      if (path.startsWith('body.')) fields[path.slice('body.'.length)] ??= message;
  const shown = Object.keys(fields).filter((path) =>
    known.some((name) => path === name || path.startsWith(`${name}.`)),
  );

  const act = <T>(
    work: (idempotencyKey: string) => Promise<T>,
    done?: ((result: T) => void) | string,
  ): Promise<void> =>
    send(work, (result) => {
      if (typeof done === 'string') notifications.show({ color: 'teal', message: done });
      else done?.(result);
      void refresh();
    });
  /** The error as a whole; null where each of its parts stands beside its field. */
  const rest =
    error !== null && shown.length > 0 && shown.length === Object.keys(fields).length ? null : error;
  return { act, busy, error: rest, fields, thrown: error, clear };
}
