import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PaymentSandbox, startPaymentSandbox } from '../../sandboxes/payments/payment-sandbox.js';
import { act, click, startBrowser, type TestBrowser } from '../_support/browser.js';
import { takePictures } from '../_support/pictures.js';

let browser: TestBrowser;
let sandbox: PaymentSandbox;
beforeAll(async () => {
  browser = await startBrowser();
  sandbox = await startPaymentSandbox({ port: 0, secret: 'console-sandbox-secret' });
});
afterAll(async () => {
  await browser?.stop();
  await sandbox?.close();
});

it("a person refunds, disputes and settles on the gateway's console, wide and on a telephone", async () => {
  const payment = sandbox.acts.payLink({ amount: 123_450, description: 'By hand' });
  const opened = await browser.open(sandbox.url, { height: 1_000 });
  const { page } = opened;
  await opened.watch('payment console', async () => {
    await act(page, () => page.type('form[action="/_acts/refund"] input[name=amount]', '23450'));
    await click(page, 'button', 'Refund');
    await click(page, 'button', 'Dispute');
    await click(page, 'button', 'Lost');
    await click(page, 'button', 'Settle, refused by the bank');
    await click(page, 'button', 'At the bank');
    // What is left and is not there is refused by name, on the page.
    await act(page, () => page.type('form[action="/_acts/refund"] input[name=amount]', '999999'));
    await click(page, 'button', 'Refund');
    expect(await page.evaluate(`document.querySelector('[role=alert]').textContent`)).toContain(
      'greater than the refund payment amount',
    );
  });
  const [refund] = sandbox.refunds(payment.id);
  expect(refund).toMatchObject({ amount: 23_450, notes: [] });
  const everything = { from: 0, to: Number.MAX_SAFE_INTEGER };
  expect(sandbox.balance.listDisputes(everything)[0]).toMatchObject({ status: 'lost', amount: 123_450 });
  expect(sandbox.balance.listSettlements(everything)[0]).toMatchObject({
    status: 'processed',
    amount: -26_363,
  });
  expect(sandbox.balance.total()).toBe(0);

  const folder = process.env['PICTURES'] ?? (await mkdtemp(join(tmpdir(), 'payment-console-')));
  expect(await takePictures(page, { folder, name: 'payment-console', rules: true })).toEqual([]);
  await opened.close();
});
