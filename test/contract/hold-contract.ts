import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WorkerRole } from '#lib/workflow/queues.js';
import { type Assertion, broken, createContract } from './contract.js';
import { type Deployment, startDeployment } from './deployment.js';
import { createWorld, type Table, type World } from './world.js';

type Tables = Record<string, Table>;

export interface ContractParts {
  /** Before anybody has used the platform. */
  first?: Tables;
  tables: Tables;
  /** Those that mostly wait; they run beside the others, on the same platform. */
  beside?: Tables;
  environment?: Record<string, string>;
  /** All of them when undefined. */
  workers?: readonly WorkerRole[];
  /** So many assertions the parts have together; fewer means that some were not reached. */
  atLeast: number;
}

/** Declares a test for each table, against one platform with all its sandboxes. */
export function holdContract(title: string, parts: ContractParts): void {
  const all: Assertion[] = [];
  let deployment: Deployment | undefined;
  let world: World;
  const waiting = new Map<string, Promise<readonly Assertion[]>>();

  async function held(table: Table): Promise<readonly Assertion[]> {
    const contract = createContract(world.url);
    await table(contract, world);
    return contract.assertions;
  }
  function judge(assertions: readonly Assertion[]): void {
    all.push(...assertions);
    expect(broken(assertions)).toEqual([]);
    expect(assertions.length).toBeGreaterThan(0);
  }

  describe(title, () => {
    beforeAll(async () => {
      deployment = await startDeployment(parts);
      world = await createWorld(deployment);
    });
    afterAll(() => deployment?.stop());

    for (const [name, table] of Object.entries(parts.first ?? {}))
      it(name, async () => judge(await held(table)));
    if (parts.beside)
      it('begins what waits', async () => {
        for (const [name, table] of Object.entries(parts.beside ?? {})) {
          const run = held(table);
          // Judged by the test of its name, which comes last.
          run.catch(() => undefined);
          waiting.set(name, run);
        }
      });
    for (const [name, table] of Object.entries(parts.tables)) it(name, async () => judge(await held(table)));
    for (const name of Object.keys(parts.beside ?? {}))
      it(name, async () => judge((await waiting.get(name)) ?? []));
    it('counts its assertions', () => {
      console.log(`contract ${title}: ${all.length} assertions`);
      expect(all.length).toBeGreaterThanOrEqual(parts.atLeast);
    });
  });
}
