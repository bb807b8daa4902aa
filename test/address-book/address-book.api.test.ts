import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_SAVED_ADDRESSES } from '#domain/address-book/saved-address.js';
import { newId } from '#lib/ids.js';
import type { HttpClient } from '../_support/http-client.js';
import { createBuyer } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface Saved {
  id: string;
  label: string | null;
  address: { line1: string; gstin: string | null };
  isDefaultShipping: boolean;
  isDefaultBilling: boolean;
}

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const path = '/store/addresses';
const mumbai = {
  name: 'Meera Iyer',
  phone: '+91 98200 12345',
  line1: '12 Hill Road',
  city: 'Mumbai',
  stateCode: '27',
  postalCode: '400050',
};
const GSTIN = '27AAPFU0939F1ZV';

async function buyer(): Promise<HttpClient & { userId: string }> {
  const { token, userId } = await createBuyer(platform.container);
  return Object.assign(platform.http.as(token), { userId });
}

async function save(http: HttpClient, body: object = {}): Promise<Saved> {
  const response = await http.post<Saved>(path, { address: mumbai, ...body });
  expect(response.status).toBe(201);
  return response.body.data;
}

const list = async (http: HttpClient) => (await http.get<Saved[]>(path)).body.data;

/** The labels of the default addresses: of deliveries, of billing. */
async function defaults(http: HttpClient): Promise<(string | null)[][]> {
  const rows = await list(http);
  const of = (kind: 'isDefaultShipping' | 'isDefaultBilling') =>
    rows.filter((row) => row[kind]).map(({ label }) => label);
  return [of('isDefaultShipping'), of('isDefaultBilling')];
}

describe('an address book', () => {
  it('is created, listed, changed and deleted with audit entry and event, neither of which has the address', async () => {
    const http = await buyer();
    const saved = await save(http, { label: 'Home' });
    expect(saved).toMatchObject({
      label: 'Home',
      isDefaultShipping: true,
      isDefaultBilling: true,
      address: { ...mumbai, phone: '+919820012345', line2: null, country: 'IN', gstin: null },
    });
    const itemPath = `${path}/${saved.id}`;
    const changed = await http.patch<Saved>(itemPath, { address: { ...mumbai, line1: '14 Hill Road' } });
    expect(changed.body.data).toMatchObject({ label: 'Home', address: { line1: '14 Hill Road' } });
    expect((await http.patch(itemPath, { label: 'Home', isDefaultShipping: true })).status).toBe(200);
    expect((await http.get<Saved>(itemPath)).body.data).toEqual(changed.body.data);
    expect((await http.delete(itemPath)).status).toBe(200);
    expect([(await http.get(itemPath)).status, (await http.delete(itemPath)).status]).toEqual([404, 404]);
    expect(await list(http)).toEqual([]);

    const { knex } = platform.container;
    const events = (await knex('outbox_events').where({ entityId: saved.id }).orderBy('id')) as {
      type: string;
    }[];
    const audit = (await knex('audit_entries').where({ entityId: saved.id }).orderBy('id')) as {
      action: string;
    }[];
    expect(events.map(({ type }) => type)).toEqual([
      'address_book.created',
      'address_book.updated',
      'address_book.deleted',
    ]);
    expect(audit.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    expect(JSON.stringify([events, audit])).not.toMatch(/Hill|Mumbai|98200|Meera|Home|400050/);
  });

  it('has one default of each kind, which moves when another address takes it or the address is deleted', async () => {
    const http = await buyer();
    const first = await save(http, { label: 'first', isDefaultShipping: false });
    expect(await defaults(http)).toEqual([['first'], ['first']]);
    const second = await save(http, { label: 'second', isDefaultBilling: true });
    expect(await defaults(http)).toEqual([['first'], ['second']]);
    await save(http, { label: 'third' });
    await http.patch(`${path}/${second.id}`, { isDefaultShipping: true });
    expect(await defaults(http)).toEqual([['second'], ['second']]);
    await http.patch(`${path}/${second.id}`, { isDefaultShipping: false });
    expect(await defaults(http)).toEqual([['second'], ['second']]);
    await http.delete(`${path}/${second.id}`);
    expect(await defaults(http)).toEqual([['third'], ['third']]);
    expect((await list(http)).at(-1)?.id).toBe(first.id);
  });

  it('belongs to its customer alone', async () => {
    const [owner, other] = [await buyer(), await buyer()];
    const itemPath = `${path}/${(await save(owner)).id}`;
    const tried = [
      await other.get(itemPath),
      await other.patch(itemPath, { label: 'mine' }),
      await other.delete(itemPath),
    ];
    expect(tried.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await list(other)).toEqual([]);
    const guest = platform.http.as((await createBuyer(platform.container, { anonymous: true })).token);
    const refused = await guest.post(path, { address: mumbai });
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'FORBIDDEN']);
  });

  it.each([
    [
      'a GSTIN of another state',
      { stateCode: '29', postalCode: '560001', gstin: GSTIN },
      'body.address.gstin',
    ],
    ['a GSTIN outside India', { country: 'NP', gstin: GSTIN }, 'body.address.gstin'],
    ['a GSTIN with a wrong check character', { gstin: '27AAPFU0939F1ZW' }, 'body.address.gstin'],
    ['a PIN code of another state', { postalCode: '560001' }, 'body.address.postalCode'],
    ['a phone number without a country code', { phone: '98200 12345' }, 'body.address.phone'],
    ['no street', { line1: ' ' }, 'body.address.line1'],
  ])('refuses %s, when saved and when changed', async (_case, field, where) => {
    const http = await buyer();
    const { id } = await save(http, { address: { ...mumbai, gstin: GSTIN } });
    const address = { ...mumbai, ...field };
    for (const response of [
      await http.post(path, { address }),
      await http.patch(`${path}/${id}`, { address }),
    ]) {
      expect(response.status).toBe(400);
      expect(response.body.errors?.map(({ path: at }) => at)).toEqual([where]);
    }
  });
});

it('a change that repeats one default and asks for the other keeps both', async () => {
  const http = await buyer();
  await save(http, { label: 'first' });
  const { id } = await save(http, { label: 'second', isDefaultBilling: true });
  const both = { isDefaultShipping: true, isDefaultBilling: true };
  expect((await http.patch(`${path}/${id}`, both)).body.data).toMatchObject(both);
  expect(await defaults(http)).toEqual([['second'], ['second']]);
});

describe('simultaneous requests', () => {
  it('with one Idempotency-Key save one address, another body with the key is refused', async () => {
    const http = await buyer();
    const headers = { 'idempotency-key': newId() };
    const send = (body: object) => http.post<Saved>(path, body, headers);
    const same = { label: 'Home', address: mumbai };
    const sent = await Promise.all([send(same), send(same)]);
    expect(sent.map(({ status }) => status)).toEqual([201, 201]);
    expect(sent[0]?.body.data).toEqual(sent[1]?.body.data);
    expect((await send({ ...same, label: 'Office' })).status).toBe(409);
    const [saved, ...more] = await list(http);
    expect([saved, more]).toEqual([sent[0]?.body.data, []]);
    const written = platform.container.knex('outbox_events').where({ entityId: saved?.id });
    expect(await written.select('type')).toEqual([{ type: 'address_book.created' }]);
  });

  it(`never save more than ${MAX_SAVED_ADDRESSES} addresses`, async () => {
    const http = await buyer();
    const rows = Array.from({ length: MAX_SAVED_ADDRESSES - 2 }, (_, index) => ({
      userId: http.userId,
      address: JSON.stringify({ ...mumbai, line2: null, country: 'IN', gstin: null }),
      isDefaultShipping: index === 0,
      isDefaultBilling: index === 0,
    }));
    await platform.container.knex('address_book_addresses').insert(rows);
    const tried = await Promise.all(Array.from({ length: 8 }, () => http.post(path, { address: mumbai })));
    const statuses = tried.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, 409, 409, 409, 409, 409, 409]);
    expect(await list(http)).toHaveLength(MAX_SAVED_ADDRESSES);
  });

  it('leave one default of each kind: first addresses, changes and deletions at once', async () => {
    const http = await buyer();
    const saved = await Promise.all(['a', 'b', 'c', 'd'].map((label) => save(http, { label })));
    expect((await defaults(http)).map(({ length }) => length)).toEqual([1, 1]);
    const [a, ...others] = saved.map(({ id }) => `${path}/${id}`);
    const responses = await Promise.all([
      ...others.map((itemPath) => http.patch(itemPath, { isDefaultShipping: true, isDefaultBilling: true })),
      http.delete(a ?? ''),
      ...others.map((itemPath) => http.patch(itemPath, { isDefaultBilling: true })),
    ]);
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    expect((await defaults(http)).map(({ length }) => length)).toEqual([1, 1]);
  });
});

describe('a cart', () => {
  interface Cart {
    id: string;
    shippingAddress: Saved['address'] | null;
    billingAddress: Saved['address'] | null;
  }

  it('takes its addresses from the address book, as copies', async () => {
    const http = await buyer();
    const home = await save(http, { label: 'Home' });
    const office = await save(http, { address: { ...mumbai, line1: '1 Fort', gstin: GSTIN } });
    const { id } = (await http.post<Cart>('/store/carts', {})).body.data;
    const at = `/store/carts/${id}/addresses`;
    const set = await http.put<Cart>(at, { shippingAddressId: home.id, billingAddressId: office.id });
    expect(set.status).toBe(200);
    expect(set.body.data).toMatchObject({ shippingAddress: home.address, billingAddress: office.address });
    await http.delete(`${path}/${home.id}`);
    const read = await http.get<Cart>(`/store/carts/${id}`);
    expect(read.body.data.shippingAddress).toEqual(home.address);
  });

  it('takes neither the address of another customer, nor one that is both sent and named', async () => {
    const [http, other] = [await buyer(), await buyer()];
    const foreign = await save(other);
    const own = await save(http);
    const { id } = (await http.post<Cart>('/store/carts', {})).body.data;
    const at = `/store/carts/${id}/addresses`;
    const refused = await http.put(at, { shippingAddressId: own.id, billingAddressId: foreign.id });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'body.billingAddressId', message: 'saved address not found', code: 'unknown_reference' }],
    ]);
    const both = await http.put(at, { shippingAddressId: own.id, shippingAddress: mumbai });
    expect([both.status, both.body.errors?.[0]?.path]).toEqual([400, 'body.shippingAddressId']);
    expect((await http.get<Cart>(`/store/carts/${id}`)).body.data.shippingAddress).toBeNull();
  });
});
