import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHealthService } from '#api/health/health.service.js';
import { createAttentionService } from '#api/jobs/attention.service.js';
import type { AttentionResponse } from '#api/jobs/attention.schemas.js';
import { allRoutes } from '#api/routes.js';
import { attentionKinds } from '#db/attention-kinds.js';
import { createProcessesRepository } from '#db/health/processes.repository.js';
import { readAttention } from '#db/jobs/attention.query.js';
import { allPermissions } from '#domain/access/catalogue.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { systemContext } from '#domain/_shared/context.js';
import { localFindings } from '#operations/health/local-findings.js';
import { newId } from '#lib/ids.js';
import { createSession, createUser } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

async function parkedDelivery(error: string): Promise<void> {
  const { knex } = platform.container;
  const eventId = newId();
  await knex('outbox_events').insert({
    id: eventId,
    type: 'order.placed',
    entityId: eventId,
    requestId: 'test',
    payload: '{}',
    actor: JSON.stringify({ type: 'system', id: 'test' }),
  });
  await knex('outbox_deliveries').insert({
    eventId,
    subscription: 'orders-follow',
    entityId: eventId,
    state: 'parked',
    lastError: error,
  });
}

const application = async () => {
  const { userId } = await createUser(platform.container);
  const names = { displayName: 'Kaveri', legalName: 'Kaveri Pvt Ltd', contactEmail: 'k@example.com' };
  await platform.container.knex('vendors_applications').insert({ applicantUserId: userId, ...names });
};

/** A fresh look, past the five seconds of the route. */
const look = (permissions: readonly string[]) =>
  createAttentionService(platform.container).get({
    ...systemContext({ name: 'test' }, new Date()),
    permissions: new Set(permissions),
  });

describe('GET /admin/attention', () => {
  it('counts what waits, names the newest five with reason and remedy, and shows what the caller may see', async () => {
    for (let n = 0; n < 7; n += 1) await parkedDelivery(`refused for asha@example.com, attempt ${n}`);
    await application();
    const all = await look([...allPermissions]);
    expect(all.kinds.map(({ kind, count, failed }) => [kind, count, failed])).toEqual([
      ['parkedDeliveries', 7, true],
      ['vendorApplications', 1, false],
    ]);
    expect(all.kinds[0]?.newest).toHaveLength(5);
    expect(all.kinds[0]?.newest[0]).toMatchObject({
      title: 'orders-follow',
      reason: 'refused for <e-mail>, attempt 6',
    });
    expect(all.kinds[0]?.remedy).toContain('retry them, or drop them');
    expect((await look(['job:read'])).kinds.map(({ kind }) => kind)).toEqual(['parkedDeliveries']);
    expect(all.engineAvailable).toBe(true);
  });

  it('is the route, for job:read', async () => {
    const reader = await createSession(platform.container, { permissions: ['job:read', 'vendor:view'] });
    const { status, body } = await platform.http.as(reader.token).get<AttentionResponse>('/admin/attention');
    expect([status, body.data.engineAvailable]).toEqual([200, true]);
    const other = await createSession(platform.container, { permissions: ['vendor:view'] });
    expect((await platform.http.as(other.token).get('/admin/attention')).status).toBe(403);
  });

  it('says that the engine is away, and shows the rest', async () => {
    const away = {
      ...platform.container.gateway,
      assertAvailable: () => Promise.reject(platformErrors.engineUnavailable()),
    };
    const service = createAttentionService({ ...platform.container, gateway: away });
    const ctx = { ...systemContext({ name: 'test' }, new Date()), permissions: allPermissions };
    const { engineAvailable, kinds } = await service.get(ctx);
    expect([engineAvailable, kinds.length > 0]).toEqual([false, true]);
  });

  it('reads each kind on its own: a locked table hides its own rows alone, and says so', async () => {
    const { knex } = platform.container;
    const locked = await knex.transaction();
    try {
      await locked.raw('lock table mail_messages in access exclusive mode');
      const { kinds } = await look(['job:read', 'mailDelivery:view']);
      expect(kinds.find(({ kind }) => kind === 'unclearMails')).toMatchObject({
        count: 0,
        newest: [],
        unread: expect.stringMatching(/^could not be read: .*lock timeout/) as unknown,
      });
      expect(kinds.find(({ kind }) => kind === 'parkedDeliveries')).toMatchObject({ count: 7, unread: null });
    } finally {
      await locked.rollback();
    }
    const { kinds } = await look(['job:read', 'mailDelivery:view']);
    expect(kinds.map(({ kind }) => kind)).toEqual(['parkedDeliveries']);
  });

  it('shows what health says of the platform itself', async () => {
    const { knex } = platform.container;
    await knex('settings_installation').update({ openFlowsWithoutRun: 2 });
    const said = '2 open flows have no run: run `redeliver`';
    const [platformKind] = (await look(['job:read'])).kinds;
    expect(platformKind).toMatchObject({
      kind: 'platform',
      count: 1,
      failed: true,
      newest: [{ id: 'open_flows', reason: said }],
    });
    const { reasons, status } = await createHealthService(platform.container).ready();
    expect([status, reasons]).toEqual(['degraded', [said]]);
    await knex('settings_installation').update({ openFlowsWithoutRun: 0 });
    expect((await look(['job:read'])).kinds.map(({ kind }) => kind)).toEqual(['parkedDeliveries']);
  });

  it('misses a worker that is silent, and one that was stopped', async () => {
    const { knex, storageWatch } = platform.container;
    const processes = createProcessesRepository(knex);
    const id = newId();
    const findings = localFindings({ storageWatch });
    await processes.report({ id, name: 'worker', roles: ['core', 'mail'], findings });
    expect(await processes.read()).toMatchObject({ missing: [], withoutWorkerSeconds: null });
    const other = newId();
    await processes.report({ id: other, name: 'worker', roles: ['core'], findings });
    await knex('health_processes')
      .where({ id })
      .update({ seenAt: new Date(Date.now() - 30_000) });
    expect(await processes.read()).toMatchObject({
      missing: [{ role: 'mail', seconds: 30 }],
      withoutWorkerSeconds: null,
    });
    await processes.stopped(id);
    expect(await processes.read()).toMatchObject({ missing: [] });
    await processes.stopped(other);
    expect((await processes.read()).withoutWorkerSeconds).not.toBeNull();
    await knex('health_processes').delete();
  });

  it('stops counting at 1,000', async () => {
    const { knex } = platform.container;
    await knex.raw(
      `insert into mail_messages (template, role, recipient, dedupe_key, state)
       select 'order.placed', 'customer', 'a@example.com', 'bulk-' || n, 'unclear' from generate_series(1, 1500) n`,
    );
    const { kinds } = await look(['job:read', 'mailDelivery:view']);
    expect(kinds.find(({ kind }) => kind === 'unclearMails')).toMatchObject({ count: 1_000, more: true });
  });
});

describe('each kind', () => {
  it('has a name of its own, and links that lead to operations', async () => {
    const names = attentionKinds.map(({ kind }) => kind);
    expect(new Set(names).size).toBe(names.length);
    const lists = allRoutes
      .filter(({ method }) => method === 'get')
      .map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`));
    const counts = await readAttention(platform.container.knex);
    expect(counts.map(({ kind }) => kind)).toEqual(names);
    const links = [
      ...attentionKinds.map(({ link }) => link),
      ...counts.flatMap(({ newest }) => newest.map(({ link }) => link)),
    ];
    for (const link of links)
      expect([link, lists.some((like) => like.test(link.split('?')[0] ?? ''))]).toEqual([link, true]);
    // Of the rows themselves too, whose links are made in SQL.
    for (const { sql } of attentionKinds)
      for (const [, link = ''] of sql.matchAll(/'(\/admin[^']*)'(?= as link)/g))
        expect([link, lists.some((like) => like.test(link.split('?')[0] ?? ''))]).toEqual([link, true]);
  });
});
