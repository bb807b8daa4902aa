import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { raiseCounters } from '#operations/invoices/raise-counters.js';
import { prepareRestore } from '#runtime/restore/prepare-restore.js';
import { newId } from '#lib/ids.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const kindOf = (prefix: string) => (prefix === 'COM' ? ('invoice' as const) : undefined);

it('restoring raises every counter to the numbers that were given out, and lowers none', async () => {
  const { knex, storage } = platform.container;
  const order = await createConfirmedOrder(platform.container, { vendors: [{}, {}] });
  const [first, second] = order.subOrders.map(({ vendorId }) => vendorId);
  const gone = newId();
  const files = [
    `invoices/${first}/INV-2627-000007.pdf`,
    `invoices/${first}/INV-2627-000123.pdf`,
    `invoices/${first}/NEW-2526-000004.pdf`,
    `invoices/${second}/INV-2627-000002.pdf`,
    `credit-notes/${second}/CN-2627-000009.pdf`,
    `commission-invoices/${first}/COM-2627-000031.pdf`,
    `commission-invoices/${first}/OLD-2627-000001.pdf`,
    `invoices/${gone}/INV-2627-000001.pdf`,
    'invoices/notes.txt',
  ];
  for (const key of files) await storage.put(key, Buffer.from('x'), { contentType: 'application/pdf' });
  await knex('invoices_counters').insert({ vendorId: second, financialYear: '2627', lastSequence: 50 });

  const { raised, unknown } = await raiseCounters({ knex, storage }, kindOf);
  expect(
    raised
      .map(({ counter, of, financialYear, lastSequence }) => [counter, of, financialYear, lastSequence])
      .sort(),
  ).toEqual(
    [
      ['commission', 'invoice', '2627', 31],
      ['creditNote', second, '2627', 9],
      ['invoice', first, '2526', 4],
      ['invoice', first, '2627', 123],
    ].sort(),
  );
  expect(unknown.sort()).toEqual(
    [`commission-invoices/${first}/OLD-2627-000001.pdf`, `invoice ${gone} 2627`, 'invoices/notes.txt'].sort(),
  );
  const kept = (await knex('invoices_counters').where({ vendorId: second }).first('lastSequence')) as object;
  expect(kept).toEqual({ lastSequence: 50 });
  expect((await raiseCounters({ knex, storage }, kindOf)).raised).toEqual([]);
});

it('is refused while the platform is connected', async () => {
  await expect(prepareRestore(platform.container)).rejects.toThrow(
    /Stop the API and the workers first: .*\bhaat-test\b/,
  );
});
