import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createCampaignsQueues } from '#activities/campaigns/campaigns.queues.js';
import { createMailSweep } from '#activities/mail/mail-sweep.js';
import { createBroadcastsRepository } from '#db/campaigns/broadcasts.repository.js';
import { firstIdAt, newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

const DAY_MS = 86_400_000;
/** An id of a row that was made so many days ago. */
const idOf = (days: number) => firstIdAt(new Date(Date.now() - days * DAY_MS));

test('what mails said is forgotten after 30 days; mails and provider events are deleted after 400', async () => {
  const { container } = kernel;
  const mail = async (days: number, state: string) => {
    const id = idOf(days);
    await container.knex('mail_messages').insert({
      id,
      template: 'order.placed',
      role: 'customer',
      recipient: 'asha@example.com',
      state,
      dedupeKey: newId(),
      variablesEncrypted: 'ciphertext',
    });
    return id;
  };
  const [fresh, waiting, month] = [await mail(29, 'sent'), await mail(31, 'queued'), await mail(32, 'sent')];
  const [kept, old] = [await mail(399, 'failed'), await mail(401, 'sent')];
  const event = async (days: number, handledAt: Date | null) => {
    const id = idOf(days);
    await container.knex('mail_provider_events').insert({
      id,
      providerId: 'mailapi',
      eventId: newId(),
      type: 'delivered',
      address: 'asha@example.com',
      occurredAt: new Date(),
      handledAt,
    });
    return id;
  };
  const [keptEvent, oldEvent] = [await event(399, new Date()), await event(401, new Date())];
  const unhandled = await event(402, null);

  await new MockActivityEnvironment().run(createMailSweep(container));
  const rows = (await container.knex('mail_messages').select('id', 'variablesEncrypted')) as {
    id: string;
    variablesEncrypted: string | null;
  }[];
  const said = new Map(rows.map(({ id, variablesEncrypted }) => [id, variablesEncrypted]));
  expect([said.get(fresh), said.get(waiting)]).toEqual(['ciphertext', 'ciphertext']);
  expect([said.get(month), said.get(kept)]).toEqual([null, null]);
  expect(said.has(old)).toBe(false);
  const events = (await container.knex('mail_provider_events').pluck('id')) as string[];
  expect(events.sort()).toEqual([keptEvent, unhandled].sort());
  expect(events).not.toContain(oldEvent);
});

test('recipients of a broadcast lose address and name after 180 days, and its counters stay', async () => {
  const { container, ctx } = kernel;
  const id = newId();
  await container.unitOfWork.run(ctx, (tx) =>
    createBroadcastsRepository(container.knex).insert(tx, {
      id,
      status: 'sending',
      audience: { type: 'all_customers' },
      subject: 'Lamps',
      previewText: '',
      blocks: [],
      recipientCount: 2,
      createdBy: 'system:test',
      createdAt: new Date(),
      updatedAt: new Date(),
    }),
  );
  const recipient = async (days: number, address: string) => {
    const row = { id: idOf(days), broadcastId: id, userId: newId(), address, name: 'Asha', state: 'queued' };
    await container.knex('campaigns_recipients').insert(row);
    await container.knex('campaigns_recipients').where({ id: row.id }).update({ state: 'sent' });
  };
  await recipient(181, 'old@example.com');
  await recipient(179, 'kept@example.com');
  const { sweeps, close } = createCampaignsQueues(container);
  const sweep = sweeps?.core?.['campaigns'];
  if (!sweep) throw new Error('Campaigns have no sweep');
  await new MockActivityEnvironment().run(sweep);
  await close?.();
  expect(
    await container
      .knex('campaigns_recipients')
      .where({ broadcastId: id })
      .orderBy('id')
      .select('address', 'name', 'state'),
  ).toEqual([
    { address: null, name: '', state: 'sent' },
    { address: 'kept@example.com', name: 'Asha', state: 'sent' },
  ]);
  expect(await container.knex('campaigns_broadcasts').where({ id }).first('sent', 'queued')).toEqual({
    sent: 2,
    queued: 0,
  });
});
