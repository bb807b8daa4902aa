import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { invoicesAreWhole } from './harness/checks/invoices.js';
import { moneyAgrees } from './harness/checks/money.js';
import { broken, invariants, type LooseWorld, startLooseWorld } from './loose-fixtures.js';

let loose: LooseWorld;
beforeAll(async () => {
  loose = await startLooseWorld();
});
afterEach(() => loose.empty());
afterAll(() => loose.stop());

describe('money', () => {
  const books = (...entries: object[]) => {
    mkdirSync(loose.folder('sandboxes'), { recursive: true });
    const lines = entries.map((item) => JSON.stringify(item));
    writeFileSync(join(loose.folder('sandboxes'), 'payments.jsonl'), `${lines.join('\n')}\n`);
  };
  const own = { entity: 'order', id: 'order_1', notes: { order_number: 'A-1' } };
  const paid = { entity: 'payment', id: 'pay_1', order_id: 'order_1', amount: 500, captured: true };
  const back = { entity: 'refund', id: 'rfnd_1', payment_id: 'pay_1', amount: 500, status: 'processed' };
  const order = { id: newId(), orderNumber: 'A-1', paymentProviderId: 'sandbox', grandTotal: 500 };
  const kept = 'what the gateway keeps is what confirmed orders cost';

  it.each([
    ['one that paid', 'confirmed', 'paid', [paid], []],
    [
      'one that was charged twice',
      'confirmed',
      'paid',
      [paid, { ...paid, id: 'pay_2' }],
      ['no order was charged twice', kept],
    ],
    ['one cancelled whose refund is missing', 'cancelled', 'refunded', [paid], [kept]],
    ['one cancelled', 'cancelled', 'refunded', [paid, back], []],
    [
      'one refunded twice',
      'cancelled',
      'refunded',
      [paid, back, { ...back, id: 'rfnd_2' }],
      [kept, 'each refund went back once, in full'],
    ],
    [
      'one refunded in part',
      'cancelled',
      'refunded',
      [paid, { ...back, amount: 100 }],
      [kept, 'each refund went back once, in full'],
    ],
    [
      'one counted as paid that is not',
      'confirmed',
      'paid',
      [{ ...paid, captured: false }],
      ['no order was charged twice', kept, 'each refund went back once, in full'],
    ],
  ])('of an order: %s', async (_, status, paymentStatus, entries, found) => {
    await loose.insert('orders', { ...order, status, paymentStatus });
    books(own, ...entries);
    expect(invariants(await moneyAgrees(loose.fixtures))).toEqual(found);
  });

  it('kept for an order that is gone, and refunds that did not end', async () => {
    books(own, paid);
    await loose.insert('payments_refunds', { status: 'failed' });
    expect(invariants(await moneyAgrees(loose.fixtures))).toEqual([kept, 'every refund has ended well']);
  });
});

describe('invoices', () => {
  const vendorId = newId();
  const invoice = (sequence: number) => ({
    id: newId(),
    vendorId,
    financialYear: '2627',
    sequence,
    status: 'ready',
    storageKey: `invoices/${sequence}.pdf`,
    fileSize: 3,
  });
  const files = (...names: string[]) => {
    mkdirSync(join(loose.folder('storage'), 'objects', 'invoices'), { recursive: true });
    for (const name of names)
      writeFileSync(join(loose.folder('storage'), 'objects', 'invoices', name), 'PDF');
  };
  const serials = 'invoice numbers are consecutive';
  const whole = 'each issued invoice has one whole PDF';

  it.each([
    ['in order', [1, 2], ['1.pdf', '2.pdf'], []],
    ['with a gap', [1, 3], ['1.pdf', '3.pdf'], [serials]],
    ['with a double', [1, 1], ['1.pdf'], [serials]],
    ['that do not begin at 1', [2], ['2.pdf'], [serials]],
    ['without a file', [1, 2], ['1.pdf'], [whole]],
    ['and a file of none', [1], ['1.pdf', '9.pdf'], [whole]],
  ])('%s', async (_, sequences, names, found) => {
    await loose.insert('invoices', ...sequences.map(invoice));
    files(...names);
    expect(invariants(await invoicesAreWhole(loose.fixtures))).toEqual(found);
  });

  it('that were not printed, or not wholly', async () => {
    await loose.insert('invoices', { ...invoice(1), fileSize: 4 }, { ...invoice(2), status: 'failed' });
    files('1.pdf', '2.pdf');
    expect(broken(await invoicesAreWhole(loose.fixtures))[0]?.problems).toHaveLength(2);
  });
});
