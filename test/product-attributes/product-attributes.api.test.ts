import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { done, refusal } from '../products/product-shop.js';
import {
  type AttributeResponse,
  type AttributeShop,
  type GroupResponse,
  startAttributeShop,
} from './attribute-shop.js';

let shop: AttributeShop;
const unknownId = '0199c0de-7e5c-7000-8000-000000000001';

beforeAll(async () => {
  shop = await startAttributeShop();
});
afterAll(() => shop.stop());

const eventsOf = (id: string) =>
  shop.container
    .knex('outbox_events')
    .where({ entityId: id, type: 'catalog.attribute.changed' })
    .orderBy('id')
    .pluck('payload');
const actionsOf = (id: string) =>
  shop.container.knex('audit_entries').where({ entityId: id }).orderBy('id').pluck('action');

describe('attributes', () => {
  const base = '/admin/product-attributes';

  it('are created with their values and the documented defaults', async () => {
    const body = {
      title: ' Size ',
      code: 'size',
      type: 'select',
      values: [{ value: 'S' }, { value: 'M', sortOrder: 7 }],
    };
    const created = done(await shop.admin.post<AttributeResponse>(base, body), 201);
    expect(created).toMatchObject({
      title: 'Size',
      code: 'size',
      type: 'select',
      isRequired: false,
      isUnique: false,
      deletedAt: null,
      values: [
        { attributeId: created.id, value: 'S', sortOrder: 0, deletedAt: null },
        { value: 'M', sortOrder: 7 },
      ],
    });
    expect(done(await shop.admin.get(`${base}/${created.id}`))).toEqual(created);
    expect((await shop.attribute('text')).values).toBeUndefined();
    expect((await shop.attribute('multi_select')).values).toEqual([]);
    expect([await eventsOf(created.id), await actionsOf(created.id)]).toEqual([
      [{ kind: 'attribute', change: 'created' }],
      ['create'],
    ]);
  });

  it.each([
    [{ type: 'colour' }, 'type'],
    [{ code: 'Upper' }, 'code'],
    [{ code: 'under_score' }, 'code'],
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(256) }, 'title'],
    [{ type: 'text', values: [{ value: 'x' }] }, 'values'],
    [{ values: [{ value: '' }] }, 'values.0.value'],
    [{ values: [{ value: 'x', sortOrder: -1 }] }, 'values.0.sortOrder'],
    [{ values: [{ value: 'Red' }, { value: 'RED' }] }, 'values.1.value'],
  ])('refuse %j', async (fields, path) => {
    const response = await shop.admin.post(base, { title: 'T', code: 'refused', type: 'select', ...fields });
    expect(refusal(response)).toEqual({ status: 400, code: 'VALIDATION_ERROR', paths: [`body.${path}`] });
  });

  it('have a code that is unique among live ones, in a race too', async () => {
    const body = { title: 'Race', code: 'raced', type: 'text' };
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => shop.admin.post<AttributeResponse>(base, body)),
    );
    const statuses = responses
      .map(({ status, body: { errorCode } }) => `${status} ${errorCode ?? ''}`)
      .sort();
    expect(statuses).toEqual(['201 ', ...Array<string>(9).fill('409 UNIQUE_VIOLATION')]);
    const first = responses.find(({ status }) => status === 201)?.body.data.id ?? '';
    const other = await shop.attribute('text');
    expect((await shop.admin.put(`${base}/${other.id}`, { code: 'raced' })).status).toBe(409);
    done(await shop.admin.delete(`${base}/${first}`));
    done(await shop.admin.put(`${base}/${other.id}`, { code: 'raced' }));
    expect((await shop.admin.post(`${base}/${first}/restore`)).status).toBe(409);
  });

  it('replace their values by id or text, whatever the case; ids of those that stay are kept', async () => {
    const attribute = await shop.attribute('select', {
      values: [{ value: 'S' }, { value: 'M' }, { value: 'L' }],
    });
    const [small, medium] = attribute.values ?? [];
    const put = (values: object[]) =>
      shop.admin.put<AttributeResponse>(`${base}/${attribute.id}`, { values });
    const swapped = done(
      await put([{ id: medium?.id, value: 'S' }, { id: small?.id, value: 'M' }, { value: 'XL' }]),
    );
    expect(swapped.values).toMatchObject([
      { id: medium?.id, value: 'S' },
      { id: small?.id, value: 'M' },
      { value: 'XL' },
    ]);
    const folded = done(await put([{ value: 'xl' }, { value: 's' }]));
    expect(folded.values).toMatchObject([
      { id: swapped.values?.[2]?.id, value: 'xl' },
      { id: medium?.id, value: 's' },
    ]);
    const again = done(await put([{ value: 'xl' }, { value: 's' }]));
    expect(again).toEqual(folded);
    expect(refusal(await put([{ id: unknownId, value: 'x' }]))).toMatchObject({
      status: 400,
      paths: ['body.values.0.id'],
    });
    expect(await eventsOf(attribute.id)).toHaveLength(3);
  });

  it('lose their values with a type that has none', async () => {
    const attribute = await shop.attribute('select', { values: [{ value: 'S' }] });
    const path = `${base}/${attribute.id}`;
    expect((await shop.admin.put(path, { type: 'text', values: [] })).status).toBe(400);
    expect(done(await shop.admin.put<AttributeResponse>(path, { type: 'text' })).values).toBeUndefined();
    expect(done(await shop.admin.put<AttributeResponse>(path, { type: 'select' })).values).toEqual([]);
  });

  it('are deleted and restored, and read by id meanwhile', async () => {
    const { id, code } = await shop.attribute('number', { title: 'Weight' });
    const gone = done(await shop.admin.delete<AttributeResponse>(`${base}/${id}`));
    expect(gone.deletedAt).not.toBeNull();
    expect(done(await shop.admin.delete(`${base}/${id}`))).toEqual(gone);
    expect(done(await shop.admin.get(`${base}/${id}`))).toEqual(gone);
    expect((await shop.admin.put(`${base}/${id}`, { title: 'x' })).status).toBe(404);
    const listed = async (query = '') =>
      done(await shop.admin.get<AttributeResponse[]>(`${base}?search=${code}${query}`)).map((row) => row.id);
    expect([await listed(), await listed('&filters[]=includeDeleted:eq:true')]).toEqual([[], [id]]);
    expect(done(await shop.admin.post<AttributeResponse>(`${base}/${id}/restore`)).deletedAt).toBeNull();
    expect(await listed('&filters[]=type:eq:number&sort=title:asc')).toEqual([id]);
    expect(await actionsOf(id)).toEqual(['create', 'delete', 'restore']);
    for (const [method, path] of [
      ['get', ''],
      ['put', ''],
      ['delete', ''],
      ['post', '/restore'],
    ] as const)
      expect((await shop.admin[method](`${base}/${unknownId}${path}`, {})).status).toBe(404);
  });

  it('are read by vendors, live ones alone', async () => {
    const live = await shop.attribute('text', { title: 'For vendors' });
    const gone = await shop.attribute('text', { title: 'For vendors' });
    done(await shop.admin.delete(`${base}/${gone.id}`));
    const { body } = await shop.mine.get<AttributeResponse[]>(
      '/vendor/product-attributes?search=for%20vendors',
    );
    expect(body.data).toEqual([live]);
    expect(body.metadata).toEqual({ total: 1, limit: 20, offset: 0, hasMore: false });
    expect((await shop.mine.get('/vendor/product-attributes?filters[]=includeDeleted:eq:true')).status).toBe(
      400,
    );
  });
});

describe('groups', () => {
  const base = '/admin/product-attribute-groups';

  it('hold attributes in order, hide deleted ones and show them again', async () => {
    const [item, two] = [
      await shop.attribute('text'),
      await shop.attribute('select', { values: [{ value: 'S' }] }),
    ];
    const group = await shop.group([
      { attributeId: item.id, sortOrder: 5 },
      { attributeId: two.id, sortOrder: 1 },
    ]);
    expect(group.attributes).toEqual([
      { ...two, sortOrder: 1 },
      { ...item, sortOrder: 5 },
    ]);
    const members = async () =>
      done(await shop.admin.get<GroupResponse>(`${base}/${group.id}`)).attributes.map(({ id }) => id);
    done(await shop.admin.delete(`/admin/product-attributes/${two.id}`));
    expect(await members()).toEqual([item.id]);
    done(await shop.admin.post(`/admin/product-attributes/${two.id}/restore`));
    expect(await members()).toEqual([two.id, item.id]);
  });

  it('replace their members as a whole; without them they stay', async () => {
    const [item, two] = [await shop.attribute('text'), await shop.attribute('text')];
    const group = await shop.group([{ attributeId: item.id }]);
    const put = async (body: object) =>
      done(await shop.admin.put<GroupResponse>(`${base}/${group.id}`, body));
    expect((await put({ title: 'Renamed' })).attributes.map(({ id }) => id)).toEqual([item.id]);
    expect((await put({ attributes: [{ attributeId: two.id }] })).attributes.map(({ id }) => id)).toEqual([
      two.id,
    ]);
    await put({ attributes: [{ attributeId: two.id }] });
    expect((await put({ attributes: [] })).attributes).toEqual([]);
    expect(await eventsOf(group.id)).toHaveLength(4);
  });

  it('refuse unknown, deleted and repeated members, and a code that is taken', async () => {
    const [item, gone] = [await shop.attribute('text'), await shop.attribute('text')];
    done(await shop.admin.delete(`/admin/product-attributes/${gone.id}`));
    const attributes = [
      { attributeId: item.id },
      { attributeId: gone.id },
      { attributeId: unknownId },
      { attributeId: item.id },
    ];
    const body = { title: 'G', code: 'refusing', attributes };
    expect(refusal(await shop.admin.post(base, body))).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      paths: [1, 2, 3].map((index) => `body.attributes.${index}.attributeId`),
    });
    const { code } = await shop.group([]);
    expect(refusal(await shop.admin.post(base, { title: 'G', code }))).toMatchObject({
      status: 409,
      code: 'UNIQUE_VIOLATION',
    });
  });

  it('are deleted and restored, listed for administrators and vendors', async () => {
    const group = await shop.group([]);
    const gone = done(await shop.admin.delete<GroupResponse>(`${base}/${group.id}`));
    expect(gone.deletedAt).not.toBeNull();
    expect(done(await shop.admin.delete(`${base}/${group.id}`))).toEqual(gone);
    const listed = async (path: string, as = shop.admin) =>
      done(await as.get<GroupResponse[]>(`${path}?search=${group.code}`));
    expect(await listed(base)).toEqual([]);
    expect((await shop.admin.put(`${base}/${group.id}`, { title: 'x' })).status).toBe(404);
    const restored = done(await shop.admin.post<GroupResponse>(`${base}/${group.id}/restore`));
    expect(restored.deletedAt).toBeNull();
    expect([await listed(base), await listed('/vendor/product-attribute-groups', shop.mine)]).toEqual([
      [restored],
      [restored],
    ]);
    expect(await actionsOf(group.id)).toEqual(['create', 'delete', 'restore']);
  });
});
