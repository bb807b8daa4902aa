import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { createBroadcastSteps } from '#operations/campaigns/broadcast-steps.js';
import { writeUnsubscribeToken } from '#operations/campaigns/unsubscribe-token.js';
import { createProviderEventHandling } from '#operations/mail/handle-provider-events.js';
import { createSession, createUser } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface Topic {
  id: string;
  names: { locale: string; name: string }[];
  optIn: boolean;
  subscribed: number;
  unsubscribed: number;
  archivedAt: string | null;
}
interface Preferences {
  email: string | null;
  suppressed: string | null;
  topics: { id: string; name: string; subscribed: boolean }[];
}

let platform: TestPlatform;
let admin: HttpClient;
let [offers, stories, sellers] = ['', '', ''];
const ALL = { type: 'all_customers' };
const DAY_MS = 86_400_000;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
});
afterAll(() => platform.stop());
beforeEach(async () => {
  await set({ 'email.campaign_inactive_months': 0, 'email.campaign_weekly_limit': 0 });
  await platform.container
    .knex('accounts_users')
    .where('email', 'like', 'customer-%')
    .update({ bannedAt: new Date() });
});

async function set(settings: object): Promise<void> {
  expect((await admin.patch('/admin/settings/admin', settings)).status).toBe(200);
}
const create = async (body: object) => {
  const response = await admin.post<Topic>('/admin/campaigns/topics', body);
  expect([response.status, response.body.errors]).toEqual([201, undefined]);
  return response.body.data.id;
};
const email = () => `customer-${newId()}@example.com`;
const customers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createUser(platform.container, { email: email() })));

/** A broadcast whose recipients are written: by reason, who was skipped; blank for who gets it. */
async function write(topicId: string | null, audience: object = ALL, id = newId()) {
  const { knex, unitOfWork, clock } = platform.container;
  if (!(await knex('campaigns_broadcasts').where({ id }).first('id')))
    await knex('campaigns_broadcasts').insert({
      id,
      topicId,
      status: 'scheduled',
      subject: 'x',
      recipientCount: 0,
      createdBy: 'test',
      audience: JSON.stringify(audience),
      blocks: '[]',
      shown: '{}',
    });
  const ctx = systemContext({ name: 'test' }, clock.now());
  const steps = createBroadcastSteps(platform.container);
  for (;;) {
    const { next } = await unitOfWork.run(ctx, (tx) => steps.next(tx, ctx, id, clock.now()));
    if (next !== 'again') break;
  }
  return id;
}
async function written(id: string): Promise<Record<string, string>> {
  const rows = (await platform.container
    .knex('campaigns_recipients')
    .where({ broadcastId: id })
    .select('address', 'state', 'reason')) as { address: string; state: string; reason: string | null }[];
  return Object.fromEntries(rows.map(({ address, state, reason }) => [address, reason ?? state]));
}
function linkOf(address: string, topicId: string | null, broadcastId: string | null = newId()) {
  const token = writeUnsubscribeToken({ broadcastId, topicId, address }, platform.container.keyring);
  return `/store/unsubscribe/${token}`;
}
async function press(path: string, body: string, language = 'en') {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': language };
  const response = await platform.http.raw('POST', path, { body, headers });
  expect(response.status).toBe(200);
  return response.text();
}
const read = async (path: string) => (await platform.http.get<Preferences>(`${path}/topics`)).body.data;
const subscribedIn = ({ topics }: Preferences) =>
  topics.filter(({ subscribed }) => subscribed).map(({ id }) => id);

describe('before there are topics', () => {
  it('a campaign needs none, and its link unsubscribes from everything', async () => {
    const [user] = await customers(1);
    const address = user?.email ?? '';
    const link = linkOf(address, null);
    expect(await written(await write(null))).toEqual({ [address]: 'queued' });
    expect(await press(link, 'List-Unsubscribe=One-Click')).toContain('You are unsubscribed');
    expect(await read(link)).toEqual({ email: address, suppressed: 'unsubscribe', topics: [] });
  });
});

describe('topics', () => {
  beforeAll(async () => {
    offers = await create({
      names: [
        { locale: 'en', name: 'Offers' },
        { locale: 'hi', name: 'ऑफ़र' },
      ],
    });
    stories = await create({ names: [{ locale: 'en', name: 'News & <b>more</b>' }] });
    sellers = await create({ names: [{ locale: 'en', name: 'New sellers' }], optIn: true });
  });

  it('every campaign names one, and an operator keeps their names, order and end', async () => {
    const body = { audience: ALL, subject: 'x', blocks: [{ type: 'text', text: 'x' }] };
    const path = async (fields: object) =>
      (await admin.post('/admin/campaigns/send', { ...body, ...fields })).body.errors?.[0]?.path;
    expect(await path({})).toBe('body.topicId');
    expect(await path({ topicId: newId() })).toBe('body.topicId');
    const old = await create({ names: [{ locale: 'en', name: 'Old' }], position: 0 });
    const archived = await admin.put<Topic>(`/admin/campaigns/topics/${old}`, { archived: true });
    expect(archived.body.data.archivedAt).not.toBeNull();
    expect(await path({ topicId: old })).toBe('body.topicId');
    const twice = {
      names: [
        { locale: 'en', name: 'A' },
        { locale: 'EN', name: 'B' },
      ],
    };
    expect((await admin.put(`/admin/campaigns/topics/${old}`, twice)).body.errors?.[0]?.path).toBe(
      'body.names.1.locale',
    );
    const more = await Promise.all(
      Array.from({ length: 20 }, (_none, n) =>
        admin.post<Topic>('/admin/campaigns/topics', { names: [{ locale: 'en', name: `More ${n}` }] }),
      ),
    );
    const made = more.flatMap(({ status, body: { data } }) => (status === 201 ? [data.id] : []));
    expect([made.length, more.filter(({ status }) => status === 409).length]).toEqual([17, 3]);
    for (const id of made) await admin.put(`/admin/campaigns/topics/${id}`, { archived: true });
    const listed = (await admin.get<Topic[]>('/admin/campaigns/topics')).body.data;
    const active = listed.filter((topic) => topic.archivedAt === null).map(({ id }) => id);
    expect(active).toEqual([offers, stories, sellers]);
  });

  it('one click ends the topic of the mail and nothing else; the page changes the rest, in the language of its reader', async () => {
    const [user, other] = await customers(2);
    const [address, neighbour] = [user?.email ?? '', other?.email ?? ''];
    const broadcastId = await write(offers);
    const link = linkOf(address, offers, broadcastId);
    expect(subscribedIn(await read(link))).toEqual([offers, stories]);
    const page = await (await platform.http.raw('GET', link)).text();
    expect(page.match(/type="checkbox"/g)).toHaveLength(4);
    expect(page).toContain('News &#38; &#60;b&#62;more&#60;/b&#62;');
    expect(subscribedIn(await read(link))).toEqual([offers, stories]);

    expect(await press(link, 'List-Unsubscribe=One-Click')).toContain('no more mails about “Offers”');
    expect(await press(link, 'List-Unsubscribe=One-Click', 'hi-IN')).toContain('“ऑफ़र”');
    expect(subscribedIn(await read(link))).toEqual([stories]);
    expect(await written(await write(offers))).toEqual({ [address]: 'topic', [neighbour]: 'queued' });
    expect(await written(await write(stories))).toEqual({ [address]: 'queued', [neighbour]: 'queued' });
    // From before there were topics: nobody knows what it is about.
    expect(await written(await write(null))).toEqual({ [address]: 'topic', [neighbour]: 'queued' });
    // Who has to ask for it and has not is not even skipped.
    expect(await written(await write(sellers))).toEqual({});
    const counted = await admin.post('/admin/campaigns/audience', { audience: ALL, topicId: offers });
    expect(counted.body.data).toMatchObject({ recipients: 2, unsubscribed: 1, suppressed: 0 });

    await press(link, 'undo=1');
    expect(subscribedIn(await read(link))).toEqual([offers, stories]);
    expect(await press(link, `preferences=1&topic=${stories}&topic=${sellers}`)).toContain('saved');
    expect(subscribedIn(await read(link))).toEqual([stories, sellers]);
    expect(await written(await write(sellers))).toEqual({ [address]: 'queued' });
    expect(await press(link, 'all=1')).toContain('You are unsubscribed');
    expect(await read(link)).toMatchObject({ suppressed: 'unsubscribe', email: address });
    expect(subscribedIn(await read(link))).toEqual([]);
    await press(link, `preferences=1&topic=${offers}`);
    expect(subscribedIn(await read(link))).toEqual([offers]);
    expect((await read(link)).suppressed).toBeNull();
    const { knex } = platform.container;
    const events = await knex('outbox_events').where({ type: 'campaign.consent_changed', entityId: address });
    expect(events.length).toBeGreaterThan(3);
    expect(
      (await knex('audit_entries').where({ entity: 'campaignConsent', entityId: address })).length,
    ).toBeGreaterThan(1);
  });

  it('a customer chooses signed in; none is none of those to come; what was said follows to another address', async () => {
    const { knex } = platform.container;
    const session = await createSession(platform.container, { email: email() });
    const me = platform.http.as(session.token);
    const put = (topicIds: string[]) => me.put<Preferences>('/store/email-preferences', { topicIds });
    expect(subscribedIn((await me.get<Preferences>('/store/email-preferences')).body.data)).toEqual([
      offers,
      stories,
    ]);
    expect((await put([newId()])).body.errors?.[0]?.path).toBe('body.topicIds');
    expect(subscribedIn((await put([sellers])).body.data)).toEqual([sellers]);
    const moved = email();
    await knex('accounts_users').where({ id: session.userId }).update({ email: moved });
    expect(subscribedIn(await read(linkOf(moved, offers)))).toEqual([sellers]);
    expect((await put([])).body.data).toMatchObject({ suppressed: 'unsubscribe' });
    const later = await create({ names: [{ locale: 'en', name: 'Later' }] });
    expect(Object.keys(await written(await write(later)))).toContain(moved);
    expect(subscribedIn(await read(linkOf(moved, offers)))).toEqual([]);
    await admin.put(`/admin/campaigns/topics/${later}`, { archived: true });
    const guest = platform.http.as((await createSession(platform.container, { anonymous: true })).token);
    expect((await guest.put('/store/email-preferences', { topicIds: [] })).status).toBe(403);
    expect((await guest.get<Preferences>('/store/email-preferences')).body.data.topics).toEqual([]);
  });

  it('who unsubscribes by the provider’s button, or while it is sent, is spared from then on', async () => {
    const { knex, unitOfWork, clock } = platform.container;
    const [first, second, third] = await customers(3);
    const id = await write(offers);
    const [firstRow] = (await knex('campaigns_recipients')
      .where({ broadcastId: id, address: first?.email })
      .select('id')) as { id: string }[];
    await knex('mail_provider_events').insert({
      providerId: 'mailapi',
      eventId: newId(),
      type: 'unsubscribed',
      messageId: firstRow?.id,
      address: first?.email,
      occurredAt: clock.now(),
    });
    const ctx = systemContext({ name: 'test' }, clock.now());
    await unitOfWork.run(ctx, (tx) => createProviderEventHandling(platform.container)(tx, ctx, 100));
    expect(await read(linkOf(first?.email ?? '', offers))).toMatchObject({ suppressed: null });
    await press(linkOf(second?.email ?? '', offers, id), 'List-Unsubscribe=One-Click');
    const steps = createBroadcastSteps(platform.container);
    const shown = { products: {}, listings: {}, coupons: {}, currency: '' };
    const claim = { broadcastId: id, claimId: newId(), limit: 10 };
    const claimed = await unitOfWork.run(ctx, (tx) => steps.claim(tx, ctx, claim, shown, clock.now()));
    expect(claimed.map(({ address }) => address)).toEqual([third?.email]);
    expect(await written(id)).toEqual({
      [first?.email ?? '']: 'topic',
      [second?.email ?? '']: 'topic',
      [third?.email ?? '']: 'sending',
    });
    const figures = await admin.get<{ topicId: string; unsubscribed: number; skipped: number }[]>(
      '/admin/campaigns/topics/statistics',
    );
    const own = figures.body.data.find(({ topicId }) => topicId === offers);
    expect(own).toMatchObject({ unsubscribed: expect.any(Number), skipped: expect.any(Number) });
    expect(own?.unsubscribed).toBeGreaterThanOrEqual(2);
    const about = await admin.get<{ skipped: object[] }>(`/admin/campaigns/broadcasts/${id}/statistics`);
    expect(about.body.data.skipped).toEqual([{ reason: 'topic', count: 2 }]);
  });

  it('inactive: who was written to and did nothing for months is skipped until a click, an order or a choice', async () => {
    const { knex } = platform.container;
    const [quiet, clicked, chose, fresh] = await customers(4);
    const before = new Date(Date.now() - 200 * DAY_MS);
    const id = await write(stories);
    await knex('campaigns_recipients')
      .where({ broadcastId: id })
      .whereNot({ userId: fresh?.userId })
      .update({ state: 'sent', sentAt: before });
    await knex('campaigns_recipients').where({ broadcastId: id, userId: fresh?.userId }).delete();
    const of = async (user: { userId: string } | undefined, link = 'k') => {
      const row = (await knex('campaigns_recipients')
        .where({ broadcastId: id, userId: user?.userId })
        .first('id')) as { id: string };
      const at = new Date();
      await knex('campaigns_clicks').insert({
        recipientId: row.id,
        broadcastId: id,
        key: link,
        clicks: 1,
        firstAt: at,
        lastAt: at,
      });
    };
    await knex('campaigns_links').insert({ broadcastId: id, key: 'k', block: 0, url: 'https://a.example/' });
    await of(clicked);
    await press(linkOf(chose?.email ?? '', stories), `preferences=1&topic=${stories}`);
    const states = async (audience: object = ALL) => written(await write(stories, audience));
    const everyone = [quiet, clicked, chose, fresh].map((user) => user?.email ?? '');
    expect(Object.values(await states())).toEqual(everyone.map(() => 'queued'));
    const inactive = {
      audience: { type: 'inactive_customers' },
      topicId: stories,
      subject: 'x',
      blocks: [{ type: 'divider' }],
    };
    expect((await admin.post('/admin/campaigns/send', inactive)).body.errors?.[0]?.path).toBe(
      'body.audience.type',
    );

    await set({ 'email.campaign_inactive_months': 6 });
    expect(await states()).toEqual({
      ...Object.fromEntries(everyone.map((address) => [address, 'queued'])),
      [quiet?.email ?? '']: 'inactive',
    });
    const counted = await admin.post('/admin/campaigns/audience', { audience: ALL, topicId: stories });
    expect(counted.body.data).toMatchObject({ recipients: 4, inactive: 1, unsubscribed: 0 });
    // The mail that asks whether they want to go on; its click says yes.
    expect(await states({ type: 'inactive_customers' })).toEqual({ [quiet?.email ?? '']: 'queued' });
    await of(quiet);
    expect(Object.values(await states())).toEqual(everyone.map(() => 'queued'));
  });

  it('weekly limit: however many campaigns are written at one moment, nobody gets one more', async () => {
    const people = await customers(40);
    await set({ 'email.campaign_weekly_limit': 2 });
    const ids = await Promise.all([write(stories), write(offers), write(stories), write(offers)]);
    const all = await Promise.all(ids.map(written));
    for (const { email } of people) {
      const states = all.map((states) => states[email]).sort();
      expect(states).toEqual(['queued', 'queued', 'weekly_limit', 'weekly_limit']);
    }
    const counted = await admin.post('/admin/campaigns/audience', { audience: ALL, topicId: stories });
    expect(counted.body.data).toMatchObject({ recipients: 40, overWeeklyLimit: 40 });
    // What is older than a week does not count, what was cancelled neither.
    const { knex } = platform.container;
    const old = new Date(Date.now() - 8 * DAY_MS);
    await knex('campaigns_recipients')
      .whereIn('broadcastId', ids)
      .where({ state: 'queued' })
      .update({ state: 'sent', sentAt: old });
    expect(new Set(Object.values(await written(await write(stories))))).toEqual(new Set(['queued']));
  });
});
