import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brokenHeaderRule, brokenUrlRule } from '#domain/outbound-webhooks/endpoint-rules.js';
import { isPublicAddress } from '#integrations/http/public-address.js';
import { createWebhookSender, type WebhookSender } from '#integrations/outbound-webhooks/webhook-sender.js';

let server: Server;
let port: number;
let requests = 0;
const senders: WebhookSender[] = [];

beforeAll(async () => {
  server = createServer((_request, response) => {
    requests += 1;
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});

afterEach(() => {
  for (const sender of senders.splice(0)) sender.close();
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

function send(url: string, options: Partial<Parameters<typeof createWebhookSender>[0]> = {}) {
  const sender = createWebhookSender({ production: false, allow: [], ...options });
  senders.push(sender);
  return sender.send({ endpointId: 'e', url, headers: {}, body: '{}' });
}

describe('where nothing is sent to', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[fe80::1]',
    '[fc00::1]',
    '[64:ff9b::a9fe:a9fe]',
    '[2002:7f00:1::]',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    'localhost',
  ])('%s', async (host) => {
    const before = requests;
    expect(await send(`http://${host}:${port}/`)).toMatchObject({ outcome: 'blocked', status: null });
    expect(requests).toBe(before);
  });
});

it('looks at the address as the connection is made: a name that changes its mind gains nothing', async () => {
  // The first look is that of somebody who saves the endpoint, the second that of the connection.
  const looks = [true, false];
  const mayReach = () => looks.shift() ?? false;
  expect(mayReach()).toBe(true);
  const before = requests;
  expect(await send(`http://localhost:${port}/`, { mayReach })).toMatchObject({ outcome: 'blocked' });
  expect(requests).toBe(before);
});

it('sends to a host that the configuration lets through, and in production to none', async () => {
  const allow = [`127.0.0.1:${port}`];
  expect(await send(`http://127.0.0.1:${port}/`, { allow })).toMatchObject({ outcome: 'delivered' });
  expect(await send(`https://127.0.0.1:${port}/`, { allow, production: true })).toMatchObject({
    outcome: 'blocked',
  });
});

it('a server whose TLS is wrong is unreachable', async () => {
  const allow = ['127.0.0.1'];
  expect(await send(`https://127.0.0.1:${port}/`, { allow })).toMatchObject({ outcome: 'unreachable' });
});

it.each([
  ['https://erp.example.com/hook', undefined],
  ['https://erp.example.com:8443/hook', undefined],
  ['http://erp.example.com/hook', 'https'],
  ['https://erp.example.com:5432/', 'port'],
  ['https://erp.example.com:7233/', 'port'],
  ['https://erp.example.com:22/', 'port'],
  ['https://user:pass@erp.example.com/', 'credentials'],
  ['https://erp.example.com/#part', 'fragment'],
  ['ftp://erp.example.com/', 'https'],
  ['erp', 'URL'],
])('in production %s breaks the rule %s', (url, rule) => {
  const broken = brokenUrlRule(url, { production: true, allow: [] });
  if (rule === undefined) expect(broken).toBeUndefined();
  else expect(broken).toContain(rule);
});

it.each([
  ['x-tenant', 'store-7', true],
  ['Authorization', 'Bearer x', true],
  ['Host', 'x', false],
  ['content-type', 'x', false],
  ['webhook-id', 'x', false],
  ['transfer-encoding', 'chunked', false],
  ['x tenant', 'x', false],
  ['x-tenant', 'a\r\nx-other: b', false],
  ['x-tenant', 'naïve', false],
])('header %s with the value %j is allowed: %s', (name, value, allowed) => {
  expect(brokenHeaderRule(name, value) === undefined).toBe(allowed);
});

it('the addresses of documentation and metadata are no internet', () => {
  expect(['169.254.169.254', '192.0.2.1', 'fd00:ec2::254'].map(isPublicAddress)).toEqual([
    false,
    false,
    false,
  ]);
});
