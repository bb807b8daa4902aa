import { CancellationScope } from '@temporalio/workflow';

/** Takes this long for one turn, as one does on a machine that has no time for it, and returns then. */
export async function standStill(ms: number): Promise<number> {
  // As a reaction to a promise within a scope, which is where the code of steps and signals runs.
  return CancellationScope.cancellable(async () => {
    await Promise.resolve();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    return ms;
  });
}

/** Fails its task repeatedly, as code does that cannot continue a run. */
export async function breakTask(): Promise<void> {
  throw new TypeError('the code of this version cannot continue the run');
}
