import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { remedies } from '#domain/jobs/remedies.js';
import type { Contract } from '#lib/workflow/contract.js';
import { searchAttributeKeys } from '#lib/workflow/search-attributes.js';
import * as workflows from '#workflows/index.js';
import { workflowSources } from './workflow-source.js';

const root = join(import.meta.dirname, '..', '..');
type AnyContract = Contract<never, unknown>;

function isContract(value: unknown): value is AnyContract {
  return typeof value === 'object' && value !== null && 'onRunning' in value && 'parseId' in value;
}

async function allContracts(): Promise<AnyContract[]> {
  const files = readdirSync(join(root, 'src/workflows'), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.contract.ts'));
  const modules = await Promise.all(
    files.map(async (file) => {
      const specifier = `#workflows/${file.replace(/\.ts$/, '.js')}`;
      return (await import(specifier)) as Record<string, unknown>;
    }),
  );
  return modules.flatMap((item) => Object.values(item)).filter(isContract);
}

describe('contracts', () => {
  it('are those of the exported workflows, name by name', async () => {
    const names = (await allContracts()).map((contract) => contract.name);
    const exported = Object.keys(workflows);
    expect([
      ...names
        .filter((name) => !exported.includes(name))
        .map((name) => `${name} has a contract and is not bundled: export it in src/workflows/index.ts`),
      ...exported
        .filter((name) => !names.includes(name))
        .map((name) => `${name} is bundled and has no contract: declare it in <slug>.contract.ts beside it`),
    ]).toEqual([]);
    expect(names).toHaveLength(new Set(names).size);
  });

  it('have ids that can be read back', async () => {
    const id = '0199c0de-7e5c-7000-8000-000000000001';
    for (const contract of await allContracts()) {
      const input = new Proxy({}, { get: () => id }) as never;
      const workflowId = contract.id(input);
      // There is one of some, whose id names no entity.
      const entity = workflowId.includes(id) ? id : null;
      expect([contract.name, contract.parseId(workflowId)]).toEqual([contract.name, entity]);
      expect(contract.parseId('something-else')).toBeNull();
    }
  });

  it('have a summary that a person can read, and a remedy for the failure of a run', async () => {
    const contracts = await allContracts();
    for (const contract of contracts) {
      const input = new Proxy({}, { get: (_, key) => (/Id$/.test(String(key)) ? undefined : 'a name') });
      expect([contract.name, contract.summary(input as never)]).toEqual([
        contract.name,
        expect.not.stringContaining('undefined'),
      ]);
    }
    expect(Object.keys(remedies).sort()).toEqual(contracts.map(({ name }) => name).sort());
  });

  it('use the closed list of search attributes, within what the engine allows', () => {
    expect(Object.keys(searchAttributeKeys).length).toBeLessThanOrEqual(8);
  });

  it('each have a recorded history to replay', async () => {
    const missing = (await allContracts())
      .map((contract) => contract.name)
      .filter((name) => {
        const folder = join(root, 'temporal/histories', name);
        return !existsSync(folder) || readdirSync(folder).length === 0;
      });
    expect(
      missing.map(
        (name) =>
          `${name} has no recorded history: let it run beside \`npm start\`, ` +
          'then `npm run record -- <workflow id>`, which writes into temporal/histories',
      ),
    ).toEqual([]);
  });

  it('stand beside a file each, named as the workflow is', async () => {
    const notified = workflowSources().flatMap(({ workflow }) => workflow ?? []);
    const names = (await allContracts()).map(({ name }) => name);
    expect(
      notified
        .filter((name) => !names.includes(name))
        .map((name) => `a .workflow.ts file is named for ${name}, and no contract has that name`),
    ).toEqual([]);
  });
});
