import { CancellationScope, continueAsNew, defineSignal, setHandler } from '@temporalio/workflow';
import type { Repeatable } from '#domain/_shared/repeatable.js';

/**
 * A row that a run has settled is requested again. A start alone would only join a run that is about to end, and the
 * request would be lost: the engine lets no run end past a signal.
 */
export const requestedSignal = defineSignal<[request?: string]>('requested');

/** The signal that goes with the start for a request: none for the first one of a row, which no other run can know. */
export function repeatSignal({ request, again }: Repeatable): {
  signal?: { name: string; args: unknown[] };
} {
  return again ? { signal: { name: requestedSignal.name, args: [request] } } : {};
}

/**
 * Runs a pass for the request that a run was started with, and one more for each that came while it ran. A pass that finds
 * its row settled does nothing; one that fails is followed all the same where another request has come.
 * @param pass `request` is which one it is for, undefined where the event does not say
 */
export async function forEachRequest<Input extends { request?: string }, Result>(
  input: Input,
  pass: (request: string | undefined) => Promise<Result>,
  signal: ReturnType<typeof defineSignal<[request?: string]>> = requestedSignal,
): Promise<Result> {
  let latest = input.request;
  let requested = false;
  setHandler(signal, (request) => {
    latest = request ?? latest;
    requested = true;
  });
  for (;;) {
    requested = false;
    try {
      const result = await pass(latest);
      if (!requested) return result;
    } catch (error) {
      if (!requested) throw error;
    }
    // A later request does not see the cancellation: another run goes on with it.
    if (CancellationScope.current().consideredCancelled)
      await continueAsNew<(next: Input) => Promise<Result>>({ ...input, request: latest });
  }
}
