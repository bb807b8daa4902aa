import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { catalogOf, differenceOf } from './harness/checks/catalog.js';
import { leftBehind } from './harness/checks/leftovers.js';
import { outboxIsEmpty } from './harness/checks/platform.js';
import { openWork } from './harness/checks/rest.js';
import { stepsFailOfOutages } from './harness/checks/steps.js';
import { problemsOf } from './harness/finding.js';
import { findFlows } from './harness/flows/find-flows.js';
import { createDisturbances } from './harness/injection/disturbances.js';
import { type LooseWorld, startLooseWorld } from './loose-fixtures.js';

let loose: LooseWorld;
beforeAll(async () => {
  loose = await startLooseWorld();
});
afterEach(() => loose.empty());
afterAll(() => loose.stop());

describe('what is under way or left', () => {
  it('is each event that was not delivered', async () => {
    expect(problemsOf(await outboxIsEmpty(loose.fixtures))).toEqual(['nothing was looked at']);
    await loose.insert('outbox_deliveries', { subscription: 'mail', entityId: '1', state: 'delivered' });
    expect(problemsOf(await outboxIsEmpty(loose.fixtures))).toEqual([]);
    await loose.insert('outbox_deliveries', { subscription: 'mail', entityId: '1', state: 'parked' });
    expect(problemsOf(await outboxIsEmpty(loose.fixtures))).toHaveLength(1);
    await loose.insert('outbox_events', { id: newId(), type: 'mail.queued', entityId: '2' });
    expect(problemsOf(await outboxIsEmpty(loose.fixtures))).toHaveLength(2);
  });

  it('is the open work of every flow', async () => {
    const flows = await findFlows();
    expect(flows.map(({ name }) => name)).toEqual([
      'analytics',
      'campaigns',
      'catalog',
      'content',
      'coupons',
      'exports',
      'feeds',
      'imports',
      'invoices',
      'late-payments',
      'mails',
      'money',
      'orders',
      'outbound-webhooks',
      'search',
      'shipments',
      'stock',
    ]);
    await loose.insert('outbox_deliveries', { state: 'due' });
    await loose.insert('orders', { status: 'pending_payment' });
    await loose.insert('invoices', { status: 'pending' });
    await loose.insert('payments_refunds', { status: 'pending' });
    expect((await openWork(loose.fixtures, flows)).sort()).toEqual([
      '1 deliveries due',
      '1 invoices pending',
      '1 orders waiting for payment',
      '1 refunds pending',
    ]);
  });

  it('is each file of an upload and each profile of a browser', () => {
    for (const name of ['storage/temporary/a', 'tmp/haat-pdf-1-x', 'tmp/node-compile-cache'])
      mkdirSync(loose.folder(name), { recursive: true });
    expect(leftBehind(loose.fixtures.folder)).toEqual(['storage/temporary/a', 'tmp/haat-pdf-1-x']);
  });
});

describe('a step that failed', () => {
  const look = (type: string, message: string, ms: number) => {
    mkdirSync(loose.folder('logs'), { recursive: true });
    const line = {
      msg: 'activity failed',
      activity: 'print',
      time: new Date(ms).toISOString(),
      err: { type, message },
    };
    const cutOff = '{"msg":"activity fai';
    writeFileSync(loose.folder('logs/worker.log'), [JSON.stringify(line), cutOff].join('\n'));
    const disturbances = createDisturbances();
    disturbances.begin('kill postgres', 'postgres', 100_000)(110_000);
    return problemsOf(stepsFailOfOutages({ ...loose.fixtures, disturbances })).length;
  };

  it.each([
    ['of a database that is down', 'Error', 'connect ECONNREFUSED 127.0.0.1:1', 105_000, 0],
    ['of it when it was up', 'Error', 'connect ECONNREFUSED 127.0.0.1:1', 130_000, 1],
    ['of a bug while it is down', 'TypeError', 'x is not a function', 105_000, 1],
    ['of a gateway that refuses', 'HttpCallError', 'POST /a: We are facing some trouble', 105_000, 0],
    ['of a gateway that is asked wrongly', 'HttpCallError', 'POST /a: The amount is invalid', 105_000, 1],
  ])('%s', (_, type, message, ms, problems) => {
    expect(look(type, message, ms)).toBe(problems);
  });
});

describe('catalogs', () => {
  const stock = async (vendorId: string, fields: object = {}, level: object = {}) => {
    const [productId, variantId] = [newId(), newId()];
    await loose.insert('products', { id: productId, vendorId, handle: 'diya', title: 'Diya', ...fields });
    await loose.insert('products_variants', { id: variantId, productId, vendorId, sku: 'D', price: 100 });
    await loose.insert('inventory_levels', { variantId, vendorId, onHand: 5, ...level });
    return catalogOf(loose.fixtures, vendorId);
  };
  const sample = newId();

  it.each([
    ['the same', {}, {}, undefined],
    [
      'another title',
      { title: 'Dyia' },
      {},
      'has 1 products, 1 variants, 5 pieces, but not what they were to be',
    ],
    [
      'more pieces',
      {},
      { onHand: 6 },
      'has 1 products, 1 variants, 6 pieces, not 1 products, 1 variants, 5 pieces',
    ],
    [
      'no backorders',
      {},
      { allowBackorder: true },
      'has 1 products, 1 variants, 5 pieces, but not what they were to be',
    ],
  ])('with %s', async (_, fields, level, difference) => {
    const { rows: __, ...due } = await stock(sample);
    expect(differenceOf(await stock(newId(), fields, level), due)).toBe(difference);
  });

  it('in other rows, where they were to be left alone', async () => {
    const before = await stock(sample);
    await loose.empty();
    expect(differenceOf(await stock(sample), before)).toBe('has the same in other rows');
  });
});
