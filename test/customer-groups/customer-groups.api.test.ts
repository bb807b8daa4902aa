import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCustomerGroupsQueues } from '#activities/customer-groups/customer-groups.queues.js';
import type { GroupRule } from '#domain/customer-groups/group-rules.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createBuyer, createConfirmedOrder, type TestBuyer } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';

interface Row {
  id: string;
  name: string;
  memberCount: number;
  refreshedAt: string | null;
  deletedAt: string | null;
}
interface Member {
  userId: string;
  email: string | null;
  city: string | null;
  orders: number | null;
  spent: number | null;
}

let platform: TestPlatform;
let admin: HttpClient;
let vendorIds: string[];
let often: TestBuyer;
let once: TestBuyer;
let never: TestBuyer;

beforeAll(async () => {
  platform = await startPlatform();
  const { container } = platform;
  admin = platform.http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  // The latest customers are shown as examples, and a vendor has people too.
  vendorIds = [(await createVendor(container)).vendorId];
  [often, once, never] = [
    await createBuyer(container),
    await createBuyer(container),
    await createBuyer(container),
  ];
  const guest = await createBuyer(container, { anonymous: true });
  const order = (buyer: TestBuyer, daysAgo: number) =>
    createConfirmedOrder(container, {
      buyer,
      vendorIds,
      placedAt: new Date(Date.now() - daysAgo * 86_400_000),
    });
  for (const daysAgo of [90, 40, 2]) await order(often, daysAgo);
  await order(once, 60);
  await order(guest, 1);
  await createConfirmedOrder(container, { buyer: never, vendorIds, status: 'pending_payment' });
});
afterAll(() => platform.stop());

const path = '/admin/customer-groups';
const control = { heartbeat: () => undefined, signal: new AbortController().signal };
const rule = (field: GroupRule['field'], op: GroupRule['op'], of: number | string[]): GroupRule =>
  typeof of === 'number' ? { field, op, value: of } : { field, op, values: of };

async function create(fields: object): Promise<Row> {
  const response = await admin.post<Row>(path, { name: `Group ${newId()}`, ...fields });
  expect(response.status).toBe(201);
  return response.body.data;
}
const refresh = () =>
  createCustomerGroupsQueues(platform.container).passes?.['customer-groups-refresh']?.({
    ...control,
    limit: 100,
  });
const members = async (id: string) =>
  (await admin.get<Member[]>(`${path}/${id}/members`)).body.data.map(({ userId }) => userId).sort();
/** The test buyers whom rules select. */
async function selected(rules: GroupRule[], match: 'all' | 'any' = 'all'): Promise<string[]> {
  const { body } = await admin.post<{ count: number; examples: Member[] }>(`${path}/preview`, {
    match,
    rules,
  });
  const names = new Map([
    [often.userId, 'often'],
    [once.userId, 'once'],
    [never.userId, 'never'],
  ]);
  return body.data.examples.flatMap(({ userId }) => names.get(userId) ?? []).sort();
}
async function recorded(id: string): Promise<[events: string[], actions: string[]]> {
  const { knex } = platform.container;
  const events = await knex('outbox_events').where({ entityId: id }).orderBy('id').pluck<string[]>('type');
  const actions = await knex('audit_entries').where({ entityId: id }).orderBy('id').pluck<string[]>('action');
  return [events, actions];
}

describe('static groups', () => {
  it('get and lose members by id and e-mail, each change with event and audit', async () => {
    const { id } = await create({ description: 'By hand' });
    const added = await admin.post(`${path}/${id}/members`, {
      userIds: [often.userId, newId()],
      emails: [once.email.toUpperCase(), 'nobody@example.com', often.email],
    });
    expect(added.body.data).toMatchObject({ added: 2, unknown: [expect.any(String), 'nobody@example.com'] });
    expect((await admin.post(`${path}/${id}/members`, { userIds: [often.userId] })).body.data).toEqual({
      added: 0,
      unknown: [],
    });
    expect(await members(id)).toEqual([often.userId, once.userId].sort());
    expect((await admin.get<Row>(`${path}/${id}`)).body.data.memberCount).toBe(2);
    const found = await admin.get<Member[]>(`${path}/${id}/members?search=${often.email}`);
    expect(found.body.data.map(({ userId }) => userId)).toEqual([often.userId]);
    const removed = await admin.post(`${path}/${id}/members/remove`, {
      emails: [once.email],
      userIds: [never.userId],
    });
    expect(removed.body.data).toEqual({ removed: 1 });
    expect((await admin.get<Row>(`${path}/${id}`)).body.data.memberCount).toBe(1);
    expect((await admin.delete<Row>(`${path}/${id}`)).body.data.deletedAt).not.toBeNull();
    expect(await recorded(id)).toEqual([
      [
        'customer-group.created',
        'customer-group.members_changed',
        'customer-group.members_changed',
        'customer-group.deleted',
      ],
      ['create', 'change-members', 'change-members', 'delete'],
    ]);
  });

  it('take rules never, and a name once', async () => {
    const { name } = await create({});
    expect((await admin.post(path, { name: name.toUpperCase() })).status).toBe(409);
    expect((await admin.post(path, { name: 'x', rules: [rule('orders', 'at_least', 1)] })).status).toBe(400);
  });
});

describe('rules', () => {
  it.each<[string, GroupRule[], string[]]>([
    ['orders at least', [rule('orders', 'at_least', 2)], ['often']],
    ['orders at most', [rule('orders', 'at_most', 0)], ['never']],
    ['spent', [rule('spent', 'at_least', 1)], ['often', 'once']],
    ['last order within', [rule('last_order', 'within', 30)], ['often']],
    ['last order before', [rule('last_order', 'before', 30)], ['once']],
    ['signed up within', [rule('signed_up', 'within', 1)], ['never', 'often', 'once']],
    ['signed up before', [rule('signed_up', 'before', 1)], []],
    ['country', [rule('country', 'is', ['IN'])], ['often', 'once']],
    ['not the country', [rule('country', 'is_not', ['IN'])], ['never']],
    ['postal code', [rule('postal_code', 'is', ['9'])], []],
    ['category', [rule('category', 'is', [newId()])], []],
    [
      'two categories',
      [rule('category', 'is_not', [newId()]), rule('category', 'is_not', [newId()])],
      ['never', 'often', 'once'],
    ],
    ['and', [rule('orders', 'at_least', 1), rule('last_order', 'before', 30)], ['once']],
  ])('select by %s', async (_name, rules, expected) => {
    expect(await selected(rules)).toEqual(expected);
  });

  it('select by any of them', async () => {
    expect(await selected([rule('orders', 'at_least', 3), rule('orders', 'at_most', 0)], 'any')).toEqual([
      'never',
      'often',
    ]);
  });

  it.each<GroupRule>([
    rule('orders', 'within', 1),
    { field: 'orders', op: 'at_least' },
    { field: 'city', op: 'is', values: [] },
    rule('postal_code', 'is', ['5%']),
    rule('category', 'is', ['no-id']),
    { field: 'spent', op: 'at_least', value: 1, values: ['x'] },
  ])('refuse %j', async (broken) => {
    expect((await admin.post(`${path}/preview`, { rules: [broken] })).status).toBe(400);
    expect((await admin.post(path, { name: 'Broken', kind: 'rules', rules: [broken] })).status).toBe(400);
  });

  it('show names and addresses only to those who may read customers', async () => {
    const { container } = platform;
    const operator = await createSession(container, { permissions: ['customerGroup:read'] });
    const rules = [rule('city', 'is_not', ['Nowhere']), rule('orders', 'at_least', 3)];
    const { body } = await platform.http
      .as(operator.token)
      .post<{ examples: Member[] }>(`${path}/preview`, { rules });
    expect(body.data.examples).toMatchObject([{ userId: often.userId, email: null, city: null, orders: 3 }]);
    const full = await admin.post<{ examples: Member[] }>(`${path}/preview`, { rules });
    expect(full.body.data.examples).toMatchObject([{ email: often.email, city: expect.any(String) }]);
  });
});

describe('groups by rules', () => {
  it('are refreshed on a change and by order, and refuse members by hand', async () => {
    const { id } = await create({ kind: 'rules', rules: [rule('orders', 'at_least', 2)] });
    await refresh();
    expect(await members(id)).toEqual([often.userId]);
    expect((await admin.get<Row>(`${path}/${id}`)).body.data).toMatchObject({
      memberCount: 1,
      refreshedAt: expect.any(String),
    });
    expect((await admin.post(`${path}/${id}/members`, { userIds: [never.userId] })).status).toBe(409);

    const { orderId } = await createConfirmedOrder(platform.container, { buyer: once, vendorIds });
    const delivery = { id: 1, event: { payload: { orderId, userId: once.userId } } } as never;
    const { drains } = createCustomerGroupsQueues(platform.container);
    await Promise.all([drains?.['customer-groups-buyers']?.([delivery], control), refresh()]);
    expect(await members(id)).toEqual([often.userId, once.userId].sort());
    expect((await admin.get<Row>(`${path}/${id}`)).body.data.memberCount).toBe(2);

    await platform.container.knex('orders').where({ id: orderId }).update({ status: 'cancelled' });
    await drains?.['customer-groups-buyers']?.([delivery], control);
    expect(await members(id)).toEqual([often.userId]);
    await admin.put(`${path}/${id}`, { rules: [rule('orders', 'at_most', 0)] });
    await refresh();
    const changed = await members(id);
    expect(changed).toContain(never.userId);
    expect(changed).not.toContain(often.userId);
    expect((await admin.get<Row>(`${path}/${id}`)).body.data.memberCount).toBe(changed.length);
  });

  it('lose no order that is confirmed while refreshes run', async () => {
    const { id } = await create({ kind: 'rules', rules: [rule('orders', 'at_least', 1)] });
    const handle = createCustomerGroupsQueues(platform.container).drains?.['customer-groups-buyers'];
    const buyers = await Promise.all(Array.from({ length: 8 }, () => createBuyer(platform.container)));
    const nightly = createCustomerGroupsQueues(platform.container).sweeps?.indexing?.['customer-groups'];
    await Promise.all([
      ...buyers.map(async (buyer) => {
        const { orderId } = await createConfirmedOrder(platform.container, { buyer, vendorIds });
        await handle?.([{ id: 1, event: { payload: { orderId, userId: buyer.userId } } } as never], control);
      }),
      (async () => {
        for (let round = 0; round < 4; round++) await nightly?.().then(refresh);
      })(),
    ]);
    const found = await members(id);
    expect(found).toEqual(expect.arrayContaining(buyers.map(({ userId }) => userId)));
    expect(found).toEqual([...new Set(found)]);
    expect((await admin.get<Row>(`${path}/${id}`)).body.data.memberCount).toBe(found.length);
  });
});
