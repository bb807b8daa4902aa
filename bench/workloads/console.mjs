import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { cacheDirectory } from '#integrations/pdf/cache-directory.js';
import { findChrome, libraryEnvironment } from '#integrations/pdf/find-chrome.js';
import { inProject } from '../../scripts/supervisor/paths.mjs';
import { target } from '../report.mjs';
import { runBenchProcess } from '../stand/bench-process.mjs';
import { adminToken } from '../stand/sessions.mjs';

/** What the console costs a browser: bytes, calls of the API until the first content, and its longest task. */
export const defaults = { products: 200, orders: 200, rows: 2_000 };

const PER_DAY = 100;
const stream = '/analytics/live/orders';

const pages = [
  ['Home', '/', 'Needs attention'],
  ['Orders', '/admin/orders', 'Order number'],
  ['A report of 500 rows', '/reports/orders?limit=500', 'Rows of the report'],
  ['Settings', '/settings/store/branding', 'Store name'],
];

async function startBrowser(profile) {
  const chrome = await findChrome({ cache: cacheDirectory });
  return puppeteer.launch({
    executablePath: chrome.path,
    headless: chrome.bundled ? 'shell' : true,
    userDataDir: profile,
    pipe: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    env: { PATH: process.env.PATH, HOME: profile, ...libraryEnvironment(chrome.libraries) },
  });
}

/** Opens a page of the console until it says `seen`. */
async function open(browser, url, headers, seen) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setExtraHTTPHeaders(headers);
  const calls = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/console') && !pathname.endsWith(stream)) calls.push(pathname);
  });
  await page.evaluateOnNewDocument(`window.tasks = [];
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: 'longtask', buffered: true });`);
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  const found = `document.body.innerText.includes(${JSON.stringify(seen)}) || document.querySelector('[aria-label=' + JSON.stringify(${JSON.stringify(seen)}) + ']')`; // prettier-ignore
  await page.waitForFunction(found, { timeout: 60_000 });
  const asked = calls.length;
  await page.waitForNetworkIdle({ idleTime: 500, concurrency: 1 });
  const longest = Math.round(Math.max(0, ...(await page.evaluate('window.tasks'))));
  await context.close();
  return { calls: asked, longest };
}

export async function run({ options, start, say }) {
  const { products, orders, rows } = options;
  const stand = await start({ size: { products, orders }, apps: ['api'], env: { CONSOLE: 'on' } });
  say(`writing ${rows} orders`);
  await runBenchProcess('write-orders', [rows, PER_DAY], stand.env);
  const headers = { authorization: `Bearer ${await adminToken(stand)}` };
  const profile = await mkdtemp(join(tmpdir(), 'haat-bench-console-'));
  const browser = await startBrowser(profile);
  const results = [];
  for (const [page, path, seen] of pages)
    results.push({ page, ...(await open(browser, `${stand.url}/console${path}`, headers, seen)) });
  await browser.close();
  await rm(profile, { recursive: true, force: true });
  await stand.stop();
  const sizes = JSON.parse(await readFile(inProject('dist', 'console', 'sizes.json'), 'utf8'));
  const largest = Math.max(...Object.values(sizes.pages));
  const most = Math.max(...results.map(({ calls }) => calls));
  const report = results.find(({ page }) => page.startsWith('A report'));
  return {
    tables: { 'Pages of the console': results.map(({ page, calls, longest }) => ({ page, 'API calls': calls, 'longest task ms': longest })) }, // prettier-ignore
    targets: [
      target('first page, brotli', sizes.first / 1000, { most: 280, unit: 'kB' }),
      target('largest further page, brotli', largest / 1000, { most: 45, unit: 'kB' }),
      target('API calls until the first content', most, { most: 5 }),
      target('longest task in a report of 500 rows', report.longest, { most: 200, unit: 'ms' }),
    ],
  };
}
