import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession, type TestSession } from '../_support/accounts.js';
import { createBuyer, createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';

interface Note {
  id: string;
  entity: string;
  entityId: string;
  text: string;
  actorType: string;
  actorId: string;
}

let platform: TestPlatform;
let writer: TestSession;
beforeAll(async () => {
  platform = await startPlatform();
  writer = await createSession(platform.container, { permissions: ['note:read', 'note:create'] });
});
afterAll(() => platform.stop());

const http = () => platform.http.as(writer.token);
const write = (entity: string, entityId: string, text: string) =>
  http().post<Note>('/admin/notes', { entity, entityId, text });
const listed = async (entity: string, entityId: string) =>
  (await http().get<Note[]>(`/admin/notes?entity=${entity}&entityId=${entityId}`)).body.data;

describe('internal notes', () => {
  it('are written on orders, vendors and customers with their actor, the newest first', async () => {
    const { container } = platform;
    const buyer = await createBuyer(container);
    const { vendorId } = await createVendor(container);
    const { orderId } = await createConfirmedOrder(container, { buyer, vendorIds: [vendorId] });
    const { id: userId } = (await container
      .knex('accounts_users')
      .where({ email: buyer.email })
      .first('id')) as { id: string };
    const rows: [string, string][] = [
      ['order', orderId],
      ['vendor', vendorId],
      ['user', userId],
    ];
    for (const [entity, id] of rows) {
      expect((await write(entity, id, 'First')).status).toBe(201);
      const second = await write(entity, id, '  Second\nline ');
      const note = { entity, entityId: id, text: 'Second\nline', actorType: 'user', actorId: writer.userId };
      expect(second.body.data).toMatchObject(note);
      expect((await listed(entity, id)).map(({ text }) => text)).toEqual(['Second\nline', 'First']);
    }
  });

  it('have 1 to 4,000 characters and a row that exists', async () => {
    const { vendorId } = await createVendor(platform.container);
    expect((await write('vendor', vendorId, 'x'.repeat(4_000))).status).toBe(201);
    for (const text of ['', '  ', 'x'.repeat(4_001)])
      expect((await write('vendor', vendorId, text)).status).toBe(400);
    expect((await write('product', vendorId, 'x')).status).toBe(400);
    expect((await write('order', vendorId, 'x')).status).toBe(404);
    expect((await write('vendor', newId(), 'x')).status).toBe(404);
  });

  it('are deleted with a permission of their own, and the audit trail keeps the text', async () => {
    const { vendorId, token } = await createVendor(platform.container);
    const { id } = (await write('vendor', vendorId, 'Called twice')).body.data;
    const path = `/admin/notes/${id}`;
    expect((await http().delete(path)).status).toBe(403);
    expect((await platform.http.as(token).get(`/admin/notes`)).status).toBe(403);
    const deleter = await createSession(platform.container, { permissions: ['note:delete'] });
    expect((await platform.http.as(deleter.token).delete(path)).status).toBe(200);
    expect((await platform.http.as(deleter.token).delete(path)).status).toBe(404);
    expect(await listed('vendor', vendorId)).toEqual([]);
    const audit = await platform.container
      .knex('audit_entries')
      .where({ entity: 'note', entityId: id })
      .orderBy('id');
    expect(audit).toMatchObject([
      { action: 'create', after: { entity: 'vendor', entityId: vendorId } },
      { action: 'delete', before: { text: 'Called twice' } },
    ]);
  });

  it('about a customer go with the account, and a note of a deleted author names nobody', async () => {
    const { container } = platform;
    const leaving = await createSession(container, { permissions: ['note:read', 'note:create'] });
    const { vendorId } = await createVendor(container);
    expect((await write('user', leaving.userId, 'Asha moved to 12 Temple Road')).status).toBe(201);
    const own = { entity: 'vendor', entityId: vendorId, text: 'Called back' };
    expect((await platform.http.as(leaving.token).post('/admin/notes', own)).status).toBe(201);
    expect(await listed('vendor', vendorId)).toMatchObject([{ actorName: expect.any(String) }]);

    await container.knex('accounts_users').where({ id: leaving.userId }).delete();
    expect(await listed('user', leaving.userId)).toEqual([]);
    expect(await container.knex('notes').where({ entityId: leaving.userId })).toEqual([]);
    expect(await listed('vendor', vendorId)).toMatchObject([{ text: 'Called back', actorName: null }]);
  });
});
