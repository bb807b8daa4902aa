import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { setUpEngine } from '#runtime/engine-setup.js';
import { createUnregisteredPlugins, describeWork } from '#runtime/unregistered-plugins.js';
import { createSession } from '../_support/accounts.js';
import { startOwnEngine, type OwnEngine } from '../_support/own-engine.js';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

const parts = {
  name: 'loyalty-points',
  workflows: ['releasePoints'],
  subscriptions: ['loyalty-points-release'],
};
const THIRTY_DAYS_MS = 30 * 86_400_000;

let engine: OwnEngine;
let connection: Connection;
let client: Client;
let platform: TestPlatform;
let admin: TestPlatform['http'];

// The engine that tests share runs no schedules.
beforeAll(async () => {
  [engine, platform] = await Promise.all([startOwnEngine(), startPlatform()]);
  connection = await Connection.connect({ address: engine.address });
  client = new Client({ connection, namespace: engine.namespace });
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
  const { knex } = platform.container;
  await knex('plugins_installed').insert({
    name: parts.name,
    prefix: 'loyalty',
    version: '1.0.0',
    migratedAt: new Date(),
  });
});
afterAll(async () => {
  await platform.stop();
  await connection.close();
  await engine.remove();
});

/** As the set-up of the engine sees it, with the plugin registered or without. */
const plugins = (...registered: (typeof parts)[]) =>
  createUnregisteredPlugins({ client, knex: platform.container.knex, registered });

/** The plugin has a run that waits thirty days, a schedule, a delivery that is due and one that is done. */
async function leaveWork(): Promise<string> {
  const { workflowId } = await client.workflow.start('releasePoints', {
    workflowId: 'loyalty-points-release-1',
    taskQueue: 'core',
    startDelay: THIRTY_DAYS_MS,
  });
  await client.schedule.create({
    scheduleId: 'loyalty-points-nightly',
    spec: { intervals: [{ every: '1 day' }] },
    action: { type: 'startWorkflow', workflowType: 'releasePoints', taskQueue: 'core', args: [] },
  });
  const { knex } = platform.container;
  const event = {
    type: 'order.sub_order.delivered',
    entityId: '1',
    payload: {},
    actor: {},
    requestId: 'test',
  };
  const [due, done] = (await knex('outbox_events')
    .insert([event, event] as never)
    .returning('id')) as { id: string }[];
  const [subscription] = parts.subscriptions;
  await knex('outbox_deliveries').insert([
    { eventId: due?.id, subscription, entityId: '1' },
    { eventId: done?.id, subscription, entityId: '1', state: 'delivered' },
  ] as never);
  return workflowId;
}

const statusOf = async (workflowId: string) =>
  (await client.workflow.getHandle(workflowId).describe()).status.name;

describe('a plugin that is taken out with work under way', () => {
  let workflowId: string;

  it('is set up without a word while it is registered', async () => {
    await setUpEngine(client, engine.namespace, () => plugins(parts).remember());
    workflowId = await leaveWork();
    expect(await plugins(parts).find()).toEqual([]);
  });

  it('is listed with its runs, schedules and due events, and nothing is touched', async () => {
    // The engine lists new runs and schedules a little later than it makes them.
    await eventually(async () => {
      const [work] = await plugins().find();
      expect(work && describeWork(work)).toEqual([
        'The plugin loyalty-points is not registered and has work under way:',
        expect.stringMatching(/^ {2}run loyalty-points-release-1 \(releasePoints\), since \d{4}-/),
        '  schedule loyalty-points-nightly',
        '  1 events not delivered to loyalty-points-release',
      ]);
    });
    expect(await statusOf(workflowId)).toBe('RUNNING');
  });

  it('has its work ended with a reason and an entry of the audit, and only once', async () => {
    const work = await plugins().find();
    await plugins().drop(work);
    expect(await statusOf(workflowId)).toBe('TERMINATED');
    const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
    expect(events?.at(-1)?.workflowExecutionTerminatedEventAttributes?.reason).toMatch(
      /loyalty-points is not registered any more/,
    );
    await expect(client.schedule.getHandle('loyalty-points-nightly').describe()).rejects.toThrow();

    const { knex } = platform.container;
    expect(await knex('outbox_deliveries').pluck('state')).toEqual(['delivered']);
    expect(
      await knex('audit_entries')
        .where({ entity: 'plugin' })
        .select('actorId', 'action', 'entityId', 'before'),
    ).toEqual([
      {
        actorId: 'engine-setup',
        action: 'dropWork',
        entityId: 'loyalty-points',
        before: {
          runs: 1,
          workflowIds: [workflowId],
          schedules: ['loyalty-points-nightly'],
          deliveries: { 'loyalty-points-release': 1 },
        },
      },
    ]);
    expect(await plugins().find()).toEqual([]);
  });

  it('is looked after again once it is registered again', async () => {
    await plugins(parts).remember();
    expect(
      await platform.container.knex('plugins_installed').where({ name: parts.name }).first(),
    ).toMatchObject({
      workflows: parts.workflows,
      subscriptions: parts.subscriptions,
    });
  });
});

describe('what a plugin leaves behind', () => {
  it('keeps its permissions in roles, shown as unknown, whatever else changes in the role', async () => {
    const { knex } = platform.container;
    const [role] = (await knex('access_roles')
      .insert({ name: 'Points desk', description: '', permissions: ['loyalty:grant', 'order:view'] } as never)
      .returning('id')) as { id: string }[];
    const changed = await admin.patch<object>(`/admin/roles/${role?.id ?? ''}`, {
      permissions: ['productAttribute:read'],
    });
    expect(changed.body.data).toMatchObject({
      permissions: ['productAttribute:read'],
      unknownPermissions: ['loyalty:grant'],
    });
    expect(await knex('access_roles').where({ name: 'Points desk' }).first()).toMatchObject({
      permissions: ['productAttribute:read', 'loyalty:grant'],
    });
  });

  it('keeps its settings, which nothing shows', async () => {
    const { knex, settings } = platform.container;
    await knex('settings_values').insert({
      key: 'loyalty.points_per_order',
      value: '5',
      updatedAt: new Date(),
    } as never);
    await settings.refresh();
    const shown = await admin.get<Record<string, unknown>>('/admin/settings');
    expect(shown.status).toBe(200);
    expect(JSON.stringify(shown.body)).not.toMatch(/points_per_order/);
    expect(await knex('settings_values').where({ key: 'loyalty.points_per_order' })).toHaveLength(1);
  });
});
