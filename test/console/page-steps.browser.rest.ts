import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { clickOn, see, startBrowser, type TestBrowser, type TestPage, visit } from '../_support/browser.js';

const PAGE = `<!doctype html><main id="main">
  <form method="post" action="/form"><button id="form">Send the form</button></form>
  <button id="fetch" onclick="fetch('/fetch', { method: 'POST' })">Fetch</button>
  <button id="stream" onclick="new EventSource('/stream')">Stream</button>
  <button id="notice" onclick="show()">Notice</button>
  <button id="under" onclick="document.title = 'reached'">Under</button>
</main><script>
  const show = () => {
    main.insertAdjacentHTML('beforeend', '<div role="alert" id="saved">It is saved</div>');
    setTimeout(() => saved.remove());
  };
</script>`;

/** What the server has responded to; a POST gets its response later. */
const responded: string[] = [];
const server = createServer((request, response) => {
  const { url = '', method } = request;
  if (url === '/stream')
    return void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('\n');
  if (method !== 'POST')
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(url === '/done' ? 'Done' : PAGE);
  later(4, () => {
    responded.push(url);
    respond(response, url);
  });
});
function respond(response: ServerResponse, url: string): void {
  if (url === '/form') response.writeHead(303, { location: '/done' });
  response.end();
}
function later(turns: number, step: () => void): void {
  if (turns === 0) step();
  else setTimeout(() => later(turns - 1, step), 50);
}

let browser: TestBrowser;
let tab: TestPage;
let url: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await startBrowser();
  tab = await browser.open(url);
});
afterAll(async () => {
  await browser.stop();
  server.closeAllConnections();
  server.close();
});

it('a step returns once what it caused has arrived: the response, or the page that a form leads to', async () => {
  const { page } = tab;
  await clickOn(page, '#fetch');
  expect(responded).toEqual(['/fetch']);
  await clickOn(page, '#form');
  expect([responded, page.url()]).toEqual([['/fetch', '/form'], `${url}/done`]);
  await visit(page, url);
  // Also where no script runs, and beside a stream that stays open.
  await clickOn(page, '#stream');
  await page.setJavaScriptEnabled(false);
  await visit(page, url);
  await clickOn(page, '#form');
  expect(page.url()).toBe(`${url}/done`);
  await page.setJavaScriptEnabled(true);
  await visit(page, url);
});

it('a notice that has gone was seen since the last step alone', async () => {
  const { page } = tab;
  await clickOn(page, '#notice');
  await page.waitForFunction("!document.querySelector('#saved')");
  await see(page, 'It is saved');
  await clickOn(page, '#fetch');
  expect(await page.evaluate('noticesSinceStep')).toEqual([]);
});

it('a click waits until nothing lies over what it is for', async () => {
  const { page } = tab;
  await page.evaluate(
    `main.insertAdjacentHTML('beforeend', '<div id="over" style="position:fixed;inset:0"></div>')`,
  );
  const clicked = clickOn(page, '#under');
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  expect(await page.title()).toBe('');
  await page.evaluate('over.remove()');
  await clicked;
  expect(await page.title()).toBe('reached');
});
