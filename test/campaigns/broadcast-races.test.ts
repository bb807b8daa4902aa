import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { createBroadcastSteps } from '#operations/campaigns/broadcast-steps.js';
import { type OwnEngine, startOwnEngine } from '../_support/own-engine.js';
import { eventually } from '../_support/eventually.js';
import { type LargeBroadcast, PROVIDERS, startLargeBroadcast } from './large-broadcast.js';

let engine: OwnEngine;
let shop: LargeBroadcast;

beforeAll(async () => {
  engine = await startOwnEngine();
  shop = await startLargeBroadcast({
    keep: 5_000,
    environment: { TEMPORAL_ADDRESS: engine.address, TEMPORAL_NAMESPACE: engine.namespace },
  });
  await shop.startWorkers(['core', 'mail', 'relay']);
  await shop.set({ ...PROVIDERS.mailapi, 'email.mailapi_webhook_public_key': shop.sandbox.webhookKey });
});
afterAll(async () => {
  await shop.stop();
  await engine.remove();
});
beforeEach(async () => {
  await eventually(async () =>
    expect(await shop.container.knex('mail_messages').whereIn('state', ['queued', 'sending'])).toEqual([]),
  );
  await shop.container.knex('accounts_users').where('email', 'like', '%+%').update({ bannedAt: new Date() });
  shop.sandbox.clear();
  shop.sandbox.resetControls();
});

describe('cancel-races-batches', () => {
  it('a broadcast that is cancelled while its batches leave writes to nobody afterwards', async () => {
    await shop.set({ 'email.campaign_rate_per_second': 10 });
    await shop.customers(150);
    const id = await shop.send();
    await eventually(async () => expect((await shop.read(id)).counters['sent']).toBeGreaterThan(0));
    const cancels = await Promise.all(
      Array.from({ length: 4 }, () => shop.post(`/admin/campaigns/broadcasts/${id}/cancel`)),
    );
    expect(new Set(cancels)).toEqual(new Set([200]));
    await eventually(async () => expect((await shop.read(id)).counters['sending']).toBe(0));
    const { status, counters } = await shop.read(id);
    expect(status).toBe('cancelled');
    const people = [...shop.arrivals()].filter(([address]) => address.startsWith('buyer+'));
    expect([people.length, people.filter(([, times]) => times > 1)]).toEqual([counters['sent'], []]);
    expect(counters['sent']).toBeLessThan(150);
    expect((counters['sent'] ?? 0) + (counters['suppressed'] ?? 0)).toBe(150);
    expect(counters['queued']).toBe(0);
    await shop.set({ 'email.campaign_rate_per_second': 10_000 });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await shop.read(id)).counters['sent']).toBe(counters['sent']);
  });
});

it.each([
  [
    'bounced',
    'email.campaign_bounce_percent',
    30,
    /^Too many bounces: 30 of 1000 mails \(3.00 %\), above the limit of 2 %$/,
  ],
  [
    'complained',
    'email.campaign_complaint_percent',
    30,
    /^Too many spam reports: 30 of 1000 mails \(3.00 %\), above the limit of 2 %$/,
  ],
] as const)(
  'a broadcast pauses by itself once too many of its first 1,000 mails have %s',
  async (status, setting, count, reason) => {
    const { container } = shop;
    await shop.set({ [setting]: 2 });
    await shop.customers(1_001);
    const id = await shop.send({ scheduleFor: new Date(Date.now() + 3_600_000).toISOString() });
    // Its run must have seen that there is an hour to wait: else it takes the rows below for its own.
    await eventually(async () => {
      const job = await shop.admin.get<{ step: unknown }>(`/admin/jobs/campaigns-broadcast-${id}`);
      expect(job.body.data.step).toBe('waiting');
    });
    const { knex, unitOfWork, clock } = container;
    const rows = async (limit: number, fields: object) => {
      const ids = (await knex('accounts_users')
        .where('email', 'like', 'buyer+%')
        .whereNull('bannedAt')
        .orderBy('id')
        .limit(limit)
        .select('id', 'email')) as { id: string; email: string }[];
      await knex('campaigns_recipients').insert(
        ids.map(({ id: userId, email }, index) => ({
          broadcastId: id,
          userId,
          address: email,
          name: '',
          state: index < 1_000 ? 'sent' : 'sending',
          claimId: newClaim,
          deliveryStatus: index < count ? status : null,
          ...fields,
        })),
      );
    };
    const newClaim = newId();
    await rows(1_001, {});
    await knex('campaigns_broadcasts').where({ id }).update({ status: 'sending', audienceDone: true });
    const [last] = (await knex('campaigns_recipients')
      .where({ broadcastId: id, state: 'sending' })
      .select('id')) as { id: string }[];
    const ctx = systemContext({ name: 'test' }, clock.now());
    const steps = createBroadcastSteps(container);
    // A failure of the last one: the share is that of the first thousand.
    await unitOfWork.run(ctx, (tx) =>
      steps.settle(tx, ctx, { broadcastId: id, claimId: newClaim }, [
        { id: last?.id ?? '', state: 'failed', tried: true },
      ]),
    );
    const paused = await shop.read(id);
    expect([paused.status, paused.reason]).toEqual(['paused', expect.stringMatching(reason)]);
    expect(await shop.post(`/admin/campaigns/broadcasts/${id}/cancel`)).toBe(200);
  },
);

it('sign-in-mail-first: a link to sign in leaves before the second next batch of a broadcast', async () => {
  await shop.set({ 'email.campaign_rate_per_second': 10 });
  await shop.customers(300);
  const id = await shop.send();
  await eventually(async () => expect((await shop.read(id)).counters['sent']).toBeGreaterThan(0));
  const { container } = shop;
  const batches = async () =>
    new Set(
      (
        (await container
          .knex('campaigns_recipients')
          .where({ broadcastId: id })
          .whereNotNull('claimId')
          .distinct('claimId')) as { claimId: string }[]
      ).map(({ claimId }) => claimId),
    ).size;
  const before = await batches();
  const ctx = systemContext({ name: 'test' }, container.clock.now());
  await container.unitOfWork.run(ctx, (tx) =>
    container.mail.enqueue(tx, ctx, {
      template: 'auth.magic_link',
      role: 'customer',
      to: 'signs-in@example.com',
      dedupeKey: newId(),
      variables: { url: 'https://store.example.com/auth/magic-link?token=x' },
    }),
  );
  await shop.sandbox.waitFor(({ recipients }) => recipients.includes('signs-in@example.com'), 30_000);
  expect((await batches()) - before).toBeLessThan(2);
  await shop.post(`/admin/campaigns/broadcasts/${id}/cancel`);
});

it('scheduled-waits: a scheduled broadcast survives the engine and leaves at its time', async () => {
  await shop.customers(3, 'scheduled');
  const scheduleFor = new Date(Date.now() + 9_000);
  const id = await shop.send({ scheduleFor: scheduleFor.toISOString() });
  const handle = shop.container.gateway.client.workflow.getHandle(`campaigns-broadcast-${id}`);
  await eventually(async () => expect(await handle.query('step')).toBe('waiting'));
  await engine.kill();
  await engine.start();
  expect((await shop.read(id)).status).toBe('scheduled');
  await shop.reaches(id, 'sent');
  const { startedAt } = (await shop.container
    .knex('campaigns_broadcasts')
    .where({ id })
    .first('startedAt')) as { startedAt: Date };
  expect(startedAt.getTime()).toBeGreaterThanOrEqual(scheduleFor.getTime());
  const people = [...shop.arrivals()].filter(([address]) => address.startsWith('scheduled+'));
  expect(people.map(([, times]) => times)).toEqual([1, 1, 1]);
});
