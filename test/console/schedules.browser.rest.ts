import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setUpEngine } from '#runtime/engine-setup.js';
import { click, clickOn, fill, reload, see } from '../_support/browser.js';
import { type OwnEngine, startOwnEngine } from '../_support/own-engine.js';
import { startConsole, type TestConsole } from './console-tests.js';

let engine: OwnEngine;
let shop: TestConsole;
beforeAll(async () => {
  // The engine that tests share runs no schedules.
  engine = await startOwnEngine();
  const environment = { TEMPORAL_ADDRESS: engine.address, TEMPORAL_NAMESPACE: engine.namespace };
  shop = await startConsole({ environment });
  await setUpEngine(shop.platform.container.gateway.client, engine.namespace);
});
afterAll(async () => {
  await shop.stop();
  await engine.remove();
});

it('schedule-pause-survives-setup: a schedule that is paused with a reason stays so after a deploy', async () => {
  const tab = await shop.open('/jobs?tab=schedules');
  await tab.watch('schedule-pause', async () => {
    const { page } = tab;
    await click(page, 'button', 'Pause');
    await fill(page, 'Reason', 'The provider moves');
    await clickOn(page, '[role="dialog"] form button[type="submit"]');
    await see(page, 'The provider moves');
    await setUpEngine(shop.platform.container.gateway.client, engine.namespace);
    await reload(page);
    await see(page, 'The provider moves');
    await click(page, 'button', 'Resume');
    await clickOn(page, '[role="dialog"] form button[type="submit"]');
    await page.waitForFunction(
      () =>
        !(
          globalThis as unknown as { document: { body: { innerText: string } } }
        ).document.body.innerText.includes('The provider moves'),
    );
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});
