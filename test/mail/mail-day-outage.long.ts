import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createEventsActivities, type RoundResult } from '#activities/events/events.activities.js';
import { createMailDrainHandler } from '#activities/mail/mail-drain.js';
import { createMailRepository } from '#db/mail/mail.repository.js';
import { createDueDrains } from '#events/due-drains.js';
import { mailSubscriptions } from '#events/mail.subscriptions.js';
import { MailUnavailableError } from '#integrations/mail/mail-errors.js';
import type { OutgoingMail, SentMail } from '#integrations/mail/mailer.js';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createTestClock } from '../_support/test-clock.js';

const MAILS = 20_000;
const CHUNK = 1_000;
const DAY_MS = 24 * 60 * 60_000;

const clock = createTestClock();
let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

test('a day without a provider: one probe after each pause, and each of 20,000 mails arrives once afterwards', async () => {
  const { container, ctx } = kernel;
  const { knex } = container;
  const arrived = new Map<string, number>();
  let calls = 0;
  let isAway = true;
  const send = (mail: OutgoingMail): Promise<SentMail> => {
    calls += 1;
    if (isAway) return Promise.reject(new MailUnavailableError('connection refused'));
    arrived.set(mail.to.email, (arrived.get(mail.to.email) ?? 0) + 1);
    return Promise.resolve({ messageId: 'provider' });
  };
  const mailers = { mailerFor: () => ({ send }) };
  const deps = { ...container, clock };
  const { drainBatch } = createEventsActivities({
    lingerMs: 0,
    ...deps,
    dueDrains: createDueDrains({ ...container, subscriptions: mailSubscriptions }),
    handlers: { mail: createMailDrainHandler({ ...deps, messages: createMailRepository(), mailers }) },
  });
  const drain = async () =>
    (await new MockActivityEnvironment().run(drainBatch, { subscription: 'mail' })) as RoundResult;

  for (let made = 0; made < MAILS; made += CHUNK)
    await container.unitOfWork.run(ctx, (tx) =>
      container.mail.enqueueAll(
        tx,
        ctx,
        Array.from({ length: CHUNK }, (_, index) => ({
          template: 'order.placed',
          role: 'customer' as const,
          to: `buyer-${made + index}@example.com`,
          variables: { orderNumber: 'X', url: 'https://a.example' },
          dedupeKey: newId(),
        })),
      ),
    );
  await drain();
  const first = calls;
  expect(first).toBeLessThan(20);

  // The clock of the platform goes to the end of each pause; the database follows by one delivery that is due.
  let probes = 0;
  for (;;) {
    const { pausedUntil } = (await knex('mail_queue_state').first('pausedUntil')) as { pausedUntil: Date };
    const ahead = pausedUntil.getTime() - Date.now() + 1_000;
    if (ahead > DAY_MS) break;
    clock.shift(ahead);
    const [delivery] = (await knex('outbox_deliveries')
      .where({ state: 'due' })
      .orderBy('id')
      .limit(1)
      .select('id')) as { id: number }[];
    await knex('outbox_deliveries').where({ id: delivery?.id }).update({ nextAttemptAt: knex.fn.now() });
    await drain();
    probes += 1;
    expect(calls).toBe(first + probes);
  }
  // Growing to five minutes: a day has 288 of them.
  expect(probes).toBeGreaterThan(250);
  expect(probes).toBeLessThan(300);

  isAway = false;
  await knex('mail_queue_state').update({ pausedUntil: null });
  await knex('outbox_deliveries').where({ state: 'due' }).update({ nextAttemptAt: knex.fn.now() });
  for (let rounds = 0; rounds < 200 && (await drain()).taken > 0; rounds += 1);
  expect(arrived.size).toBe(MAILS);
  expect([...arrived.values()].filter((times) => times > 1)).toEqual([]);
  expect(
    await knex('outbox_deliveries').where({ subscription: 'mail' }).whereNot({ state: 'delivered' }),
  ).toEqual([]);
  const untried = (await knex('mail_messages').where({ attempts: 1 }).count({ n: '*' })) as { n: number }[];
  expect(untried[0]?.n).toBeGreaterThan(MAILS - 1_000);
});
