import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createSession, signInAgo } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { createBuyer, createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { setSettings } from '../_support/settings.js';
import { tableTraces, whereIs } from '../edge/secret-traces.js';
import { grantCredit } from '../store-credit/granted-credit.js';
import { createPerson } from './person.js';

interface Erasure {
  id: string;
  status: string;
  blockedBy: string[];
  email: string | null;
  rowsDone: number;
}

const OWN = '/me/personal-data/erasure';
const ADMIN = '/admin/personal-data/erasures';

let platform: TestPlatform;
let admin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'relay'] });
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
});
afterAll(() => platform.stop());
beforeEach(() => setSettings(platform.container, { 'admin.personal_data.waiting_days': 7 }));

const statusOf = async (id: string) => {
  const { body } = await admin.get<Erasure[]>(ADMIN);
  return body.data.find((erasure) => erasure.id === id);
};

it('an account is erased with everything that is known about it, but for what the law keeps', async () => {
  const { container } = platform;
  await setSettings(container, { 'admin.personal_data.waiting_days': 0 });
  const { buyer, order, traces } = await createPerson(container);
  const other = await createPerson(container);
  const requested = await platform.http.as(buyer.token).post<Erasure>(OWN, {});
  expect(requested.status).toBe(202);
  const { id } = requested.body.data;
  await eventually(async () => expect((await statusOf(id))?.status).toBe('erased'));
  const { knex } = container;
  // The last mail says that it is done; its retention deletes it.
  await knex('mail_messages').where({ template: 'personal_data.erased', recipient: buyer.email }).delete();
  const tables = await tableTraces(knex);
  expect(traces.flatMap((trace) => whereIs(trace, tables))).toEqual([]);
  expect(await knex('orders').where({ id: order.orderId }).first()).toMatchObject({
    grandTotal: order.grandTotal,
    customerName: '',
    shippingAddress: { name: '', line1: '', stateCode: '27', postalCode: '400050' },
  });
  expect(await knex('reviews').where({ rating: 4, userId: null })).toMatchObject([
    { title: null, text: null },
  ]);
  // Nobody else lost anything.
  for (const trace of other.traces) expect(whereIs(trace, tables)).not.toEqual([]);
  expect((await platform.http.as(other.buyer.token).get('/me')).status).toBe(200);
  expect((await platform.http.as(buyer.token).get('/me')).status).toBe(401);
});

it('is refused while an order is open, and while store credit is left that is not forfeited', async () => {
  const { container } = platform;
  const buyer = await createBuyer(container);
  const http = platform.http.as(buyer.token);
  const order = await createConfirmedOrder(container, { buyer, paid: true });
  const refused = await http.post(OWN, {});
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain('orders are not delivered or cancelled');
  await container.knex('orders').where({ id: order.orderId }).update({ status: 'delivered' });
  await setSettings(container, { 'admin.store_credit.enabled': true });
  await grantCredit(container, buyer, 500);
  expect((await http.post(OWN, {})).body.message).toContain('store credit is left');
  expect((await http.post(OWN, { forfeitStoreCredit: true })).status).toBe(202);
});

it('is refused for a session that was not signed in lately, for a guest, and for the only superAdmin', async () => {
  const { container } = platform;
  const session = await createSession(container);
  await signInAgo(container, session, 11);
  expect((await platform.http.as(session.token).post(OWN, {})).status).toBe(403);
  const guest = await createBuyer(container, { anonymous: true });
  expect((await platform.http.as(guest.token).post(OWN, {})).status).toBe(403);
  expect((await admin.post(OWN, {})).body.message).toContain('the only superAdmin');
});

it('of requests at once one is accepted; it is cancelled, and then requested anew', async () => {
  const buyer = await createBuyer(platform.container);
  const http = platform.http.as(buyer.token);
  const responses = await Promise.all(Array.from({ length: 5 }, () => http.post<Erasure>(OWN, {})));
  expect(responses.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
  expect((await http.get<Erasure>(OWN)).body.data).toMatchObject({ status: 'scheduled' });
  expect((await http.delete<Erasure>(OWN)).body.data).toMatchObject({ status: 'cancelled' });
  expect((await http.get(OWN)).body.data).toBeNull();
  expect((await http.delete(OWN)).status).toBe(404);
  expect((await http.get('/me')).status).toBe(200);
  expect((await http.post(OWN, {})).status).toBe(202);
});

it('an operator erases what a guest left with an e-mail address, and no account', async () => {
  const { container } = platform;
  const account = await createBuyer(container);
  expect((await admin.post(ADMIN, { email: account.email })).status).toBe(409);
  await setSettings(container, { 'admin.personal_data.waiting_days': 0 });
  const { buyer, order, traces } = await createPerson(container);
  const { knex } = container;
  // The same rows as those of a guest.
  await knex('orders').where({ id: order.orderId }).update({ guest: true });
  await knex('accounts_users')
    .where({ id: buyer.userId })
    .update({ isAnonymous: true, email: `${buyer.userId}@guest.invalid` });
  const requested = await admin.post<Erasure>(ADMIN, { email: buyer.email });
  expect(requested.status).toBe(202);
  await eventually(async () => expect((await statusOf(requested.body.data.id))?.status).toBe('erased'));
  await knex('mail_messages').where({ template: 'personal_data.erased', recipient: buyer.email }).delete();
  const tables = await tableTraces(knex);
  const [, , street] = traces;
  // A cart is found through its account alone, and goes with the session of the guest.
  tables.delete('table carts');
  expect(whereIs(buyer.email, tables)).toEqual([]);
  expect(whereIs(street ?? '', tables)).toEqual([]);
});
