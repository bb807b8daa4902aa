import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { changeOf, joinChanges } from '../../scripts/supervisor/dev-changes.mjs';
import { freePort } from '../../scripts/supervisor/ports.mjs';
import { openWaitingPort } from '../../scripts/supervisor/waiting-port.mjs';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(port: number, name: string): Promise<Server> {
  const server = createServer((request, response) => {
    request.on('data', () => undefined).once('end', () => response.end(name));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

async function hold(timeoutMs?: number) {
  const target = await freePort();
  const door = await openWaitingPort({
    port: 0,
    host: '127.0.0.1',
    target,
    ...(timeoutMs && { timeoutMs }),
  });
  closing.push(door.close);
  const ask = async (method = 'GET') => {
    const body = method === 'POST' ? 'x'.repeat(200_000) : undefined;
    const response = await fetch(`http://127.0.0.1:${door.port}/`, { method, ...(body && { body }) });
    return [response.status, await response.text()];
  };
  return { target, door, ask };
}

describe('the port of the API under npm run dev', () => {
  test('requests that arrive while the process is replaced wait, and none fails', async () => {
    const { target, door, ask } = await hold();
    const first = await serve(target, 'first');
    expect(await ask()).toEqual([200, 'first']);
    let waiting: Promise<unknown[]>[] = [];
    await door.whileAway(async () => {
      waiting = [ask(), ask('POST'), ask()];
      first.closeAllConnections();
      first.close();
      await once(first, 'close');
      await serve(target, 'second');
    });
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 3 }, () => [200, 'second']));
  });

  test('a request waits for the first start, too', async () => {
    const { target, ask } = await hold();
    const early = ask();
    await serve(target, 'first');
    expect(await early).toEqual([200, 'first']);
  });

  test('a process that does not come back is 503, which names the log', async () => {
    const { ask } = await hold(200);
    const [status, body] = await ask();
    expect([status, body]).toEqual([503, expect.stringContaining('see its log')]);
  });

  test('a port that is in use is refused', async () => {
    const taken = await serve(0, 'taken');
    const { port } = taken.address() as AddressInfo;
    await expect(openWaitingPort({ port, host: '127.0.0.1', target: 1 })).rejects.toThrow('EADDRINUSE');
  });
});

describe('what a change asks for', () => {
  test.each([
    ['src', 'api/orders/orders.routes.ts', { restart: [], build: true, files: [] }],
    [
      'src',
      'activities/invoices/assets/invoice.liquid',
      { restart: ['worker'], files: ['src/activities/invoices/assets/invoice.liquid'] },
    ],
    ['src', 'operations/mail/words.json', { restart: ['worker', 'api'], build: true }],
    [
      'migrations',
      '20261124002500_analytics.ts',
      { restart: ['worker', 'api'], migrate: true, files: ['migrations/20261124002500_analytics.ts'] },
    ],
    ['sandboxes', 'mail/web/inbox.css', { restart: ['sandboxes'], files: ['sandboxes/mail/web/inbox.css'] }],
    ['.plugins/gift-cards', 'domain/gift-card.ts', { restart: [], build: true }],
    [
      '.plugins/gift-cards',
      'migrations/20261124002500_cards.ts',
      { migrate: true, files: ['.plugins/gift-cards/migrations/20261124002500_cards.ts'] },
    ],
    ['client', 'src/send.ts', { restart: ['shop'], storefront: true }],
    ['.', '.env', { restart: ['sandboxes', 'worker', 'api'], environment: true }],
  ])('%s/%s', (folder, path, change) => {
    expect(changeOf(folder, path)).toMatchObject(change);
  });

  test.each([
    ['src', 'api/notes.md'],
    ['.', 'package.json'],
    ['.plugins/gift-cards', 'console/cards-page.tsx'],
    ['.plugins/gift-cards', 'test/gift-cards.api.test.ts'],
  ])('%s/%s asks for nothing', (folder, path) => {
    expect(changeOf(folder, path)).toBeUndefined();
  });

  test('several changes are applied together', () => {
    const [first, second] = [changeOf('src', 'api/a.liquid'), changeOf('migrations', '20261124002500_b.ts')];
    if (!second) throw new Error('A migration asks for nothing');
    expect(joinChanges(first, second)).toEqual({
      restart: ['api', 'worker'],
      files: ['src/api/a.liquid', 'migrations/20261124002500_b.ts'],
      build: true,
      migrate: true,
      storefront: false,
      environment: false,
    });
  });
});
