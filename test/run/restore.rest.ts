import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readUsedSeries } from '#db/invoices/gst-return.query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { createLogger } from '#lib/logger.js';
import { createDocumentNumbers } from '#operations/invoices/document-numbers.js';
import { readMarks } from '#operations/invoices/number-marks.js';
import { systemContext } from '#domain/_shared/context.js';
import { raiseCounters } from '#operations/invoices/raise-counters.js';
import { prepareRestore } from '#runtime/restore/prepare-restore.js';
import { newId } from '#lib/ids.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

const silent = createLogger({ level: 'silent', name: 'test' });

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const kindOf = (prefix: string) => (prefix === 'COM' ? ('invoice' as const) : undefined);

it('restoring raises every counter to the numbers that were given out, and lowers none', async () => {
  const { knex, storage, unitOfWork } = platform.container;
  const ctx = systemContext({ name: 'test' }, new Date());
  const raise = () => raiseCounters({ unitOfWork, storage }, ctx, { kindOf, prefixOf: () => 'INV' });
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

  const { raised, unknown } = await raise();
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
  expect((await raise()).raised).toEqual([]);
});

describe('the mark of a series', () => {
  type Put = TestPlatform['container']['storage']['put'];
  const ctx = systemContext({ name: 'test' }, new Date());

  /** A process that gives numbers; several of them are several processes. */
  function giver(put: (...args: Parameters<Put>) => ReturnType<Put> = platform.container.storage.put) {
    const { knex, storage, unitOfWork } = platform.container;
    const numbers = createDocumentNumbers({ knex, storage: { ...storage, put }, logger: silent });
    return {
      settled: numbers.settled,
      give: (of: string) =>
        unitOfWork.run(ctx, (tx) => numbers.next(tx, { counter: 'invoice', of, financialYear: '2627' })),
    };
  }
  const newVendor = async () => (await createConfirmedOrder(platform.container)).subOrders[0]?.vendorId ?? '';
  const throughOf = async (of: string) =>
    (await readMarks(platform.container.storage)).find((mark) => mark.of === of)?.through ?? 0;

  it('covers every number before it is given, also where several processes mark at once and one is late', async () => {
    const of = await newVendor();
    const { storage } = platform.container;
    let open = (): void => undefined;
    const late = new Promise<void>((resolve) => (open = resolve));
    const slow = giver(async (...args) => {
      await late;
      return storage.put(...args);
    });
    const others = [giver(), giver()];
    const given: number[] = [];
    const takeThirty = async ({ give }: ReturnType<typeof giver>) => {
      for (let count = 0; count < 30; count += 1) {
        const number = await give(of);
        expect(await throughOf(of)).toBeGreaterThanOrEqual(number);
        given.push(number);
      }
    };
    const slowOnes = takeThirty(slow);
    await Promise.all(others.map(takeThirty));
    open();
    await slowOnes;
    await Promise.all([slow, ...others].map(({ settled }) => settled()));
    expect(given.sort((a, b) => a - b)).toEqual(Array.from({ length: 90 }, (_, index) => index + 1));
    expect(await throughOf(of)).toBeLessThanOrEqual(90 + 2 * 20);
  });

  it('is missed by nobody until its block ends, while the storage is away', async () => {
    const of = await newVendor();
    const { storage } = platform.container;
    let away = false;
    const { give, settled } = giver((...args) =>
      away ? Promise.reject(platformErrors.storageUnavailable({})) : storage.put(...args),
    );
    expect(await give(of)).toBe(1);
    away = true;
    for (let number = 2; number <= 20; number += 1) expect(await give(of)).toBe(number);
    await expect(give(of)).rejects.toMatchObject({ status: 503 });
    await settled();
    away = false;
    expect(await give(of)).toBe(21);
  });

  it('is where a restored database goes on, and the numbers between are reported as cancelled', async () => {
    const { knex, storage, unitOfWork } = platform.container;
    const of = await newVendor();
    const { give, settled } = giver();
    for (let number = 1; number <= 3; number += 1) await give(of);
    const earlier = { lastSequence: 3 };
    for (let number = 4; number <= 13; number += 1) await give(of);
    await settled();
    // The database is that of ten numbers ago, and believes that its block goes on.
    await knex('invoices_counters').where({ vendorId: of }).update(earlier);
    await storage.put(`invoices/${of}/INV-2627-000005.pdf`, Buffer.from('x'), {
      contentType: 'application/pdf',
    });
    const options = { kindOf, prefixOf: () => 'INV' };
    const { raised } = await raiseCounters({ unitOfWork, storage }, ctx, options);
    expect(raised.filter((counter) => counter.of === of)).toEqual([
      {
        counter: 'invoice',
        of,
        financialYear: '2627',
        firstLost: 4,
        lastSequence: 40,
        documents: ['INV/2627/000005'],
      },
    ]);
    expect(await give(of)).toBe(41);
    const month = {
      vendorId: of,
      from: new Date(Date.now() - 3_600_000),
      to: new Date(Date.now() + 3_600_000),
    };
    expect(await readUsedSeries(knex, month)).toEqual([
      { kind: 'invoice', prefix: 'INV', financialYear: '2627', first: 4, last: 40, total: 37, cancelled: 37 },
    ]);
  });
});

it('is refused while the platform is connected', async () => {
  await expect(prepareRestore(platform.container)).rejects.toThrow(
    /Stop the API and the workers first: .*\bhaat-test\b/,
  );
});
