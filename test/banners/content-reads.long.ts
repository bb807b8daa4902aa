import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { type ApiProcess, startApiProcess } from '../_support/api-process.js';
import { createHttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createCategory } from '../_support/taxonomy.js';

const SECONDS = 60;
/** How old what is read may be; the machine of a test may be busy. */
const FRESH_MS = 3_000;

let platform: TestPlatform;
const processes: ApiProcess[] = [];

beforeAll(async () => {
  platform = await startPlatform();
  for (let count = 0; count < 2; count += 1) processes.push(await startApiProcess(platform.container.config));
});
afterAll(async () => {
  for (const process of processes) await process.kill();
  await platform.stop();
});

it('three processes read what was written, never older than what they have shown, under constant writes', async () => {
  const { container } = platform;
  const { token } = await createSession(container, { roles: ['admin'] });
  const { id: entityId, slug } = await createCategory(container);
  const urls = [platform.url, ...processes.map(({ url }) => url)];
  const admins = urls.map((url) => createHttpClient(url).as(token));
  const made = await admins[0]?.post<{ id: string }>('/admin/banners', {
    entityType: 'category',
    entityId,
    image: '0',
    url: '/a',
  });
  expect(made?.status).toBe(201);
  const path = `/admin/banners/${made?.body.data.id}`;

  const until = Date.now() + SECONDS * 1_000;
  /** When the change to each number was acknowledged. */
  const acknowledged = [Date.now()];
  let reads = 0;
  async function write(): Promise<void> {
    for (let mark = 1; Date.now() < until; mark += 1) {
      const response = await admins[mark % admins.length]?.put(path, { image: String(mark) });
      expect(response?.status).toBe(200);
      acknowledged.push(Date.now());
      await sleep(20);
    }
  }
  async function read(url: string): Promise<void> {
    const http = createHttpClient(url);
    let shown = 0;
    while (Date.now() < until) {
      const from = Date.now();
      const due = acknowledged.findLastIndex((at) => at <= from - FRESH_MS);
      const { body } = await http.get<{ image: string }[]>(`/store/banners/category/slug/${slug}`);
      const mark = Number(body.data[0]?.image);
      expect(mark).toBeGreaterThanOrEqual(shown);
      expect(mark).toBeGreaterThanOrEqual(due);
      shown = mark;
      reads += 1;
    }
  }
  await Promise.all([write(), ...urls.map(read)]);
  expect(acknowledged.length).toBeGreaterThan(SECONDS);
  expect(reads).toBeGreaterThan(SECONDS * urls.length);
});
