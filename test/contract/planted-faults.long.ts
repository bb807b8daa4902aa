import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { broken, createContract } from './contract.js';
import { type Deployment, startDeployment } from './deployment.js';
import { type FaultProxy, startFaultProxy } from './fault-proxy.js';
import { plantedFaults } from './planted-faults.js';
import { createWorld, type Table, type World } from './world.js';

let deployment: Deployment;
let proxy: FaultProxy;
let world: World;

beforeAll(async () => {
  deployment = await startDeployment();
  proxy = await startFaultProxy(deployment.url);
  world = { ...(await createWorld(deployment)), reached: proxy.url };
});
afterAll(async () => {
  await proxy.close();
  await deployment.stop();
});

/** What a table finds; a table that cannot go on finds that. */
async function findings(table: Table): Promise<string[]> {
  const contract = createContract(proxy.url);
  const stopped = await table(contract, world).then(
    () => [],
    (error: Error) => [error.message],
  );
  return [...broken(contract.assertions), ...stopped];
}

describe('a platform that breaks its contract', () => {
  const tables = new Set(plantedFaults.map(({ table }) => table));
  it.each([...tables].map((table) => [table.name, table] as const))(
    '%s finds nothing where nothing is planted',
    async (_name, table) => {
      proxy.plant(undefined);
      expect(await findings(table)).toEqual([]);
    },
  );

  it.each(plantedFaults.map((planted) => [planted.what, planted] as const))(
    'is found: %s',
    async (_what, { table, fault }) => {
      proxy.plant(fault(world.superAdmin.token));
      expect(await findings(table)).not.toEqual([]);
    },
  );
});
