import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import JSZip from 'jszip';
import { writePersonalZip } from '#activities/personal-data/personal-zip.js';
import { createBuyer, createConfirmedOrder, type TestBuyer } from '../_support/orders.js';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { readyFile } from './ready-file.js';

interface Export {
  id: string;
  status: string;
  format: string;
  rowCount: number;
}
interface PersonalFile {
  tables: Record<string, { text: string; afterErasure: string; rows: Record<string, unknown>[] }>;
}

const PATH = '/me/personal-data/exports';

let platform: TestPlatform;
let buyer: TestBuyer;
let other: TestBuyer;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'exports', 'relay'] });
  buyer = await createBuyer(platform.container);
  other = await createBuyer(platform.container);
});
afterAll(() => platform.stop());

it('a user gets what is kept about them, and nothing of anybody else', async () => {
  const { knex } = platform.container;
  await knex('campaigns_topics').insert({
    id: '019a0000-0000-7000-8000-000000000001',
    names: '{"en": "News"}',
    position: 1,
  });
  for (const { email } of [buyer, other])
    await knex('campaigns_consents').insert({
      address: email,
      topicId: '019a0000-0000-7000-8000-000000000001',
      subscribed: true,
      source: 'preferences',
      changedAt: new Date(),
    });
  const http = platform.http.as(buyer.token);
  const requested = await http.post<Export>(PATH, {});
  expect(requested.status).toBe(202);
  const { id } = requested.body.data;
  await eventually(async () => {
    const list = await http.get<Export[]>(PATH);
    expect(list.body.data).toMatchObject([{ id, status: 'ready' }]);
  });
  const response = await http.get(`${PATH}/${id}/download`);
  expect(response.status).toBe(200);
  const file = JSON.parse(response.body as never) as PersonalFile;
  expect(file.tables['accounts_users']?.rows).toMatchObject([{ email: buyer.email, name: 'Asha Rao' }]);
  expect(file.tables['campaigns_consents']?.rows).toMatchObject([{ address: buyer.email }]);
  expect(file.tables['invoices']?.afterErasure).toContain('section 36 CGST');
  expect(JSON.stringify(file)).not.toContain(other.email);
  const mails = await knex('mail_messages').where({ template: 'personal_data.file_ready' });
  expect(mails).toMatchObject([{ recipient: buyer.email }]);
});

it('a ZIP has a file of each kind of data, the stored PDFs, and a README that says what each is', async () => {
  const { container } = platform;
  const customer = await createBuyer(container);
  await createConfirmedOrder(container, { buyer: customer, paid: true });
  const http = platform.http.as(customer.token);
  const { id } = (await http.post<Export>(PATH, { format: 'zip' })).body.data;
  await eventually(async () => {
    const list = await http.get<Export[]>(PATH);
    expect(list.body.data).toMatchObject([{ id, status: 'ready', format: 'zip' }]);
  });
  const response = await fetch(`${platform.url}${PATH}/${id}/download`, {
    headers: { authorization: `Bearer ${customer.token}` },
  });
  expect(response.headers.get('content-disposition')).toMatch(/personal-data_[\d-]+\.zip/);
  const zip = await JSZip.loadAsync(await response.arrayBuffer(), { checkCRC32: true });
  const text = async (path: string) => (await zip.file(path)?.async('string')) ?? '';
  expect(JSON.parse(await text('data/accounts_users.json'))).toMatchObject([{ email: customer.email }]);
  expect(JSON.parse(await text('data/orders.json'))).toMatchObject([{ email: customer.email }]);
  const readme = await text('README.txt');
  const files = Object.keys(zip.files).filter((path) => path.startsWith('data/'));
  expect(files.filter((path) => !readme.includes(path))).toEqual([]);
  expect(readme).toContain('Orders with their addresses: 1 entry.');
  expect(readme).toContain('Nothing is kept about you of these:');
  for (const path of files) expect(await text(path)).not.toContain(other.email);
});

it('a ZIP holds no more of a PDF in memory than it has sent', async () => {
  const { container } = platform;
  const { userId, email } = await createBuyer(container);
  const { orderId, subOrders } = await createConfirmedOrder(container, {
    buyer: { userId, email } as TestBuyer,
  });
  const [subOrder] = subOrders;
  await container.knex('invoices').insert({
    orderId,
    subOrderId: subOrder?.subOrderId,
    vendorId: subOrder?.vendorId,
    prefix: 'INV',
    status: 'ready',
    financialYear: '2627',
    sequence: 1,
    issuedAt: new Date(),
    storageKey: 'invoices/large.pdf',
  });
  const [chunk, chunks] = [Buffer.alloc(1 << 20, 'x'), 48];
  let [made, sent, ahead] = [0, 0, 0];
  async function* pdf() {
    for (; made < chunks; made += 1) {
      ahead = Math.max(ahead, made - sent / chunk.length);
      yield await Promise.resolve(chunk);
    }
  }
  const storage = { get: () => Promise.resolve({ body: Readable.from(pdf()) } as never) };
  const target = new Writable({
    write(bytes: Buffer, _encoding, done) {
      sent += bytes.length;
      setImmediate(done);
    },
  });
  const person = { userId, email };
  const job = { knex: container.knex, person, createdAt: new Date(), signal: AbortSignal.timeout(30_000) };
  await writePersonalZip({ ...job, storage, written: () => undefined }, target);
  expect(made).toBe(chunks);
  expect(sent).toBeGreaterThan(chunks * chunk.length);
  expect(ahead).toBeLessThan(8);
});

it('of requests at once one is accepted, and the others are refused', async () => {
  const http = platform.http.as(other.token);
  const responses = await Promise.all(Array.from({ length: 5 }, () => http.post(PATH, {})));
  expect(responses.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
});

it('nobody else downloads a file, nor its user after it has expired', async () => {
  const id = await readyFile(platform.container, buyer.userId);
  const path = `${PATH}/${id}/download`;
  expect((await platform.http.as(buyer.token).get(path)).status).toBe(200);
  expect((await platform.http.as(other.token).get(path)).status).toBe(404);
  expect((await platform.http.get(path)).status).toBe(401);
  await platform.container
    .knex('personal_data_exports')
    .where({ id })
    .update({ expiresAt: new Date(Date.now() - 1_000) });
  expect((await platform.http.as(buyer.token).get(path)).status).toBe(404);
});

it('a guest has no file', async () => {
  const guest = await createBuyer(platform.container, { anonymous: true });
  expect((await platform.http.as(guest.token).post(PATH, {})).status).toBe(403);
});
