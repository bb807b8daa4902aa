import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createPdfRenderer } from '#integrations/pdf/create-pdf-renderer.js';
import { inkOf, picturesOf } from './pdf-pictures.js';

const SECRET = 'kept-from-every-invoice';
const renderer = createPdfRenderer();
let server: Server;
let connections = 0;
let directory: string;

beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  directory = await mkdtemp(path.join(tmpdir(), 'pdf-page-safety-'));
  await writeFile(path.join(directory, 'secret.txt'), SECRET);
});

afterAll(async () => {
  await renderer.close();
  server.close();
  await rm(directory, { recursive: true });
});

describe('a document', () => {
  test('reaches no address, however it asks', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const html = `<!doctype html><head>
      <link rel="stylesheet" href="${url}/a.css"><link rel="preload" as="font" href="${url}/b.woff2">
      <link rel="preconnect" href="${url}"><link rel="dns-prefetch" href="${url}"><link rel="prefetch" href="${url}/c">
      <meta http-equiv="refresh" content="0;url=${url}/d">
      <style>@import '${url}/e.css'; @font-face { font-family: f; src: url(${url}/f.woff2) } body { font-family: f; background: url(${url}/g.png) }</style>
      </head><p>text<img src="${url}/h.png" srcset="${url}/i.png 2x"><iframe src="${url}/j"></iframe><object data="${url}/k"></object>
      <embed src="${url}/l"><video poster="${url}/m.png" src="${url}/n.mp4" autoplay></video><svg><image href="${url}/o.png"/></svg>
      <script src="${url}/p.js"></script>`;
    const [page] = await picturesOf(await renderer.render(html));
    expect(page?.text.replace(/\s/g, '')).toContain('text');
    // A refresh would come only after the document has been printed.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(connections).toBe(0);
    await expect(renderer.render('<p>next')).resolves.toBeInstanceOf(Uint8Array);
  });

  test('reads no file', async () => {
    const url = pathToFileURL(path.join(directory, 'secret.txt')).href;
    const pages = await picturesOf(
      await renderer.render(
        `<p>text<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}">`,
      ),
    );
    expect(pages.map(({ text }) => text).join()).not.toContain(SECRET);
  });

  test('runs no script', async () => {
    const pdf = await renderer.render(`<p>before<script>document.body.textContent = 'after'</script>
      <img src="data:," onerror="document.body.textContent = 'after'">`);
    const [page] = await picturesOf(pdf);
    expect(page?.text).toContain('before');
    expect(page?.text).not.toContain('after');
  });

  const square =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90"/></svg>';
  const source = `data:image/svg+xml;base64,${Buffer.from(square).toString('base64')}`;
  test.each([
    ['at once', `<img src="${source}">`],
    ['when they come into view', `<img loading="lazy" src="${source}">`],
    ['of its style', `<div style="width: 90px; height: 90px; background: url('${source}')"></div>`],
  ])('shows the images it carries, %s', async (_how, html) => {
    const [page] = await picturesOf(await renderer.render(html), 1);
    if (!page) throw new Error('nothing was drawn');
    expect(inkOf(page)).toBeGreaterThan(4_000);
  });
});
