import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inProject } from '../../scripts/supervisor/paths.mjs';
import { target } from '../report.mjs';
import { startBrowser } from '../stand/browser.mjs';
import { runBenchProcess } from '../stand/bench-process.mjs';
import { adminToken } from '../stand/sessions.mjs';

/** What the console costs a browser: bytes, calls of the API until the first content, and its longest task. */
export const defaults = { products: 200, orders: 200, rows: 2_000 };

const PER_DAY = 100;
/** What a page has to show a response, before the next call gets through. */
const SETTLE_MS = 500;
/** How often each page is opened for its longest task, of which the median counts. */
const TIMES = 5;
const stream = '/analytics/live/orders';

const pages = [
  ['Home', '/', 'Gross sales'],
  ['Orders', '/admin/orders', 'Order number'],
  ['A report of 500 rows', '/reports/orders?limit=500', 'Average order value', 500],
  ['Settings', '/settings/store/branding', 'Store name'],
];

/** Runs in the page: notes every task that blocks it. */
const watchTasks = `window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });`;

async function withPage(browser, headers, use) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setExtraHTTPHeaders(headers);
  const result = await use(page);
  await context.close();
  return result;
}

/** How many calls of the API a page needs until it shows `seen`: they get through one at a time. */
function callsUntil(browser, headers, url, seen) {
  return withPage(browser, headers, async (page) => {
    const held = [];
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const { protocol, pathname } = new URL(request.url());
      const toApi = protocol === 'http:' && !pathname.startsWith('/console') && !pathname.endsWith(stream);
      if (toApi) held.push(request);
      else void request.continue();
    });
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    const shows = () => page.evaluate(`document.body.textContent.includes(${JSON.stringify(seen)})`);
    for (let calls = 0; ;) {
      if (await shows()) return calls;
      const request = held.shift();
      if (!request) {
        await sleep(50);
        continue;
      }
      calls += 1;
      const responded = page.waitForResponse((response) => response.request() === request);
      await request.continue();
      await responded;
      await sleep(SETTLE_MS);
    }
  });
}

/** The longest task of a page until all of its rows are there, and all that it has asked for. */
function longestTask(browser, headers, url, seen, rows = 0) {
  return withPage(browser, headers, async (page) => {
    await page.evaluateOnNewDocument(watchTasks);
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    const complete = `document.body.textContent.includes(${JSON.stringify(seen)}) && document.querySelectorAll('tbody tr').length >= ${rows}`;
    await page.waitForFunction(complete, { timeout: 60_000 });
    await page.waitForNetworkIdle({ idleTime: 500, concurrency: 1 });
    return Math.round(Math.max(0, ...(await page.evaluate('window.tasks'))));
  });
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
  for (const [page, path, ...shown] of pages) {
    const at = [browser, headers, `${stand.url}/console${path}`, ...shown];
    const calls = await callsUntil(...at);
    const longest = [];
    while (longest.length < TIMES) longest.push(await longestTask(...at));
    results.push({ page, calls, longest: longest.sort((a, b) => a - b)[(TIMES - 1) / 2] });
  }
  await browser.close();
  await rm(profile, { recursive: true, force: true });
  await stand.stop();
  const sizes = JSON.parse(await readFile(inProject('dist', 'console', 'sizes.json'), 'utf8'));
  const largest = Math.max(...Object.values(sizes.pages));
  const most = Math.max(...results.map(({ calls }) => calls));
  const report = results.find(({ page }) => page.startsWith('A report'));
  return {
    tables: {
      'Pages of the console': results.map(({ page, calls, longest }) => ({
        page,
        'API calls': calls,
        'longest task ms': longest,
      })),
    },
    targets: [
      target('first page, brotli', sizes.first / 1000, { most: 280, unit: 'kB' }),
      target('largest further page, brotli', largest / 1000, { most: 45, unit: 'kB' }),
      target('API calls until the first content', most, { most: 5 }),
      target('longest task in a report of 500 rows', report.longest, { most: 200, unit: 'ms' }),
    ],
  };
}
