import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createAccountsSweepActivities } from '#activities/accounts/accounts-sweep.activities.js';
import { createAccountsRepository } from '#db/accounts/accounts.repository.js';
import { newId } from '#lib/ids.js';
import { createSession, createUser } from '../_support/accounts.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createBuyer, createConfirmedOrder } from '../_support/orders.js';

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);

let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

function sweep() {
  const { container } = kernel;
  const accounts = createAccountsRepository(container.knex);
  const { sweepEndedSessions } = createAccountsSweepActivities({ ...container, accounts });
  return new MockActivityEnvironment().run(sweepEndedSessions, { keepGuestDays: 30 });
}

/** A guest who came so many hours ago and put something aside, with a session that ends at the given time. */
async function guest(cameHoursAgo: number, sessionEnds: Date | null): Promise<string> {
  const { container } = kernel;
  const { userId } = await createUser(container, { anonymous: true });
  await container
    .knex('accounts_users')
    .where({ id: userId })
    .update({ createdAt: ago(cameHoursAgo) });
  if (sessionEnds) await createSession(container, { userId, expiresAt: sessionEnds });
  await container.knex('carts').insert({ userId });
  return userId;
}

const usersLeft = async (ids: string[]) =>
  (await kernel.container.knex('accounts_users').whereIn('id', ids).orderBy('id').pluck('id')) as string[];

it('deletes what has expired and nothing else, once', async () => {
  const { knex } = kernel.container;
  const over = await createSession(kernel.container, { expiresAt: ago(1) });
  const open = await createSession(kernel.container, { userId: over.userId });
  const link = { identifier: newId(), value: 'x' };
  await knex('accounts_verifications').insert([
    { ...link, expiresAt: ago(1) },
    { ...link, identifier: 'open', expiresAt: ago(-1) },
  ]);

  expect(await sweep()).toEqual({ sessions: 1, verifications: 1, addresses: 0, guests: 0 });
  expect(await knex('accounts_sessions').where({ userId: over.userId }).pluck('id')).toEqual([
    open.sessionId,
  ]);
  expect(await knex('accounts_verifications').pluck('identifier')).toEqual(['open']);
  expect(await sweep()).toEqual({ sessions: 0, verifications: 0, addresses: 0, guests: 0 });
});

it('deletes guests whom no session leads back to, with their carts, and no others', async () => {
  const { knex } = kernel.container;
  const days = 24;
  const gone = await guest(40 * days, ago(1));
  const staying = [
    // Came long ago and still comes; is arriving just now, before there is a session; has an account, if no session.
    await guest(40 * days, ago(-1)),
    await guest(0, null),
    (await createUser(kernel.container, {})).userId,
  ];
  await knex('accounts_users')
    .where({ id: staying[2] ?? '' })
    .update({ createdAt: ago(40 * days) });

  expect(await sweep()).toEqual({ sessions: 1, verifications: 0, addresses: 0, guests: 1 });
  expect(await usersLeft([gone, ...staying])).toEqual([...staying].sort());
  expect(await knex('carts').where({ userId: gone })).toEqual([]);
  expect(await knex('carts').whereIn('userId', staying)).toHaveLength(2);
});

it('leaves the order of a guest, who finds it by number and e-mail', async () => {
  const { knex } = kernel.container;
  const buyer = await createBuyer(kernel.container, { anonymous: true });
  const { orderId } = await createConfirmedOrder(kernel.container, { buyer });
  await knex('accounts_users')
    .where({ id: buyer.userId })
    .update({ createdAt: ago(31 * 24) });
  await knex('accounts_sessions')
    .where({ userId: buyer.userId })
    .update({ expiresAt: ago(1) });

  expect(await sweep()).toMatchObject({ guests: 1 });
  expect(await knex('orders').where({ id: orderId }).pluck('email')).toEqual([buyer.email]);
});

it('deletes more than go at once', async () => {
  const { knex } = kernel.container;
  const { userId } = await createUser(kernel.container);
  await knex.raw(
    `insert into accounts_sessions (token_hash, user_id, expires_at)
     select 'old-' || n, ?, now() - interval '1 day' from generate_series(1, 12000) n`,
    [userId],
  );
  expect(await sweep()).toMatchObject({ sessions: 12_000 });
});

it('stops where it is when it is cancelled, and goes on from there', async () => {
  const { container } = kernel;
  const { userId } = await createUser(container);
  await createSession(container, { userId, expiresAt: ago(1) });
  const environment = new MockActivityEnvironment();
  environment.cancel('CANCELLED');
  const accounts = createAccountsRepository(container.knex);
  const { sweepEndedSessions } = createAccountsSweepActivities({ ...container, accounts });
  await expect(environment.run(sweepEndedSessions, { keepGuestDays: 30 })).rejects.toThrow();
  expect(await sweep()).toMatchObject({ sessions: 1 });
});

it('finds a session by the hash of its token, and by nothing else', async () => {
  const { knex, principals } = kernel.container;
  const { token, userId } = await createSession(kernel.container);
  expect(await principals.bySession(token)).toMatchObject({ userId });
  const hash = createHash('sha256').update(token).digest('hex');
  expect(await knex('accounts_sessions').where({ tokenHash: hash })).toHaveLength(1);
  expect(await principals.bySession(hash)).toBeNull();
});
