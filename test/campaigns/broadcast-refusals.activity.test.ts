import type { BroadcastProgress } from '#activities/campaigns/broadcast-progress.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createCampaignsActivities } from '#activities/campaigns/campaigns.activities.js';
import { createBroadcastsRepository } from '#db/campaigns/broadcasts.repository.js';
import { createQueueStateRepository } from '#db/mail/queue-state.repository.js';
import type { Broadcast } from '#domain/campaigns/broadcast.js';
import { createMailers, type Mailers } from '#integrations/mail/mailers.js';
import { newId } from '#lib/ids.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

// Rounds wait for real seconds; a busy machine must not change the outcome.

const ORIGIN = { actor: { type: 'system' as const, id: 'test' }, requestId: 'test' };

let kernel: TestKernel;
let sandbox: MailSandbox;
let mailers: Mailers;
let activities: ReturnType<typeof createCampaignsActivities>;
let minutes: number;

beforeAll(async () => {
  kernel = await startKernel();
  sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
  const environment = { ...kernel.container.config, SMTP_HOST: '127.0.0.1', SMTP_PORT: sandbox.smtpPort };
  mailers = createMailers(environment, { connectMs: 2_000, responseMs: 2_000 });
  activities = createCampaignsActivities({ ...kernel.container, mailers });
});
afterAll(async () => {
  mailers.close();
  await sandbox.close();
  await kernel.stop();
});
beforeEach(async () => {
  sandbox.clear();
  sandbox.resetControls();
  minutes = 0;
  await kernel.container.knex('accounts_users').delete();
  await kernel.container.knex('mail_suppressions').delete();
});

/** A broadcast to so many people, of whom every n-th has the domain that is given for n. */
async function broadcastTo(count: number, domains: Record<number, string> = {}): Promise<string> {
  const { knex, unitOfWork, clock } = kernel.container;
  const domainOf = (index: number) =>
    Object.entries(domains).find(([every]) => index % Number(every) === 0)?.[1] ?? 'example.com';
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    email: `buyer-${index}@${domainOf(index)}`,
    name: 'Asha Rao',
    emailVerified: true,
  }));
  await knex('accounts_users').insert(rows);
  const row = await unitOfWork.run(kernel.ctx, (tx) =>
    createBroadcastsRepository(knex).insert(tx, {
      status: 'scheduled',
      audience: { type: 'all_customers' },
      subject: 'News',
      previewText: '',
      blocks: [{ type: 'text', text: 'Hello' }],
      recipientCount: 0,
      createdBy: 'system:test',
      createdAt: clock.now(),
      updatedAt: clock.now(),
    }),
  );
  return row.id;
}

/** Runs the rounds of the workflow until it would wait, pause or end. */
async function advance(broadcastId: string): Promise<BroadcastProgress> {
  for (let round = 0; round < 20; round += 1) {
    const environment = new MockActivityEnvironment();
    const input = { broadcastId, failures: 0, origin: ORIGIN };
    const progress = (await environment.run(activities.advanceBroadcast, input)) as BroadcastProgress;
    if (progress.next !== 'again') return progress;
  }
  throw new Error('The broadcast does not come to an end');
}

async function pass(more: number): Promise<void> {
  minutes += more;
  const { knex } = kernel.container;
  const back = (column: string) => knex.raw(`?? - ? * interval '1 minute'`, [column, more]);
  await knex('campaigns_recipients').update({
    notBefore: back('not_before'),
    putOffSince: back('put_off_since'),
  });
  sandbox.control({ clockAheadSeconds: minutes * 60 });
}

const read = (id: string) => createBroadcastsRepository(kernel.container.knex).find(id) as Promise<Broadcast>;
const resume = (id: string) =>
  kernel.container.knex('campaigns_broadcasts').where({ id }).update({ status: 'sending', reason: null });

describe('the brake of a broadcast', () => {
  it('554 to every message: it pauses after twenty or a few more, and everybody after them is still queued', async () => {
    const id = await broadcastTo(120);
    sandbox.control({ messageReply: '554 5.7.1 Message rejected as spam' });
    expect(await advance(id)).toEqual({ next: 'paused' });
    const paused = await read(id);
    expect(paused.failed).toBeGreaterThanOrEqual(20);
    expect(paused.failed).toBeLessThan(25);
    expect(paused).toMatchObject({ status: 'paused', queued: 120 - paused.failed, sending: 0 });
    expect(paused.reason).toMatch(
      /^2\d mails in a row were not accepted; the last: 554 5.7.1 Message rejected as spam$/,
    );
    sandbox.resetControls();
    await resume(id);
    expect(await advance(id)).toEqual({ next: 'done' });
    expect(await read(id)).toMatchObject({ status: 'sent', sent: 120 - paused.failed, queued: 0 });
    // The queue of account and order mails does not care.
    const { pauses, counts } = await createQueueStateRepository().read(kernel.container.knex);
    expect([pauses, counts.notAccepted]).toEqual([0, 0]);
  });

  it('a line that is cut after each message: as many unclear, none twice', async () => {
    const id = await broadcastTo(60);
    sandbox.control({ hangUpNext: 1_000 });
    expect(await advance(id)).toEqual({ next: 'paused' });
    const { unclear, queued } = await read(id);
    expect(unclear).toBeLessThan(25);
    expect(unclear + queued).toBe(60);
    expect(sandbox.messages().length).toBe(unclear);
  });

  it('30 percent of dead addresses pause it after 50, and they are suppressed', async () => {
    const id = await broadcastTo(300, { 3: 'gone.example' });
    sandbox.control({ recipientReplies: { 'gone.example': '550 5.1.1 No such user' } });
    expect(await advance(id)).toEqual({ next: 'paused' });
    const { reason, failed, sent, queued } = await read(id);
    expect(reason).toMatch(/^\d\d of the last 5\d mails were not accepted; the last: 550 5.1.1 No such user/);
    expect(failed + sent).toBeLessThan(60);
    expect(failed + sent + queued).toBe(300);
    const suppressed = await kernel.container.knex('mail_suppressions').select('source', 'reason');
    expect(suppressed).toHaveLength(failed);
    expect(suppressed[0]).toEqual({ source: `campaign:${id}`, reason: 'hard_bounce' });
  });

  it('a tenth that is dead pauses nothing', async () => {
    const id = await broadcastTo(100, { 10: 'gone.example' });
    sandbox.control({ recipientReplies: { 'gone.example': '550 5.1.1 No such user' } });
    expect(await advance(id)).toEqual({ next: 'done' });
    expect(await read(id)).toMatchObject({ status: 'sent', sent: 90, failed: 10 });
  });
});

describe('patience', () => {
  it('greylisting of a tenth costs five minutes and nobody; the others go on, and it ends when nobody is left', async () => {
    const id = await broadcastTo(60, { 10: 'grey.example' });
    sandbox.control({ greylistSeconds: 240, greylistDomains: ['grey.example'] });
    const waiting = await advance(id);
    expect(waiting.next).toBe('wait');
    expect(Math.abs((waiting.waitMs ?? 0) - 5 * 60_000)).toBeLessThan(10_000);
    expect(await read(id)).toMatchObject({ status: 'sending', sent: 54, queued: 6 });
    await pass(5.1);
    expect(await advance(id)).toEqual({ next: 'done' });
    expect(await read(id)).toMatchObject({ status: 'sent', sent: 60, failed: 0 });
    const attempts = (await kernel.container
      .knex('campaigns_recipients')
      .where({ broadcastId: id })
      .where('address', 'like', '%grey%')
      .distinct('attempts')) as { attempts: number }[];
    expect(attempts).toEqual([{ attempts: 2 }]);
  });

  it('the last recipient put off for a day has failed, and the broadcast ends', async () => {
    const id = await broadcastTo(2, { 2: 'full.example' });
    sandbox.control({ recipientReplies: { 'full.example': '452 4.2.2 Mailbox full' } });
    let waits = 0;
    for (let step = await advance(id); step.next === 'wait'; step = await advance(id)) {
      waits += 1;
      await pass((step.waitMs ?? 0) / 60_000 + 0.01);
    }
    expect(waits).toBe(15);
    expect(minutes).toBeLessThan(24 * 60);
    expect(await read(id)).toMatchObject({ status: 'sent', sent: 1, failed: 1, queued: 0 });
  });
});

it('throttling slows a broadcast down, and fails nobody', async () => {
  const id = await broadcastTo(24);
  sandbox.control({ throttlePerSecond: 8 });
  expect(await advance(id)).toEqual({ next: 'done' });
  expect(await read(id)).toMatchObject({ status: 'sent', sent: 24, failed: 0 });
});

it('a closed port makes it wait, and nobody is written off', async () => {
  const id = await broadcastTo(30);
  sandbox.control({ closed: true });
  expect(await advance(id)).toMatchObject({ next: 'wait', failed: true });
  expect(await read(id)).toMatchObject({ status: 'sending', queued: 30 });
  sandbox.control({ closed: false });
  expect(await advance(id)).toEqual({ next: 'done' });
});

it('a worker that ends leaves no more unclear than were on their way', async () => {
  const id = await broadcastTo(50);
  sandbox.control({ holdResponses: true });
  const environment = new MockActivityEnvironment();
  const input = { broadcastId: id, failures: 0, origin: ORIGIN };
  const lost = environment.run(activities.advanceBroadcast, input).catch(() => undefined);
  await sandbox.waitFor(() => sandbox.messages().length === 5, 20_000);
  // Another worker takes the broadcast over while the first one hangs.
  expect(await read(id)).toMatchObject({ sending: 5, queued: 45 });
  environment.cancel();
  await kernel.container
    .knex('campaigns_recipients')
    .where({ broadcastId: id, state: 'sending' })
    .update({ claimId: newId() });
  sandbox.control({ holdResponses: false });
  await lost;
  expect(await advance(id)).toEqual({ next: 'done' });
  expect(await read(id)).toMatchObject({ unclear: 5, sent: 45 });
  expect(sandbox.messages()).toHaveLength(50);
});
