import { ApplicationFailure } from '@temporalio/common';

/** Deletes what is of no use any more and heartbeats; returns how many of each kind. */
export type Sweep = () => Promise<Record<string, number>>;

export function createSweepsActivities({ sweeps }: { sweeps: Readonly<Record<string, Sweep>> }) {
  return {
    async runSweep({ name }: { name: string }): Promise<Record<string, number>> {
      const run = sweeps[name];
      if (!run) throw ApplicationFailure.nonRetryable(`No feature has a sweep named ${name} on this queue`);
      return run();
    },
  };
}

export type SweepsActivities = ReturnType<typeof createSweepsActivities>;
