import { setTimeout as sleep } from 'node:timers/promises';
import { finding, type Finding } from '../finding.js';
import type { Flow, Fixtures } from '../flow.js';
import type { Journal } from '../journal.js';
import type { Random } from '../random.js';

export interface RunningFlows {
  /** Rounds by flow that went well. */
  readonly completed: ReadonlyMap<string, number>;
  /** Lets every client end the round it is in, and says what went wrong. */
  finish(): Promise<Finding[]>;
}

/** Starts the clients of all flows; each does one round after the other. */
export function runFlows(
  fixtures: Fixtures,
  flows: readonly Flow[],
  deps: { random: Random; journal: Journal },
): RunningFlows {
  const completed = new Map(flows.map(({ name }) => [name, 0]));
  const problems = new Map<string, string[]>(flows.map(({ name }) => [name, []]));
  let stopping = false;

  async function client(flow: Flow, number: number): Promise<void> {
    for (let round = 1; !stopping; round += 1) {
      const began = Date.now();
      try {
        await flow.round(fixtures, deps.random.fork(`${flow.name}/${number}/${round}`));
        completed.set(flow.name, (completed.get(flow.name) ?? 0) + 1);
        deps.journal.write('round', { flow: flow.name, client: number, tookMs: Date.now() - began });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        problems.get(flow.name)?.push(`client ${number}, round ${round}: ${reason}`);
        deps.journal.write('round failed', {
          flow: flow.name,
          client: number,
          reason,
          stack: (error as Error).stack,
        });
      }
      if (!stopping) await sleep(flow.pauseMs);
    }
  }
  const clients = flows.flatMap((flow) =>
    Array.from({ length: flow.clients }, (_, index) => client(flow, index + 1)),
  );

  return {
    completed,
    async finish() {
      stopping = true;
      await Promise.all(clients);
      return flows.map(({ name }) =>
        finding(
          `clients of ${name} get what they are due`,
          completed.get(name) ?? 0,
          problems.get(name) ?? [],
        ),
      );
    },
  };
}
