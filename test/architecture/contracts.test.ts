import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { reopenings } from '#api/jobs/reopenings.js';
import { allRoutes } from '#api/routes.js';
import { openFlows } from '#db/open-flow-tables.js';
import { entityOfJob } from '#domain/jobs/job-remedy.js';
import { subscriptions } from '#events/subscriptions.js';
import { schedules } from '#workflows/schedules.js';
import { remedies } from '#domain/jobs/remedies.js';
import type { Contract } from '#lib/workflow/contract.js';
import { searchAttributeKeys } from '#lib/workflow/search-attributes.js';
import * as workflows from '#workflows/index.js';
import { sourceFiles } from './source-files.js';
import { workflowSources } from './workflow-source.js';

const root = join(import.meta.dirname, '..', '..');
type AnyContract = Contract<never, unknown>;

/** Workflows whose row is requested once, and why. */
const requestedOnce: Readonly<Record<string, string>> = {
  expireReportExport: 'a file is written once: a retried export that had one is a row of its own',
  exportPersonalData: 'each request is a row of its own',
  importProducts: 'an import ends once, and the contract refuses another run',
  payOutVendors: 'a run of payouts ends once, and the contract refuses another run',
  printOrderDocument: 'each request is a row of its own',
  reindexProducts: 'a run of the index ends once, and the contract refuses another run',
  revokeFeed: 'each disconnection has a revocation of its own',
  voidShipment:
    'a shipment is cancelled at its carrier once: `requestVoid` and `markCancelled` are conditional',
};

function isContract(value: unknown): value is AnyContract {
  return typeof value === 'object' && value !== null && 'onRunning' in value && 'parseId' in value;
}

async function allContracts(): Promise<AnyContract[]> {
  const modules = await Promise.all(
    sourceFiles('workflows', '.contract.ts').map(
      async ({ specifier }) => (await import(specifier)) as Record<string, unknown>,
    ),
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

  it('each say how an ended run is retried, in a way that there is', async () => {
    const id = '0199c0de-7e5c-7000-8000-000000000001';
    const operations = new Map(
      allRoutes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route]),
    );
    const problems: string[] = [];
    for (const contract of await allContracts()) {
      const { text, retry } = remedies[contract.name] ?? {};
      if (!text || !retry) problems.push(`${contract.name} says neither remedy nor retry`);
      else if (retry.way === 'event') {
        if (!openFlows[retry.subscription])
          problems.push(`${contract.name}: no row is open for ${retry.subscription}`);
        if (!subscriptions.some(({ name }) => name === retry.subscription))
          problems.push(`${contract.name}: there is no subscription ${retry.subscription}`);
        const workflowId = contract.id(new Proxy({}, { get: () => id }) as never);
        const entityId = entityOfJob(workflowId);
        if (entityId !== id && !['merchant', 'social', 'catalog', 'feed'].includes(entityId))
          problems.push(`${contract.name}: ${workflowId} does not name its entity`);
      } else if (retry.way === 'operation') {
        const route = operations.get(retry.operation);
        if (route?.permission !== retry.permission)
          problems.push(`${contract.name}: ${retry.operation} is no operation with ${retry.permission}`);
        if (!reopenings[contract.name]) problems.push(`${contract.name} is reopened by nothing`);
      } else if (retry.way === 'schedule' && !schedules.some((item) => item.contract.name === contract.name))
        problems.push(`${contract.name} has no schedule`);
    }
    expect(problems).toEqual([]);
    const declared = Object.entries(remedies)
      .filter(([, { retry }]) => retry.way === 'operation')
      .map(([name]) => name)
      .sort();
    expect(Object.keys(reopenings).sort()).toEqual(declared);
  });

  it('that an event starts are signalled by it, or by no event that comes again for their row', () => {
    const unsignalled = ['src/events', 'plugins'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.subscriptions.ts'))
        .flatMap((name) =>
          readFileSync(join(root, folder, name), 'utf8')
            .split(/\beach(?=<)/)
            .slice(1),
        )
        .flatMap((text) => text.split(/(?=\bcontract: )/).slice(1))
        .filter((text) => !/\bsignal: |\brepeatSignal\(/.test(text))
        .map((text) => /^contract: (\w+)/.exec(text)?.[1] ?? ''),
    );
    // A start joins a run that is about to end: without a signal what it was for is lost.
    expect([...new Set(unsignalled)].sort()).toEqual(Object.keys(requestedOnce).sort());
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
