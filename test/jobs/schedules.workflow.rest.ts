import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ScheduleResponse } from '#api/jobs/schedules.schemas.js';
import { createSchedulesService } from '#api/jobs/schedules.service.js';
import { systemContext } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { setUpEngine } from '#runtime/engine-setup.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { type OwnEngine, startOwnEngine } from '../_support/own-engine.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let engine: OwnEngine;
let platform: TestPlatform;
let admin: TestPlatform['http'];
let email: string;

beforeAll(async () => {
  // The engine that tests share runs no schedules.
  engine = await startOwnEngine();
  platform = await startPlatform({
    environment: { TEMPORAL_ADDRESS: engine.address, TEMPORAL_NAMESPACE: engine.namespace },
  });
  const session = await createSession(platform.container, { roles: ['superAdmin'] });
  ({ email } = session);
  admin = platform.http.as(session.token);
  await setUpEngine(platform.container.gateway.client, engine.namespace);
});
afterAll(async () => {
  await platform.stop();
  await engine.remove();
});

const list = async () => (await admin.get<ScheduleResponse[]>('/admin/schedules')).body.data;
const scheduleOf = async (id: string) => (await list()).find((item) => item.id === id);
const act = (id: string, action: string, body?: object) =>
  admin.post<ScheduleResponse>(`/admin/schedules/${id}/${action}`, body);

it('lists what runs by the clock, pauses with a reason that outlives a deploy, resumes and runs it now', async () => {
  const { container } = platform;
  expect(await scheduleOf('payments-late')).toMatchObject({
    workflow: 'findLatePayments',
    words: 'every 6 hours at minute 15 UTC',
    state: 'active',
    pausedBy: null,
    pauseReason: null,
    lastRun: null,
    nextAt: expect.stringMatching(/T\d\d:15:00/) as unknown,
  });
  expect((await list()).filter(({ state }) => state === 'missing')).toEqual([]);

  const paused = { state: 'paused', pausedBy: email, pauseReason: 'The provider moves', nextAt: null };
  for (let n = 0; n < 2; n += 1) {
    const { status, body } = await act('payments-late', 'pause', { reason: 'The provider moves' });
    expect([status, body.data]).toMatchObject([200, paused]);
  }
  await setUpEngine(container.gateway.client, engine.namespace);
  expect(await scheduleOf('payments-late')).toMatchObject(paused);

  expect((await act('payments-late', 'run')).status).toBe(200);
  await eventually(async () => {
    const { lastRun } = (await scheduleOf('payments-late')) ?? {};
    expect(lastRun).toMatchObject({
      status: 'running',
      workflowId: expect.stringMatching(/^payments-late/) as unknown,
    });
  });
  for (let n = 0; n < 2; n += 1)
    expect((await act('payments-late', 'resume')).body.data.state).toBe('active');
  expect((await act('payments-late', 'pause', {})).status).toBe(400);
  expect((await act('no-such-schedule', 'run')).body.reason).toBe('jobs.unknown_schedule');
  const audit = (await container
    .knex('audit_entries')
    .where({ entity: 'schedule' })
    .orderBy('id')
    .pluck('action')) as string[];
  expect(audit).toEqual(['pause', 'pause', 'run', 'resume', 'resume']);
  const reader = await createSession(container, { permissions: ['job:read'] });
  expect((await platform.http.as(reader.token).post('/admin/schedules/payments-late/run')).status).toBe(403);
});

it('is 503 without the engine', async () => {
  const away = () => Promise.reject(platformErrors.engineUnavailable());
  const { gateway } = platform.container;
  const schedules = { list: away, describe: away, pause: away, resume: away, run: away };
  const service = createSchedulesService({ ...platform.container, gateway: { ...gateway, schedules } });
  const ctx = systemContext({ name: 'test' }, new Date());
  await expect(service.list()).rejects.toMatchObject({ status: 503 });
  await expect(service.pause(ctx, 'payments-late', 'test')).rejects.toMatchObject({ status: 503 });
  // There is no entry of what the engine did not do.
  const entries = platform.container.knex('audit_entries').where({ actorId: 'test' });
  expect(await entries).toEqual([]);
});
