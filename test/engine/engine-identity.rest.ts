import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, ScheduleNotFoundError } from '@temporalio/client';
import { createInstallationRepository } from '#db/settings/installation.repository.js';
import { readEngineIdentity } from '#integrations/engine/engine-identity.js';
import { createTemporalClient } from '#integrations/engine/temporal-client.js';
import { createWorkflowGateway } from '#integrations/engine/workflow-gateway.js';
import { createEngineWatch } from '#runtime/engine-watch.js';
import { findOpenFlowsWithoutRun } from '#runtime/open-flows-check.js';
import { setUpOwnEngine } from '#runtime/self-setup.js';
import { subscriptions } from '#events/subscriptions.js';
import { newId } from '#lib/ids.js';
import { eventually } from '../_support/eventually.js';
import { type OwnEngine, startOwnEngine } from '../_support/own-engine.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface Readiness {
  status: string;
  parts: { engine: string; storage: string };
  reasons: string[];
}

let engine: OwnEngine;
let platform: TestPlatform;
beforeAll(async () => {
  engine = await startOwnEngine();
  platform = await startPlatform({
    environment: { TEMPORAL_ADDRESS: engine.address, TEMPORAL_NAMESPACE: engine.namespace },
  });
});
afterAll(async () => {
  await platform.stop();
  await engine.remove();
});

const health = async () => (await (await platform.http.raw('GET', '/health/ready')).json()) as Readiness;
const setUp = (redeliver = true) => {
  const { knex, gateway, config } = platform.container;
  return setUpOwnEngine({ knex, client: gateway.client, namespace: config.TEMPORAL_NAMESPACE, redeliver });
};
/** The engine with nothing in it: the mark of the installation is gone with the rest. */
const lose = () => platform.container.gateway.client.schedule.getHandle('installation').delete();

/** A scheduled broadcast whose event was delivered to an engine that is gone. */
async function openBroadcast(): Promise<string> {
  const { knex } = platform.container;
  const [id, eventId] = [newId(), newId()];
  await knex('campaigns_broadcasts').insert({
    id,
    status: 'scheduled',
    audience: '{"type":"all_customers"}',
    subject: 'Lamps',
    blocks: '[]',
    recipientCount: 0,
    createdBy: 'test',
    scheduleFor: new Date(Date.now() + 86_400_000),
  });
  await knex('outbox_events').insert({
    id: eventId,
    type: 'campaign.broadcast_scheduled',
    entityId: id,
    requestId: 'test',
    payload: JSON.stringify({ broadcastId: id, subject: 'Lamps' }),
    actor: '{"type":"system","id":"test"}',
  });
  await knex('outbox_deliveries').insert({
    eventId,
    subscription: 'campaigns-broadcast',
    entityId: id,
    state: 'delivered',
    deliveredAt: new Date(Date.now() - 3_600_000),
  });
  return id;
}

describe('an engine', () => {
  it('that was set up for this installation is healthy', async () => {
    expect(await platform.container.engineWatch.check()).toBe('unknown');
    expect(await setUp()).toEqual({ wasEmpty: false, redelivered: 0 });
    expect(await setUp()).toEqual({ wasEmpty: false, redelivered: 0 });
    expect(await platform.container.engineWatch.check()).toBe('own');
    expect(await health()).toMatchObject({ status: 'ready', reasons: [] });
  });

  it('that has lost everything is degraded with the command, gets nothing, and is set up and filled as one step', async () => {
    const { engineWatch, gateway, knex } = platform.container;
    const id = await openBroadcast();
    await lose();
    expect(await engineWatch.check()).toBe('empty');
    const { status, parts, reasons } = await health();
    expect([status, parts.engine]).toEqual(['degraded', 'down']);
    expect(reasons).toEqual([expect.stringContaining('run `engine-setup` and `redeliver`')]);
    await expect(gateway.assertAvailable()).rejects.toMatchObject({ status: 503 });
    await expect(gateway.signal('any', { name: 'x' } as never)).rejects.toMatchObject({ status: 503 });

    const deps = { ...platform.container, client: gateway.client, subscriptions };
    expect(await findOpenFlowsWithoutRun(deps)).toEqual([`campaigns-broadcast-${id}`]);
    expect(await setUp()).toEqual({ wasEmpty: true, redelivered: 1 });
    expect(await engineWatch.check()).toBe('own');
    expect(await knex('outbox_deliveries').where({ entityId: id }).pluck('state')).toEqual(['due']);
    expect((await health()).status).toBe('ready');
  });

  it('that has lost its namespace as well is empty, refuses signals with 503, and is set up', async () => {
    const { knex, config } = platform.container;
    const row = await createInstallationRepository(knex).read();
    const namespace = `lost-${newId()}`;
    const lost = createTemporalClient({ ...config, TEMPORAL_NAMESPACE: namespace });
    const { client } = lost;
    try {
      const installation = { ...row, engineNamespace: namespace };
      expect(await readEngineIdentity(client, installation, namespace)).toBe('empty');
      const { logger, metrics } = platform.container;
      const other = createWorkflowGateway({ client, logger, metrics: metrics.engine });
      await expect(other.signal('any', { name: 'x' } as never)).rejects.toMatchObject({ status: 503 });
      expect(await setUpOwnEngine({ knex, client, namespace, redeliver: true })).toMatchObject({
        wasEmpty: true,
      });
      expect(await readEngineIdentity(client, installation, namespace)).toBe('own');
    } finally {
      await lost.close();
      await createInstallationRepository(knex).recordEngine(config.TEMPORAL_NAMESPACE);
    }
  });

  it('that another process has set up is used again within a second or two', async () => {
    const { knex, logger } = platform.container;
    const { id: installation } = await createInstallationRepository(knex).read();
    let isSetUp = false;
    const describe = () =>
      isSetUp
        ? Promise.resolve({ memo: { installation } })
        : Promise.reject(new ScheduleNotFoundError('none', 'installation'));
    const client = {
      withDeadline: (_: number, work: () => unknown) => work(),
      schedule: { getHandle: () => ({ describe }) },
    } as unknown as Client;
    const watch = createEngineWatch({ knex, client, namespace: 'any', logger });
    await watch.start();
    await eventually(async () =>
      expect(await Promise.resolve(watch.problem())).toContain('does not hold the runs'),
    );
    isSetUp = true;
    await eventually(async () => expect(await Promise.resolve(watch.problem())).toBeUndefined());
    await watch.stop();
  });

  it('is green only when open flows have runs', async () => {
    await platform.container.knex('settings_installation').update({ openFlowsWithoutRun: 3 });
    await eventually(async () => {
      expect(await health()).toMatchObject({
        status: 'degraded',
        reasons: ['3 open flows have no run: run `redeliver`'],
      });
    });
    await platform.container.knex('settings_installation').update({ openFlowsWithoutRun: 0 });
  });

  it('of another installation is never filled', async () => {
    const { knex, engineWatch } = platform.container;
    await knex('settings_installation').update({ id: newId() });
    expect(await engineWatch.check()).toBe('foreign');
    await expect(setUp()).rejects.toThrow(/runs of another installation/);
    expect((await health()).reasons).toContainEqual(expect.stringContaining('another installation'));
  });
});

describe('a file storage that cannot be written', () => {
  it('is degraded with its reason, and ready again when it is back', async () => {
    const { storage, storageWatch } = platform.container;
    const { put } = storage;
    Object.assign(storage, {
      put: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ENOENT' })),
    });
    await storageWatch.check();
    expect((await health()).parts.storage).toBe('down');
    expect((await health()).reasons).toContainEqual(
      'The file storage cannot be written (ENOENT): uploads are refused, documents wait',
    );
    Object.assign(storage, { put });
    await storageWatch.check();
    expect((await health()).parts.storage).toBe('up');
  });
});
