import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { CDPSession } from 'puppeteer-core';
import { see, visit } from '../_support/browser.js';
import { startConsole, type TestConsole } from './console-tests.js';

let shop: TestConsole;
beforeAll(async () => {
  shop = await startConsole();
});
afterAll(() => shop.stop());

/** Replaces the live stream by one that the test writes to: `sendFrame(count)`. */
const ownStream = `
  const real = window.fetch;
  window.fetch = (input, options) => {
    const url = String(input instanceof Request ? input.url : input);
    if (!url.includes('/admin/analytics/live/orders')) return real(input, options);
    const body = new ReadableStream({ start: (stream) => { window.live = stream; } });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
  window.sendFrame = (count) => window.live.enqueue(new TextEncoder().encode(
    'data: ' + JSON.stringify({ type: 'order.paid', paidOrdersToday: count }) + '\\n\\n'));`;

async function heapOf(debug: CDPSession): Promise<number> {
  for (let n = 0; n < 3; n += 1) await debug.send('HeapProfiler.collectGarbage');
  const { usedSize } = await debug.send('Runtime.getHeapUsage');
  return usedSize;
}

it('3,000 frames and 500 refreshes of Home leave the heap at most 1.1 times what it was after the first 100', async () => {
  const tab = await shop.open('/account');
  await tab.watch('home-heap', async () => {
    const { page } = tab;
    await page.evaluateOnNewDocument(ownStream);
    await visit(page, `${shop.platform.url}/console/`);
    await see(page, 'Gross sales');
    await page.waitForFunction('window.live !== undefined');
    const debug = await page.createCDPSession();
    const run = (from: number, to: number) =>
      page.evaluate(`(async () => {
        const refresh = [...document.querySelectorAll('button')].find((node) => node.textContent === 'Refresh');
        for (let n = ${from}; n < ${to}; n += 1) {
          for (let frame = 0; frame < 6; frame += 1) window.sendFrame(n * 6 + frame + 1);
          refresh.click();
          await new Promise((resolve) => setTimeout(resolve, 40));
        }
      })()`);
    await run(0, 100);
    await see(page, '600 orders paid today');
    const first = await heapOf(debug);
    await run(100, 500);
    await see(page, '3,000 orders paid today');
    const last = await heapOf(debug);
    console.log(`heap after 100 refreshes ${first}, after 500 ${last}: ${(last / first).toFixed(3)}`);
    expect(last / first).toBeLessThanOrEqual(1.1);
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});
