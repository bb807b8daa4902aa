import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CancelledFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createEventsActivities, type RoundResult } from '#activities/events/events.activities.js';
import { createMailDrainHandler } from '#activities/mail/mail-drain.js';
import { createMailRepository } from '#db/mail/mail.repository.js';
import { createDueDrains } from '#events/due-drains.js';
import { mailSubscriptions } from '#events/mail.subscriptions.js';
import type { OutgoingMail } from '#integrations/mail/mailer.js';
import { newId } from '#lib/ids.js';
import { holdUpdates } from '../_support/gate.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

const MAILS = 500;
let kernel: TestKernel;
const sent: string[] = [];

beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

const dueDrains = () => createDueDrains({ ...kernel.container, subscriptions: mailSubscriptions });

/** A round of the drain as a worker runs it; cancelling it is how the worker learns that the engine has given it up. */
function round(): { result: Promise<RoundResult>; cancel: () => void } {
  const { container } = kernel;
  const send = (mail: OutgoingMail) => {
    sent.push(mail.to.email);
    return Promise.resolve({ messageId: `provider-${mail.messageId}` });
  };
  const mailers = { mailerFor: () => ({ send }) };
  const { drainBatch } = createEventsActivities({
    lingerMs: 0,
    ...container,
    dueDrains: dueDrains(),
    handlers: { mail: createMailDrainHandler({ ...container, messages: createMailRepository(), mailers }) },
  });
  const environment = new MockActivityEnvironment();
  const result = environment.run(drainBatch, { subscription: 'mail' }) as Promise<RoundResult>;
  return { result, cancel: () => environment.cancel() };
}

/** What the relay asks whenever it starts: it remembers nothing. */
async function relayWouldWake(): Promise<boolean> {
  const { knex, events } = kernel.container;
  await knex('outbox_deliveries').where({ state: 'due' }).update({ nextAttemptAt: knex.fn.now() });
  return (await events.dueDrains([{ name: 'mail', rows: null }])).includes('mail');
}

it('500 waiting mails are sent once each when the engine abandons rounds that go on, in any order of wake-ups', async () => {
  const { container, ctx } = kernel;
  const { knex } = container;
  const mails = Array.from({ length: MAILS }, (_, index) => ({
    template: 'order.placed',
    role: 'customer' as const,
    to: `buyer-${index}@example.com`,
    variables: { orderNumber: 'HT-1' },
    dedupeKey: newId(),
  }));
  await container.unitOfWork.run(ctx, (tx) => container.mail.enqueueAll(tx, ctx, mails));

  // The engine dies while a mail is with the provider: its round is cancelled, and goes on to the end of the mails in hand.
  const gate = await holdUpdates(
    container.config.DATABASE_URL,
    'mail_messages',
    `old.state = 'sending' and new.state = 'sent' and new.recipient in ('buyer-120@example.com', 'buyer-360@example.com')`,
  );
  const first = round();
  await gate.reached();
  first.cancel();
  expect(await relayWouldWake()).toBe(true);
  // The engine is back, and a relay that has just started wakes the queue: a second round beside the first.
  const second = round();
  await gate.open();
  const results = await Promise.allSettled([first.result, second.result]);
  for (const item of results)
    if (item.status === 'rejected') expect(item.reason).toBeInstanceOf(CancelledFailure);
  for (let more = 0; more < 5 && (await relayWouldWake()); more += 1) await round().result;

  expect(sent).toHaveLength(MAILS);
  expect(new Set(sent).size).toBe(MAILS);
  const states = (await knex('mail_messages')
    .groupBy('state', 'attempts')
    .select('state', 'attempts')
    .count({ n: '*' })) as object[];
  expect(states).toEqual([{ state: 'sent', attempts: 1, n: MAILS }]);
  expect(await knex('outbox_deliveries').whereNot({ state: 'delivered' })).toEqual([]);
});
