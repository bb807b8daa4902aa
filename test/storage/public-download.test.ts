import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from '@jest/globals';
import { isPublicAddress } from '#integrations/http/public-address.js';
import { createPublicDownload, type PublicDownloadOptions } from '#integrations/http/public-download.js';
import { readImage } from '#integrations/storage/read-image.js';
import type { Storage } from '#integrations/storage/storage.js';
import { startListener, type TestListener } from '../_support/listener.js';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const storage = {} as Storage;

let outside: TestListener;
let inside: TestListener;

beforeAll(async () => {
  // The one stands for the internet, the other for what only the platform can reach.
  inside = await startListener((_request, response) => {
    response.setHeader('content-type', 'image/png').end(PIXEL);
  }, '127.0.0.2');
  outside = await startListener((request, response) => {
    const path = request.url ?? '';
    if (path === '/logo.png') response.setHeader('content-type', 'image/png; v=1').end(PIXEL);
    else if (path === '/page') response.setHeader('content-type', 'text/html').end(PIXEL);
    else if (path === '/large') response.setHeader('content-type', 'image/png').end(Buffer.alloc(2_100_000));
    else if (path === '/never') response.setHeader('content-type', 'image/png').write(PIXEL);
    else if (path === '/moved') response.writeHead(302, { location: '/logo.png' }).end();
    else if (path === '/round') response.writeHead(302, { location: '/round' }).end();
    else if (path === '/in') response.writeHead(302, { location: `http://127.0.0.2:${inside.port}/` }).end();
    else if (path === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    else response.writeHead(404).end();
  });
});
beforeEach(() => {
  inside.asked.length = outside.asked.length = 0;
});
afterAll(async () => {
  await outside.close();
  await inside.close();
});

function read(url: string, options: Partial<PublicDownloadOptions> = {}): Promise<string> {
  const mayReach = (address: string) => address === '127.0.0.1';
  const download = createPublicDownload({ allowHttp: true, mayReach, ...options });
  return readImage({ storage, download }, url);
}
const there = (path: string) => `http://127.0.0.1:${outside.port}${path}`;

describe('a picture of the open internet', () => {
  it.each(['/logo.png', '/moved'])('is read at %s', async (path) => {
    await expect(read(there(path))).resolves.toBe(`data:image/png;base64,${PIXEL.toString('base64')}`);
  });

  it('is read by a name, whose address is looked at', async () => {
    await expect(
      read(`http://localhost:${outside.port}/logo.png`, { mayReach: () => true }),
    ).resolves.toMatch(/^data:/);
  });

  it.each([
    ['/page', /gives text\/html/],
    ['/large', /larger than 2 MiB/],
    ['/none', /returned 404/],
    ['/round', /more than 3 times/],
    ['/in', /127\.0\.0\.2 is not an address of the open internet/],
    ['/file', /begin with https/],
  ])('is not taken from %s', async (path, reason) => {
    await expect(read(there(path))).rejects.toThrow(reason);
    expect(inside.asked).toEqual([]);
  });

  it('is not waited for without end', async () => {
    await expect(read(there('/never'), { timeoutMs: 200 })).rejects.toThrow(/abort|timeout/i);
  });
});

it('in production nothing is read without encryption', async () => {
  await expect(read(there('/logo.png'), { allowHttp: false })).rejects.toThrow(/https/);
  expect(outside.asked).toEqual([]);
});

it.each([
  '127.0.0.1',
  'localhost',
  '2130706433',
  '0x7f.1',
  '0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  'user:word@127.0.0.1',
])('nothing inside the network is called as %s', async (host) => {
  const download = createPublicDownload({ allowHttp: true });
  await expect(readImage({ storage, download }, `http://${host}:${outside.port}/logo.png`)).rejects.toThrow(
    /open internet|credentials/,
  );
  expect(outside.asked).toEqual([]);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  '::',
  '::1',
  'fe80::1',
  'fd00:ec2::254',
  'ff02::1',
  '64:ff9b::7f00:1',
  '::ffff:8.8.8.8',
  '2002:7f00:1::',
  '2001::1',
  'localhost',
  '',
])('%j is not of the open internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4009::200e'])(
  '%s is',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);
