import type { FormEvent } from 'react';
import { useSend } from './use-send.js';

/** Sends a form once, however often it is clicked. */
export function useSubmit(act: (idempotencyKey: string) => Promise<void>) {
  const { busy, error, send } = useSend();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(act);
  };
  return { busy, error, submit };
}
